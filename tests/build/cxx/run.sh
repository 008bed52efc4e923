# SPDX-License-Identifier: MIT
#
# The containers in C++ programs: loops that are left by break, return and
# exceptions. Each program is built in each standard, with the compiler's
# cleanup attribute and without it (then a destructor closes the loops), and
# prints "N passed, N failed" itself.
#
# classes.cc and makers.cc are the same for linux-ish.hpp, also under ASan, without
# exceptions, and where cursors are copied; refused.cpp has what must not compile.
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
		"$1" -std=$2 $CXX_USER_WARNINGS -Iinclude -DWRONG=$number \
			-c tests/build/cxx/refused.cpp -o "$WORK/refused.o" >"$WORK/said" 2>&1 &&
			echo "mistake $number compiles" && return 1
		grep -qE "error: .*($says)" "$WORK/said" || {
			echo "mistake $number does not say \"$says\""
			cat "$WORK/said"
			return 1
		}
	done <"$WORK/mistakes"
}

for cc in $COMPILERS; do
	cxx=$(cxx_of "$cc")
	[ -n "$cxx" ] || continue
	for std in c++11 c++20; do
		expect "linux-ish.hpp refuses mistakes ($cxx -std=$std)" refused "$cxx" $std
	done
	for how in '-std=c++14 -O2' '-std=c++11 -O0 -fno-elide-constructors' \
		'-std=c++17 -O2 -DLISH_CHECK=0' '-std=c++11 -O1 -DLISH_CHECK=2' \
		'-std=c++11 -O2 -DLISH_REPORT_LOCATION' '-std=c++11 -Os -DLISH_OUTLINE'; do
		for name in classes makers; do
			expect "$cxx $how $name.cc" "$cxx" $how $CXX_USER_WARNINGS -Iinclude \
				tests/build/cxx/$name.cc "$LIBRARY" -o "$WORK/$name" || continue
			expect "$name ($cxx $how)" "$WORK/$name"
		done
	done
	expect "linux-ish.hpp without exceptions and RTTI ($cxx)" \
		"$cxx" -std=c++11 -fno-exceptions -fno-rtti $CXX_USER_WARNINGS -Iinclude \
		-fsyntax-only tests/build/cxx/refused.cpp
	if scripts/can-sanitize.sh "$cc" >/dev/null 2>&1; then
		for name in classes makers; do
			expect "$cxx builds $name.cc with sanitizers" "$cxx" -std=c++11 -O1 -g \
				-fsanitize=address,undefined -fno-sanitize-recover=all -Iinclude \
				tests/build/cxx/$name.cc "$LIBRARY" -o "$WORK/$name" || continue
			expect "$name under sanitizers ($cxx)" "$WORK/$name"
		done
	fi
	for how in '' -DLISH_NO_CLEANUP_ATTRIBUTE -DLISH_OUTLINE; do
		for file in tests/build/cxx/*.cc; do
			expect "$cxx says nothing of $file $how" \
				"$cxx" -std=c++11 $foreign -O2 $how -Iinclude \
				-fsyntax-only "$file"
		done
	done
	for std in c++11 c++17 c++20; do
		for how in '' -O0 -DLISH_NO_CLEANUP_ATTRIBUTE; do
			for file in tests/build/cxx/*.cc; do
				program=$WORK/$(basename "$file" .cc)
				expect "$cxx -std=$std $how $file" \
					"$cxx" -std=$std $CXX_USER_WARNINGS -O2 $how \
					-Iinclude "$file" "$LIBRARY" \
					-o "$program" || continue
				expect "$program ($cxx -std=$std $how)" "$program"
			done
		done
	done
done
[ $((passed + failed)) -gt 0 ] || {
	echo 'skip: no C++ compiler'
	pass
}
finish
