# SPDX-License-Identifier: MIT
#
# How the library gets into a program: each way is tried from an empty folder, and
# the program must run. Also what people do to a build: another compiler without
# "make clean", a folder of their own to build in, spaces in names.
. scripts/script-check.sh

top=$PWD
mkdir -p "$WORK/program"
work=$(cd "$WORK" && pwd)
cat >"$work/program/main.c" <<'END'
#include <linux-ish/ilist.h>
#include <linux-ish/slotpool.h>

struct thing {
	struct slotpool_idx memory;
	struct ilist_node link;
};

int main(void)
{
	struct ilist list = ILIST_INIT(list);
	struct slotpool pool;
	struct thing *thing;

	if (slotpool_init(&pool, struct thing, memory, NULL))
		return 1;
	thing = slotpool_alloc_entry(&pool, struct thing, memory);
	if (!thing)
		return 1;
	ilist_node_init(&thing->link);
	ilist_add(&list, &thing->link);
	ilist_del(&thing->link);
	slotpool_free(&pool, &thing->memory);
	slotpool_destroy(&pool);
	return !ilist_empty(&list);
}
END

# there TOOL: it is on this machine; if not, that is said once
there() {
	command -v "$1" >/dev/null 2>&1 && return
	echo "skip: no $1: the tests that need it are left out"
	return 1
}

root="$work/root of it"
lib="$root/opt/lish/lib"
expect 'make install' make -s install DESTDIR="$root" PREFIX=/opt/lish \
	"BUILD=$WORK/build"
if ls /usr/lib/linux-kbuild-*/scripts/kernel-doc >/dev/null 2>&1; then
	expect 'there is a page of ilist_add' \
		[ -s "$root/opt/lish/share/man/man3/ilist_add.3" ]
fi
expect 'linux-ish.hpp is installed' \
	[ -s "$root/opt/lish/include/linux-ish/linux-ish.hpp" ]
for cc in $COMPILERS; do
	set -- "$cc" -std=c99 "-I$root/opt/lish/include" "$work/program/main.c"
	expect "static ($cc)" "$@" "$lib/liblinux-ish.a" -o "$work/static"
	expect "static runs ($cc)" "$work/static"
	expect "shared ($cc)" "$@" "-L$lib" -llinux-ish -o "$work/shared"
	expect "shared runs ($cc)" env LD_LIBRARY_PATH="$lib" "$work/shared"
done

# Where a distribution would put it, and how pkg-config tells programs of it.
multi="$work/multi"
expect 'make install, LIBDIR elsewhere' make -s install DESTDIR= \
	PREFIX="$multi" LIBDIR="$multi/lib/x86_64-linux-gnu" "BUILD=$WORK/build"
if there pkg-config; then
	export PKG_CONFIG_PATH="$multi/lib/x86_64-linux-gnu/pkgconfig"
	expect 'pkg-config knows the version' sh -c "[ \"\$(pkg-config \
		--modversion linux-ish)\" = \"\$(make -s print-version)\" ]"
	for cc in $COMPILERS; do
		expect "pkg-config ($cc)" sh -c "eval $cc '$work/program/main.c' \
			\$(pkg-config --cflags --libs linux-ish) -o '$work/pkg'"
		expect "pkg-config, runs ($cc)" env LD_LIBRARY_PATH="$multi/lib/x86_64-linux-gnu" \
			"$work/pkg"
	done
fi

# cmake_program NAME ARGS...: $work/NAME/CMakeLists.txt builds the program; run it
cmake_program() {
	name=$1
	shift
	cp "$work/program/main.c" "$work/$name/"
	expect "CMake: $name" cmake -S "$work/$name" -B "$work/$name/build" "$@"
	expect "CMake: $name builds" cmake --build "$work/$name/build"
	expect "CMake: $name runs" env LD_LIBRARY_PATH="$lib" "$work/$name/build/program"
}

if there cmake; then
	mkdir "$work/subdirectory" "$work/fetch" "$work/find" "$work/find-shared" \
		"$work/find-cmake"
	cat >"$work/subdirectory/CMakeLists.txt" <<-END
		cmake_minimum_required(VERSION 3.13)
		project(program C)
		add_subdirectory("$top/scripts/package" linux-ish)
		add_executable(program main.c)
		target_link_libraries(program PRIVATE linux-ish::linux-ish)
	END
	cmake_program subdirectory
	cat >"$work/fetch/CMakeLists.txt" <<-END
		cmake_minimum_required(VERSION 3.18)
		project(program C)
		include(FetchContent)
		FetchContent_Declare(linux-ish SOURCE_DIR "$top"
			SOURCE_SUBDIR scripts/package)
		FetchContent_MakeAvailable(linux-ish)
		add_executable(program main.c)
		target_link_libraries(program PRIVATE linux-ish::linux-ish)
	END
	cmake_program fetch -DBUILD_SHARED_LIBS=ON
	for name in find find-shared find-cmake; do
		target=linux-ish::linux-ish
		[ $name = find-shared ] && target=linux-ish::shared
		cat >"$work/$name/CMakeLists.txt" <<-END
			cmake_minimum_required(VERSION 3.13)
			project(program C)
			find_package(linux-ish $(make -s print-version) REQUIRED)
			add_executable(program main.c)
			target_link_libraries(program PRIVATE $target)
		END
	done
	cmake_program find "-DCMAKE_PREFIX_PATH=$root/opt/lish"
	cmake_program find-shared "-DCMAKE_PREFIX_PATH=$root/opt/lish"
	expect 'CMake installs' sh -c "cmake -S scripts/package -B '$work/ours' &&
		cmake --build '$work/ours' &&
		cmake --install '$work/ours' --prefix '$work/ours/root'"
	cmake_program find-cmake "-DCMAKE_PREFIX_PATH=$work/ours/root"
	sed -i 's/linux-ish [0-9.]* REQ/linux-ish 99.0 REQ/' "$work/find/CMakeLists.txt"
	if cmake -S "$work/find" -B "$work/find/newer" -DCMAKE_PREFIX_PATH="$root/opt/lish" \
		>"$work/newer" 2>&1; then
		flunk 'CMake: version 99 is found'
	else
		pass
	fi
fi

if there meson; then
	mkdir -p "$work/meson/third_party/linux-ish"
	cp "$work/program/main.c" "$work/meson/"
	cp -R Kbuild include lib scripts "$work/meson/third_party/linux-ish/"
	cat >"$work/meson/meson.build" <<-END
		project('program', 'c')
		subdir('third_party/linux-ish/scripts/package')
		executable('program', 'main.c', dependencies: linux_ish_dep)
	END
	expect 'Meson' meson setup "$work/meson/build" "$work/meson"
	expect 'Meson builds' meson compile -C "$work/meson/build"
	expect 'Meson: runs' "$work/meson/build/program"
fi

# The folders for other builds hold what these ask for, and are complete.
for dist in arduino platformio esp-idf zephyr; do
	expect "dist-$dist" make -s dist-$dist "BUILD=$work/dist-build"
	made=$work/dist-build/dist/$dist/linux-ish
	case $dist in
	arduino) asked='library.properties src/linux-ish.h' include=src ;;
	platformio) asked='library.json' include=include ;;
	esp-idf) asked='CMakeLists.txt idf_component.yml' include=include ;;
	zephyr) asked='zephyr/module.yml zephyr/CMakeLists.txt zephyr/Kconfig' \
		include=include ;;
	esac
	for file in $asked COPYING README.md; do
		expect "dist-$dist has $file" [ -s "$made/$file" ]
	done
	expect "dist-$dist is a whole" sh -c "${CC:-cc} -I'$made/$include' \
		'$work/program/main.c' \$(find '$made' -name '*.c') -o '$work/dist'"
	expect "dist-$dist runs" "$work/dist"
	# What it names is there: files and folders of the build's own lists.
	case $dist in
	esp-idf) grep -o 'lib/[a-z_/]*\.c' "$made/CMakeLists.txt" ;;
	zephyr) sed -n 's|.*\.\./\(lib/[a-z_/]*\.c\).*|\1|p' \
		"$made/zephyr/CMakeLists.txt" ;;
	*) (cd "$made" && find . -name 'ilist.c') ;;
	esac >"$work/named"
	expect "dist-$dist names files" [ -s "$work/named" ]
	expect "dist-$dist names what is there" sh -c "cd '$made' &&
		xargs ls <'$work/named'"
done
if there arduino-cli; then
	expect 'arduino-cli takes it' arduino-cli lib list \
		--libraries "$work/dist-build/dist/arduino"
fi
arduino=$work/dist-build/dist/arduino/linux-ish/src
# sketch COMPILER...: one include has all containers, the inbox among them
sketch() {
	printf '%s\n' '#include <linux-ish.h>' 'INBOX_DEFINE(box);' \
		'WALKLIST_DEFINE(list);' >"$work/sketch.cpp"
	"$@" -fsyntax-only "-I$arduino" "$work/sketch.cpp"
}
expect 'Arduino: one include for all' sketch "${CXX:-c++}"
if there clang; then
	expect 'Arduino: on AVR' sketch clang --target=avr -mmcu=atmega328p \
		-ffreestanding
fi
if there arm-none-eabi-g++; then
	expect 'Arduino: on a Cortex-M0' sketch arm-none-eabi-g++ \
		-mcpu=cortex-m0plus -mthumb -ffreestanding -DARDUINO=10819
fi

# Another compiler, another folder, spaces in names, and no trace in the sources.
mkdir "$work/with space"
cp -R Kbuild Makefile README.md COPYING include lib samples scripts \
	"$work/with space/"
mkdir "$work/with space/tests"
cp -R tests/check.mk tests/bench tests/trace "$work/with space/tests/"
(cd "$work/with space" && find . | sort >"$work/before")
for cc in $COMPILERS tcc; do
	there "$cc" || continue
	expect "make CC=$cc elsewhere" make -C "$work/with space" -s "CC=$cc" \
		"BUILD=$work/elsewhere"
	expect "$cc built it" sh -c "'$cc' -I'$work/with space/include' \
		'$work/program/main.c' '$work/elsewhere/liblinux-ish.a' \
		-o '$work/once' && '$work/once'"
	grep -q "^$cc " "$work/elsewhere/flags" && pass ||
		flunk "$cc did not build it" "$work/elsewhere/flags"
	touch "$work/stamp"
	expect "make CC=$cc again" make -C "$work/with space" -s "CC=$cc" \
		"BUILD=$work/elsewhere"
	expect "nothing is built twice ($cc)" \
		sh -c "[ -z \"\$(find '$work/elsewhere' -name '*.o' -newer '$work/stamp')\" ]"
done
(cd "$work/with space" && find . | sort >"$work/after")
expect 'the sources are as they were' cmp "$work/before" "$work/after"

expect 'make uninstall' make -s uninstall DESTDIR="$root" PREFIX=/opt/lish \
	"BUILD=$WORK/build"
expect 'nothing is left' sh -c "[ -z \"\$(find '$root' -type f -o -type l)\" ]"
finish
