# SPDX-License-Identifier: MIT
#
# How the library gets into a program: each way is tried from an empty folder, and
# the program must run. Also what people do to a build: another compiler without
# "make clean", a folder of their own to build in, spaces in names. ../dist has Meson and
# add_subdirectory.
. scripts/script-check.sh

top=$PWD
# How well it runs is not asked here.
export CFLAGS=-O0
mkdir -p "$WORK/program"
work=$(cd "$WORK" && pwd)
cp tests/build/main.c "$work/program/"

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
	if there lexgrog; then
		lexgrog "$root"/opt/lish/share/man/man?/* >"$WORK/named" 2>&1
		expect 'whatis finds each page' \
			sh -c "grep -q ': \"ilist - ' '$WORK/named' && ! grep failed '$WORK/named'"
	fi
fi
echo '#include <linux-ish/linux-ish.hpp>' >"$WORK/classes.cc"
for cc in $COMPILERS; do
	cxx=$(cxx_of "$cc")
	[ -z "$cxx" ] || expect "linux-ish.hpp is installed ($cxx)" "$cxx" -std=c++11 \
		-fsyntax-only "-I$root/opt/lish/include" "$WORK/classes.cc"
	set -- "$cc" -std=c99 "-I$root/opt/lish/include" "$work/program/main.c"
	expect "static ($cc)" "$@" "$lib/liblinux-ish.a" -o "$work/static"
	expect "static runs ($cc)" "$work/static"
	expect "shared ($cc)" "$@" "-L$lib" -llinux-ish -o "$work/shared"
	expect "shared runs ($cc)" env LD_LIBRARY_PATH="$lib" "$work/shared"
	# In a shared library of the user's, which shows no name of ours.
	expect "in another shared library ($cc)" "$cc" -std=c99 -shared -fPIC \
		-Dmain=program "-I$root/opt/lish/include" "$work/program/main.c" \
		"$lib/liblinux-ish_pic.a" -Wl,-z,text -Wl,-z,defs -o "$work/libprogram.so"
	expect "it exports only its own ($cc)" sh -c "nm -D --defined-only '$work/libprogram.so' |
		awk '{ print \$NF }' | grep -v '^_' | tee '$WORK/exports' | grep -qx program &&
		[ \$(wc -l <'$WORK/exports') = 1 ]"
	expect "in another shared library, runs ($cc)" sh -c "echo 'int program(void);
		int main(void) { return program(); }' >'$work/calls.c' &&
		'$cc' '$work/calls.c' '-L$work' -lprogram -o '$work/calls' &&
		LD_LIBRARY_PATH='$work' '$work/calls'"
done

# Where a distribution would put it, and how pkg-config tells programs of it.
multi="$work/multi"
expect 'make install, LIBDIR elsewhere' make -s install DESTDIR= \
	PREFIX="$multi" LIBDIR="$multi/lib/x86_64-linux-gnu" "BUILD=$WORK/build"
cp "$WORK/output" "$WORK/said"
expect 'it says what to do, because the loader does not look there' \
	grep -q "LD_LIBRARY_PATH=$multi/lib/x86_64-linux-gnu" "$WORK/said"
expect 'make install, for a package' make -s install "DESTDIR=$work/package" \
	PREFIX=/usr "BUILD=$WORK/build"
cp "$WORK/output" "$WORK/said"
expect 'the maker of a package is told nothing' \
	sh -c "! grep LD_LIBRARY_PATH '$WORK/said'"
expect 'where the loader looks, no path is in the flags' sh -c \
	"[ -s '$work/package/usr/lib/pkgconfig/linux-ish.pc' ] &&
		! grep -r rpath '$work/package/usr/lib/pkgconfig'"
if there pkg-config; then
	export PKG_CONFIG_PATH="$multi/lib/x86_64-linux-gnu/pkgconfig"
	expect 'pkg-config knows the version' sh -c "[ \"\$(pkg-config \
		--modversion linux-ish)\" = \"\$(make -s print-version)\" ]"
	for cc in $COMPILERS; do
		expect "pkg-config ($cc)" sh -c "eval $cc '$work/program/main.c' \
			\$(pkg-config --cflags --libs linux-ish) -o '$work/pkg'"
		expect "pkg-config, runs by itself ($cc)" "$work/pkg"
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
	mkdir "$work/fetch" "$work/find" "$work/find-shared" \
		"$work/find-pic" "$work/find-cmake"
	cat >"$work/fetch/CMakeLists.txt" <<-END
		cmake_minimum_required(VERSION 3.18)
		project(program C)
		include(FetchContent)
		FetchContent_Declare(linux-ish SOURCE_DIR "$top")
		FetchContent_MakeAvailable(linux-ish)
		add_executable(program main.c)
		target_link_libraries(program PRIVATE linux-ish::linux-ish)
	END
	cmake_program fetch -DBUILD_SHARED_LIBS=ON
	expect 'CMake: the shared library calls its own functions directly' sh -c "
		readelf -rW '$work'/fetch/build/_deps/*/liblinux-ish.so >'$work/calls' &&
		grep -q ' malloc@' '$work/calls' && ! grep ' dense_check ' '$work/calls'"
	for name in find find-shared find-pic find-cmake; do
		target=linux-ish::linux-ish
		case $name in find-shared | find-pic) target=linux-ish::${name#find-} ;; esac
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
	cmake_program find-pic "-DCMAKE_PREFIX_PATH=$root/opt/lish"
	expect 'CMake installs' sh -c "cmake -S . -B '$work/ours' &&
		cmake --build '$work/ours' &&
		cmake --install '$work/ours' --prefix '$work/ours/root'"
	cmake_program find-cmake "-DCMAKE_PREFIX_PATH=$work/ours/root"
	# With the installed file of another release: what asked for which is served?
	# serves RELEASE ASKED: answers yes or no
	serves() {
		sed -e "s/@VERSION@/$1/" -e "s/@MINOR@/${1%.*}/" -e "s/@MAJOR@/${1%%.*}/" \
			scripts/package/linux-ish-config-version.cmake.in >"$work/asked.cmake"
		cat >"$work/ask.cmake" <<-END
			set(PACKAGE_FIND_VERSION $2)
			string(REPLACE "." ";" part $2)
			list(GET part 0 PACKAGE_FIND_VERSION_MAJOR)
			list(GET part 1 PACKAGE_FIND_VERSION_MINOR)
			include("$work/asked.cmake")
			if(PACKAGE_VERSION_COMPATIBLE)
				message(yes)
			else()
				message(no)
			endif()
		END
		cmake -P "$work/ask.cmake" 2>&1
	}
	while read -r here asked answer; do
		expect "release $here, asked for $asked: $answer" \
			test "$(serves $here $asked)" = $answer
	done <<-END
		0.2.3 0.2.0 yes
		0.2.3 0.1.0 no
		0.2.3 0.2.4 no
		1.3.0 1.0.0 yes
		1.3.0 1.4.0 no
		1.3.0 0.9.0 no
		2.0.0 1.3.0 no
	END
	sed -i 's/linux-ish [0-9.]* REQ/linux-ish 99.0 REQ/' "$work/find/CMakeLists.txt" \
		"$work/find-cmake/CMakeLists.txt"
	for name in find find-cmake; do
		if cmake -S "$work/$name" -B "$work/$name/newer" \
			"-DCMAKE_PREFIX_PATH=$root/opt/lish;$work/ours/root" \
			>"$work/newer" 2>&1; then
			flunk "CMake: version 99 is found ($name)"
		else
			pass
		fi
	done
fi

# Another compiler, another folder, spaces in names, and no trace in the sources.
mkdir "$work/with space"
cp -R Kbuild Makefile README.md COPYING CMakeLists.txt include lib samples scripts \
	"$work/with space/"
mkdir "$work/with space/tests"
cp -R tests/check.mk tests/bench tests/trace "$work/with space/tests/"
(cd "$work/with space" && find . | sort >"$work/before")
for cc in $COMPILERS tcc; do
	there "$cc" || continue
	expect "make CC=$cc elsewhere" make -C "$work/with space" -s "CC=$cc" \
		"BUILD=$work/elsewhere" "$work/elsewhere/liblinux-ish.a"
	expect "$cc built it" sh -c "'$cc' -I'$work/with space/include' \
		'$work/program/main.c' '$work/elsewhere/liblinux-ish.a' \
		-o '$work/once' && '$work/once'"
	grep -q "^$cc " "$work/elsewhere/flags" && pass ||
		flunk "$cc did not build it" "$work/elsewhere/flags"
	touch "$work/stamp"
	expect "make CC=$cc again" make -C "$work/with space" -s "CC=$cc" \
		"BUILD=$work/elsewhere" "$work/elsewhere/liblinux-ish.a"
	expect "nothing is built twice ($cc)" \
		sh -c "[ -z \"\$(find '$work/elsewhere' -name '*.o' -newer '$work/stamp')\" ]"
done
(cd "$work/with space" && find . | sort >"$work/after")
expect 'the sources are as they were' cmp "$work/before" "$work/after"

expect 'make uninstall' sh -c "make -s uninstall 'DESTDIR=$root' PREFIX=/opt/lish \
	'BUILD=$WORK/build' >'$WORK/uninstalled'"
expect 'it says nothing of the build' sh -c "! grep -F '$WORK/build' '$WORK/uninstalled'"
expect 'nothing is left' sh -c "[ -z \"\$(find '$root' -type f -o -type l)\" ]"
printf '%s\n' . ./include ./lib ./share ./share/man >"$WORK/before"
(cd "$root/opt/lish" && find . | LC_ALL=C sort) >"$WORK/after"
expect 'nor a folder of its own' diff "$WORK/before" "$WORK/after"
finish
