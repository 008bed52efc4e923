# SPDX-License-Identifier: MIT
#
# The containers in C++ programs: loops that are left by break, return and
# exceptions. Each program runs with and without the compiler's cleanup attribute (then
# a destructor closes the loops), each compiler in another standard; in the others it
# is only compiled. It prints "N passed, N failed" itself.
#
# classes.cc, makers.cc and leases.cc are the same for linux-ish.hpp, also under ASan, and where
# cursors are copied: they take long, so the compilers share these ways of building.
# refused.cpp has what must not compile.
#
# They are users' files too: what the macros expand to in them must be silent
# under the flags that code bases of C++ use.
. scripts/script-check.sh

foreign='-Werror=old-style-cast -Werror=zero-as-null-pointer-constant
	-Werror=extra-semi -Werror=redundant-decls -Werror=undef
	-Werror=double-promotion -Werror=cast-qual -Werror=shadow'

# refused CXX STANDARD: each mistake of refused.cpp says why it does not compile
refused() {
	"$1" -std=$2 $CXX_USER_WARNINGS -Iinclude -fsyntax-only \
		tests/build/cxx/refused.cpp || return 1
	sed -n 's/^#if.* WRONG == \([0-9]*\) .*"\(.*\)".*/\1 \2/p' \
		tests/build/cxx/refused.cpp >"$WORK/mistakes"
	[ "$(wc -l <"$WORK/mistakes")" -ge 6 ] || return 1
	while read -r number says; do
		"$1" -std=$2 $CXX_USER_WARNINGS -Werror=unused-result \
			-Werror=deprecated-declarations -Iinclude -DWRONG=$number -c \
			tests/build/cxx/refused.cpp -o "$WORK/refused.o" >"$WORK/said" 2>&1 &&
			echo "mistake $number compiles" && return 1
		grep -qE "error: .*($says)" "$WORK/said" || {
			echo "mistake $number does not say \"$says\""
			cat "$WORK/said"
			return 1
		}
	done <"$WORK/mistakes"
}

# runs FLAGS FILE: it is built without a word, and runs
runs() {
	expect "$cxx $1 $2" "$cxx" $1 $CXX_USER_WARNINGS $foreign -Iinclude "$2" \
		"$LIBRARY" -o "$WORK/program" || return
	expect "$2 runs ($cxx $1)" "$WORK/program"
}

# imports CXX: a module that uses the library, and a program that imports it, link and run
imports() {
	set -- "$1" "$1 -std=c++20 -O0 -Iinclude"
	if [ "$("$1" -dM -E -x c++ /dev/null | grep -c __clang__)" = 0 ]; then
		"$1" -std=c++20 -fmodules-ts -fsyntax-only -x c++ /dev/null 2>"$WORK/said" ||
			{ echo "skip: no modules in $1"; return 0; }
		# gcc keeps what it knows of modules in a folder of the current one.
		(cd "$WORK" && $2 -fmodules-ts "-I$OLDPWD/include" -c "$OLDPWD/tests/build/cxx/module.cpp" \
			-o module.o && $2 -fmodules-ts -c "$OLDPWD/tests/build/cxx/imports.cpp" -o imports.o) ||
			return 1
	else
		$2 -x c++-module --precompile tests/build/cxx/module.cpp -o "$WORK/game.pcm" &&
			$2 -c "$WORK/game.pcm" -o "$WORK/module.o" &&
			$2 "-fmodule-file=$WORK/game.pcm" -c tests/build/cxx/imports.cpp \
				-o "$WORK/imports.o" || return 1
	fi
	"$1" "$WORK/module.o" "$WORK/imports.o" "$LIBRARY" -o "$WORK/imports" && "$WORK/imports"
}

# The objects of every macro have virtual functions, with which offsetof() would warn.
{
	echo 'struct called { virtual int call() const; };'
	sh tests/uses.sh --every | sed 's/_obj {/_obj final : called {/'
} >"$WORK/every.cc"
expect 'objects with virtual functions' test "$(grep -c 'final : called' "$WORK/every.cc")" -ge 12

# How many of them have C++
compilers=$(for cc in $COMPILERS; do cxx_of "$cc"; done 2>/dev/null | wc -l)
turn=0
for cc in $COMPILERS; do
	cxx=$(cxx_of "$cc")
	[ -n "$cxx" ] || continue
	turn=$((turn + 1))
	for std in c++11 c++20; do
		expect "virtual functions, in every macro ($cxx -std=$std)" "$cxx" -std=$std \
			-Wall -Wextra -Werror -Iinclude -fsyntax-only "$WORK/every.cc"
	done
	std=c++11
	with='-std=c++11 -O2'
	without='-std=c++20 -O0'
	[ "$cc" = "${COMPILERS%% *}" ] || {
		std=c++20
		with='-std=c++17 -O0'
		without='-std=c++11 -O1'
	}
	expect "linux-ish.hpp refuses mistakes ($cxx -std=$std)" refused "$cxx" $std
	for how in "$with" "$without -DLISH_NO_CLEANUP_ATTRIBUTE"; do
		for file in tests/build/cxx/*.cc; do
			runs "$how" "$file"
		done
	done
	# One compiler: g++ takes 20 s for these programs with sanitizers, clang++ 8 s.
	sanitize=''
	if [ "$cc" = "${COMPILERS##* }" ] &&
			scripts/can-sanitize.sh "$cc" >/dev/null 2>&1; then
		sanitize='-fsanitize=address,undefined -fno-sanitize-recover=all'
	fi
	ways=0
	for how in '-std=c++11 -O0 -fno-elide-constructors' \
		'-std=c++14 -O1 -DLISH_CHECK=0' '-std=c++11 -Os' \
		"-std=c++11 -O0 -DLISH_CHECK=2 $sanitize"; do
		ways=$((ways + 1))
		[ $(((ways + turn) % compilers)) = 0 ] || continue
		runs "$how" tests/build/cxx/classes.cc
		runs "$how" tests/build/cxx/makers.cc
		runs "$how" tests/build/cxx/leases.cc
	done
	expect "linux-ish.hpp without exceptions and RTTI ($cxx)" \
		"$cxx" -std=c++11 -fno-exceptions -fno-rtti $CXX_USER_WARNINGS -Iinclude \
		-fsyntax-only tests/build/cxx/refused.cpp
	expect "a module of C++20 links ($cxx)" imports "$cxx"
	if qt=$(pkg-config --cflags Qt5Core 2>/dev/null); then
		expect "behind the headers of Qt ($cxx)" "$cxx" -std=c++17 -fPIC -DHAS_QT $qt \
			-Iinclude -fsyntax-only tests/build/cxx/beside.cc
	else
		echo "skip: no Qt 5: only its macros come before ours ($cxx)"
	fi
	# All files in one call: a failure names its file.
	for how in -std=c++17 -std=c++20; do
		# Those programs were built so above.
		case " $with $without " in *"$how "*) continue ;; esac
		expect "$cxx says nothing with $how" "$cxx" $how $CXX_USER_WARNINGS \
			$foreign -Iinclude -fsyntax-only tests/build/cxx/*.cc
	done
done
[ $((passed + failed)) -gt 0 ] || {
	echo 'skip: no C++ compiler'
	pass
}
finish
