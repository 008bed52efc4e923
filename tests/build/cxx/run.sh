# SPDX-License-Identifier: MIT
#
# The containers in C++ programs: loops that are left by break, return and
# exceptions. Each program is built in each standard, with the compiler's
# cleanup attribute and without it (then a destructor closes the loops), and
# prints "N passed, N failed" itself.
#
# They are users' files too: what the macros expand to in them must be silent
# under the flags that code bases of C++ use.
. scripts/script-check.sh

foreign='-Werror=old-style-cast -Werror=zero-as-null-pointer-constant
	-Werror=extra-semi -Werror=redundant-decls -Werror=undef
	-Werror=double-promotion -Werror=cast-qual -Werror=shadow'

for cc in $COMPILERS; do
	cxx=$(cxx_of "$cc")
	[ -n "$cxx" ] || continue
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
