# SPDX-License-Identifier: MIT
#
# A release: "make dist" in a repository of this tree, twice; and from its tarball alone,
# in empty folders, a program by each way that the pages name, and the folders for
# other builds and package tools.
. scripts/script-check.sh

if ! command -v git >/dev/null 2>&1; then
	echo 'skip: no git: no release is tried'
	exit 0
fi
work=$(cd "$WORK" && pwd)
version=$(make -s print-version)
cc=${COMPILERS%% *}
export CC="$cc"
# A make of its own, and no repository around it
unset MAKEFLAGS MAKELEVEL MFLAGS
export GIT_CEILING_DIRECTORIES="$work"

# there TOOL: it is on this machine; if not, that is said once
there() {
	command -v "$1" >/dev/null 2>&1 && return
	echo "skip: no $1: the tests that need it are left out"
	return 1
}

# commit FOLDER: it becomes a repository of one commit
commit() {
	(cd "$1" && git init -q . && git add -A && git -c user.name=a -c user.email=a@b \
		commit -qm one) >"$work/git" 2>&1
}

mkdir "$work/tree"
tar cf - --exclude=./build --exclude=./.git . | (cd "$work/tree" && tar xf -)
expect 'the tree is committed' commit "$work/tree"
for n in 1 2; do
	# What is not committed is not released.
	echo '#error' >>"$work/tree/include/linux-ish/bug.h"
	expect "make dist, $n" make -s -C "$work/tree" dist "BUILD=$work/build"
	cp -R "$work/build/dist/release" "$work/release$n"
	sleep 1
done
expect 'it is the same twice, each byte' diff -r "$work/release1" "$work/release2"
expect 'the checksums are right' sh -c "cd '$work/release1' &&
	sha256sum -c SHA256SUMS && [ \$(wc -l <SHA256SUMS) = 3 ]"
tarball=$(ls "$work"/release1/linux-ish-*.tar.gz)
dev=$(sed -n 's/^#define LISH_VERSION_DEV 1.*/-dev/p' include/linux-ish/version.h)
expect 'the tarball has the version in its name' \
	test "$tarball" = "$work/release1/linux-ish-$version$dev.tar.gz"
expect 'the released file is the committed tree' \
	sh -c "! grep '^#error\$' '$work/release1/linux-ish.h'"
mkdir "$work/user"
(cd "$work/user" && tar xf "$tarball" && mv linux-ish-* linux-ish)
top=$work/user/linux-ish
expect 'the tarball holds no more than the top level may' test \
	"$(cd "$top" && echo *)" = \
	'CHANGELOG.md CMakeLists.txt COPYING Documentation Kbuild Makefile README.md include lib samples scripts tests'
expect 'outside of a repository make dist says why not' sh -c \
	"! make -s -C '$top' dist 2>'$work/said' && grep -q 'no git repository' '$work/said'"

# From the tarball alone
expect 'make' make -s -j2 -C "$top" CFLAGS=-O0
if echo '#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>' | "$cc" -fsyntax-only -x c - 2>/dev/null; then
	expect 'a unit test' make -s -C "$top" check TEST=core/loop_test CFLAGS=-O0
fi
expect 'make install' make -s -C "$top" install CFLAGS=-O0 PREFIX="$work/prefix"

cp tests/build/main.c "$work/main.c"

# begin NAME: an empty folder with the program in it
begin() {
	here=$work/$1
	mkdir "$here"
	cp "$work/main.c" "$here/"
}

# runs WHAT COMMAND: in that folder it makes "program", which succeeds
runs() {
	expect "$1" sh -ec "cd '$here'; $2"
	expect "$1: the program runs" "$here/program"
}

begin copied
runs 'copied files' "
	mkdir lish
	cp -r '$top/include' '$top/lib' lish/
	$cc -Ilish/include main.c lish/lib/*.c lish/lib/*/*.c -o program"
begin one-file
sed -i 's|<linux-ish/.*>|"linux-ish.h"|' "$here/main.c"
runs 'one file' "
	cp '$work/release1/linux-ish.h' .
	printf '%s\n' '#define LINUX_ISH_IMPLEMENTATION' '#include \"linux-ish.h\"' >lish.c
	$cc main.c lish.c -o program"
if there pkg-config; then
	begin pkg-config
	runs 'pkg-config, with a prefix of my own' "
		export PKG_CONFIG_PATH='$work/prefix/lib/pkgconfig'
		eval $cc main.c \$(pkg-config --cflags --libs linux-ish) -o program"
fi

# cmake_list LINES: CMakeLists.txt of the program
cmake_list() {
	cat >"$here/CMakeLists.txt" <<-END
		cmake_minimum_required(VERSION 3.14)
		project(game C)
		add_executable(game main.c)
		set_target_properties(game PROPERTIES OUTPUT_NAME program)
		$1
	END
}

# on_the_page WORD: the lines of CMake on the page of packages that have this word
on_the_page() {
	awk -v word="$1" 'function end() { if (index(block, word)) printf "%s", block; block = "" }
		/^   include\(FetchContent\)/ { inside = 1 }
		/^$/ { end(); inside = 0 }
		inside { block = block $0 "\n" }' "$page"
}
page=$PWD/Documentation/packages.rst
by_cmake='cmake -S . -B made && cmake --build made && cp made/program .'
if there cmake; then
	expect 'the tarball is a repository' commit "$top"
	begin fetch
	cmake_list "$(on_the_page GIT_TAG | sed "s|ADDRESS|\"file://$top\"|
		s|COMMIT|$(git -C "$top" rev-parse HEAD)|")"
	runs 'FetchContent by git' "$by_cmake"
	begin fetch-url
	cmake_list "$(on_the_page URL_HASH | sed "s|TARBALL|\"$tarball\"|
		s|CHECKSUM|$(sed -n 's/ .*gz$//p' "$work/release1/SHA256SUMS")|")"
	runs 'FetchContent by the tarball' "$by_cmake"
	begin subdirectory
	cp -R "$top" "$here/linux-ish"
	cmake_list 'add_subdirectory(linux-ish)
		target_link_libraries(game PRIVATE linux-ish::linux-ish)'
	runs 'add_subdirectory' "$by_cmake"
fi
if there meson; then
	begin meson
	cat >"$here/meson.build" <<-END
		project('program', 'c')
		subdir('third_party/linux-ish/scripts/package')
		executable('program', 'main.c', dependencies: linux_ish_dep)
	END
	runs 'Meson, in my tree' "mkdir third_party && cp -R '$top' third_party/linux-ish
		meson setup made && meson compile -C made && cp made/program ."
fi

# The folders for other builds: the real tool where it is here, else the form of its
# files and a stand-in for what they call.
for dist in arduino platformio esp-idf zephyr meson vcpkg conan dkms; do
	expect "dist-$dist" make -s -C "$top" dist-$dist "BUILD=$work/folders"
	made=$work/folders/dist/$dist/linux-ish
	include=include
	case $dist in
	arduino) asked='library.properties src/linux-ish.h' include=src ;;
	platformio) asked='library.json' ;;
	esp-idf) asked='CMakeLists.txt idf_component.yml' ;;
	zephyr) asked='zephyr/module.yml zephyr/CMakeLists.txt zephyr/Kconfig' ;;
	meson) asked='meson.build' ;;
	vcpkg) asked='portfile.cmake vcpkg.json' include=source/include ;;
	conan) asked='conanfile.py CMakeLists.txt' ;;
	dkms) asked='dkms.conf Kbuild lib/module.c' ;;
	esac
	for file in $asked COPYING README.md; do
		expect "dist-$dist has $file" [ -s "$made/$file" ]
	done
	[ $dist = zephyr ] || expect "dist-$dist has the version" \
		sh -c "cd '$made' && grep -q '[\"=]$version\|'\\''$version' $asked"
	[ $dist = dkms ] || expect "dist-$dist is a whole" sh -c "$cc -I'$made/$include' \
		'$work/main.c' \$(find '$made' -name '*.c') -o '$work/dist' && '$work/dist'"
done
folders=$work/folders/dist

kernel=$(ls -d /lib/modules/*/build 2>/dev/null | head -1)
if [ -n "$kernel" ]; then
	# The kernel's build cannot do with long paths.
	short=$(mktemp -d)
	cp -R "$folders/dkms/linux-ish" "$short/build"
	expect 'dist-dkms: the module is built' make -s -C "$kernel" "M=$short/build" modules
	expect 'dist-dkms: it is where dkms.conf says' [ -e "$short/build/linux-ish.ko" ]
	rm -rf "$short"
else
	echo 'skip: no headers of a kernel: dist-dkms is not built'
fi
if there cmake; then
	# stub NAME LINES: that folder's file, with stand-ins for what the tool defines
	stub() {
		begin "$1"
		printf '%s\n' 'cmake_minimum_required(VERSION 3.14)' 'project(program C)' \
			"$2" 'add_executable(program main.c)' \
			'target_link_libraries(program PRIVATE lish)' >"$here/CMakeLists.txt"
		runs "dist-$1, by CMake with stand-ins" "$by_cmake"
	}
	stub esp-idf "function(idf_component_register)
			cmake_parse_arguments(A \"\" \"\" \"SRCS;INCLUDE_DIRS\" \${ARGN})
			add_library(lish \${A_SRCS})
			target_include_directories(lish PUBLIC \${A_INCLUDE_DIRS})
		endfunction()
		add_subdirectory($folders/esp-idf/linux-ish lish)"
	stub zephyr "set(CONFIG_LINUX_ISH y)
		macro(zephyr_include_directories)
			include_directories(\${ARGN})
		endmacro()
		macro(zephyr_library)
			add_library(lish)
		endmacro()
		macro(zephyr_library_sources)
			target_sources(lish PRIVATE \${ARGN})
		endmacro()
		add_subdirectory($folders/zephyr/linux-ish/zephyr lish)
		include_directories($folders/zephyr/linux-ish/include)"
	cat >"$work/port.cmake" <<-END
		function(run)
			execute_process(COMMAND \${ARGN} COMMAND_ERROR_IS_FATAL ANY)
		endfunction()
		function(vcpkg_cmake_configure)
			run(cmake -S \${ARGV1} -B "$work/port" --install-prefix "$work/ported")
			run(cmake --build "$work/port")
		endfunction()
		function(vcpkg_cmake_install)
			run(cmake --install "$work/port")
		endfunction()
		function(vcpkg_cmake_config_fixup)
			if(NOT EXISTS "$work/ported/\${ARGV1}/linux-ish-config.cmake")
				message(FATAL_ERROR "no \${ARGV1}")
			endif()
		endfunction()
		function(vcpkg_install_copyright)
			if(NOT EXISTS "\${ARGV1}")
				message(FATAL_ERROR "no \${ARGV1}")
			endif()
		endfunction()
		set(CURRENT_PORT_DIR "$folders/vcpkg/linux-ish")
		set(CURRENT_PACKAGES_DIR "$work/ported")
		foreach(file vcpkg/linux-ish/vcpkg.json platformio/linux-ish/library.json)
			file(READ "$folders/\${file}" text)
			string(JSON version GET "\${text}" version)
			if(NOT version STREQUAL "$version")
				message(FATAL_ERROR "\${file}: \${version}")
			endif()
		endforeach()
		include("\${CURRENT_PORT_DIR}/portfile.cmake")
	END
	expect 'dist-vcpkg, dist-platformio: their files, by CMake with stand-ins' \
		cmake -P "$work/port.cmake"
	begin conan
	cmake_list "add_subdirectory(\"$folders/conan/linux-ish\" lish)
		target_link_libraries(game PRIVATE linux-ish::linux-ish)"
	runs 'dist-conan: its CMakeLists.txt' "$by_cmake"
fi
if there meson; then
	begin subproject
	mkdir "$here/subprojects"
	cp -R "$folders/meson/linux-ish" "$work/published"
	expect 'dist-meson is published' commit "$work/published"
	cat >"$here/subprojects/linux-ish.wrap" <<-END
		[wrap-git]
		url = file://$work/published
		revision = HEAD
		[provide]
		dependency_names = linux-ish
	END
	cat >"$here/meson.build" <<-END
		project('program', 'c')
		executable('program', 'main.c',
		  dependencies: dependency('linux-ish', version: '$version'))
	END
	runs 'dist-meson, by a wrap' \
		'meson setup made && meson compile -C made && cp made/program .'
fi
if there python3; then
	cat >"$work/recipe.py" <<-END
		import sys, types
		def module(name, **names):
		    sys.modules[name] = types.ModuleType(name)
		    vars(sys.modules[name]).update(names)
		module("conan", ConanFile=object)
		module("conan.tools")
		module("conan.tools.cmake", CMake=object, cmake_layout=None)
		module("conan.tools.files", copy=None)
		names = {}
		exec(open(sys.argv[1]).read(), names)
		recipe = names["LinuxIsh"]
		assert (recipe.name, recipe.version) == ("linux-ish", "$version")
		recipe.cpp_info = types.SimpleNamespace()
		recipe.package_info(recipe)
		assert recipe.cpp_info.libs == ["linux-ish"]
	END
	expect 'dist-conan: its recipe is Python' \
		python3 "$work/recipe.py" "$folders/conan/linux-ish/conanfile.py"
fi
if there arduino-cli; then
	expect 'dist-arduino: arduino-cli takes it' arduino-cli lib list \
		--libraries "$folders/arduino"
fi
arduino=$folders/arduino/linux-ish/src
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
finish
