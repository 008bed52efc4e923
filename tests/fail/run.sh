# SPDX-License-Identifier: MIT
#
# Mistakes that must not compile. Each program has the mistake under #ifdef
# WRONG and the right form in the #else: it must compile without, and must not
# with WRONG. -Werror=incompatible-pointer-types is the default of gcc 14 and
# clang 16; C++ is always that strict.
. scripts/script-check.sh

for cc in $COMPILERS; do
	cxx=$(cxx_of "$cc")
	for file in tests/fail/*.c; do
		set -- "$cc" -std=c99 -Werror=incompatible-pointer-types
		expect "$file is right without WRONG ($cc)" \
			"$@" -Iinclude -fsyntax-only "$file"
		if "$@" -Iinclude -DWRONG -fsyntax-only "$file" \
			>"$WORK/output" 2>&1; then
			flunk "$cc compiles $file with the mistake in it"
		else
			pass
		fi
		[ -n "$cxx" ] || continue
		set -- "$cxx" -x c++ -std=c++11
		expect "$file is right without WRONG ($cxx)" \
			"$@" -Iinclude -fsyntax-only "$file"
		if "$@" -Iinclude -DWRONG -fsyntax-only "$file" \
			>"$WORK/output" 2>&1; then
			flunk "$cxx compiles $file with the mistake in it"
		else
			pass
		fi
	done
done
finish
