# SPDX-License-Identifier: MIT
#
# A release: "make dist" in a repository of this tree, twice; and from its tarball alone,
# in empty folders, a program by each way that the pages name.
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
	sha256sum -c SHA256SUMS && [ \$(wc -l <SHA256SUMS) = 4 ]"
commit=$(git -C "$work/tree" rev-parse HEAD)
expect 'a release before which no gate was run says so' test \
	"$(cat "$work/release1/gates.txt")" = "commit $commit
no gate was run"

# ran COMMIT: gates that were run on it
ran() {
	mkdir -p "$work/build/gates"
	printf 'commit %s\nlint: passed, 1 s: nothing\n1 passed, 0 failed\n' "$1" \
		>"$work/build/gates/gates.txt"
	make -s -C "$work/tree" dist "BUILD=$work/build" >"$work/output" 2>&1
}
ran "$commit"
expect 'a release has what the gates said of its commit' \
	cmp "$work/build/gates/gates.txt" "$work/build/dist/release/gates.txt"
expect 'with its sum' sh -c "cd '$work/build/dist/release' && sha256sum -c SHA256SUMS |
	grep '^gates.txt: OK'"
for other in "$commit changed" 0123; do
	ran "$other"
	expect "not what they said of another tree: $other" \
		grep -qx 'no gate was run' "$work/build/dist/release/gates.txt"
done
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
	mkdir lish objects
	cp -r '$top/include' '$top/lib' lish/
	(cd objects && $cc -I../lish/include -c ../lish/lib/*.c ../lish/lib/*/*.c)
	$cc -Ilish/include main.c objects/*.o -o program"
expect 'no two files of lib/ have the same name' test -z \
	"$(cd "$top/lib" && ls *.c */*.c | sed 's|.*/||' | sort | uniq -d)"
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

# on_the_page WORD FIRST: the lines on the page of packages that begin with FIRST and have this word
on_the_page() {
	awk -v word="$1" -v first="   $2" '
		function end() { if (index(block, word)) printf "%s", block; block = "" }
		index($0, first) == 1 { inside = 1 }
		/^$/ { end(); inside = 0 }
		inside { block = block $0 "\n" }' "$page"
}
page=$PWD/Documentation/packages.rst
by_cmake='cmake -S . -B made && cmake --build made && cp made/program .'
if there cmake; then
	expect 'the tarball is a repository' commit "$top"
	begin fetch
	cmake_list "$(on_the_page GIT_TAG include | sed "s|ADDRESS|\"file://$top\"|
		s|COMMIT|$(git -C "$top" rev-parse HEAD)|")"
	runs 'FetchContent by git' "$by_cmake"
	begin fetch-url
	cmake_list "$(on_the_page URL_HASH include | sed "s|TARBALL|\"$tarball\"|
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
	begin subproject
	mkdir "$here/subprojects"
	cp -R "$top" "$here/subprojects/linux-ish"
	on_the_page override_dependency project >"$here/subprojects/linux-ish/meson.build"
	cat >"$here/meson.build" <<-END
		project('program', 'c')
		executable('program', 'main.c',
		  dependencies: dependency('linux-ish', fallback: 'linux-ish', version: '$version'))
	END
	runs 'Meson, as a subproject' \
		'meson setup made && meson compile -C made && cp made/program .'
fi
for page in packages kernel; do
	expect "$page.rst has the version in its manifests" test -z \
		"$(grep -oiE "(linux-ish[-/]|version[=\": ']+)[0-9]+\.[0-9]+\.[0-9]+" \
			"Documentation/$page.rst" | grep -v "[^0-9]$version\$")"
done
finish
