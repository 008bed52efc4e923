#!/bin/sh
# SPDX-License-Identifier: MIT
#
# dist.sh arduino|platformio|esp-idf|zephyr FOLDER - the library as those builds
# want to find it
#
# From the top of the tree. FOLDER is made anew.
set -eu
kind=$1
out=$2
version=$(awk '/define LISH_VERSION_(MAJOR|MINOR|PATCH)/ \
	{ printf "%s%s", dot, $3; dot = "." }' include/linux-ish/version.h)
sources=$(sed -n 's/^lish-y [:+]= //p' Kbuild | sed 's/\.o/.c/g' | tr '\n' ' ')
sentence='Intrusive containers in the style of the Linux kernel'
paragraph='Lists, arrays and pools for objects that are born and die hundreds of times a second; nothing is allocated per object.'

rm -rf "$out"
mkdir -p "$out"
cp COPYING "$out/"
cp README.md "$out/"

# copy INCLUDE SOURCE: headers to FOLDER/INCLUDE, files of lib/ to FOLDER/SOURCE
copy() {
	mkdir -p "$out/$1" "$out/$2/core"
	cp -R include/linux-ish "$out/$1/"
	for source in $sources; do
		mkdir -p "$(dirname "$out/$2/${source#lib/}")"
		cp "$source" "$out/$2/${source#lib/}"
	done
	cp lib/core/*.h "$out/$2/core/"
}

case $kind in
arduino)
	copy src src/lib
	{
		echo '/* SPDX-License-Identifier: MIT */'
		echo '/* linux-ish.h - all containers */'
		for header in include/linux-ish/*.h; do
			case $header in
			*/inbox.h) printf '#include "linux-ish/core/atomic.h"\n#if LISH_ATOMICS\n#include "%s"\n#endif\n' \
				"${header#include/}" ;;
			*) echo "#include \"${header#include/}\"" ;;
			esac
		done
	} >"$out/src/linux-ish.h"
	cat >"$out/library.properties" <<-END
		name=linux-ish
		version=$version
		author=the authors of linux-ish
		maintainer=the authors of linux-ish
		sentence=$sentence
		paragraph=$paragraph
		category=Data Storage
		architectures=*
		includes=linux-ish.h
	END
	;;
platformio)
	copy include lib
	cat >"$out/library.json" <<-END
		{
		  "name": "linux-ish",
		  "version": "$version",
		  "description": "$sentence",
		  "keywords": "list, pool, intrusive, container",
		  "license": "MIT",
		  "frameworks": "*",
		  "platforms": "*",
		  "build": { "srcDir": "lib", "includeDir": "include" }
		}
	END
	;;
esp-idf)
	copy include lib
	{
		echo '# SPDX-License-Identifier: MIT'
		echo 'idf_component_register('
		printf '\tSRCS'
		for source in $sources; do
			printf ' "%s"' "$source"
		done
		printf '\n\tINCLUDE_DIRS "include")\n'
	} >"$out/CMakeLists.txt"
	cat >"$out/idf_component.yml" <<-END
		version: "$version"
		description: "$sentence"
		license: "MIT"
	END
	;;
zephyr)
	copy include lib
	mkdir "$out/zephyr"
	cat >"$out/zephyr/module.yml" <<-END
		name: linux-ish
		build:
		  cmake: zephyr
		  kconfig: zephyr/Kconfig
	END
	cat >"$out/zephyr/Kconfig" <<-END
		# SPDX-License-Identifier: MIT
		config LINUX_ISH
			bool "$sentence"
	END
	{
		echo '# SPDX-License-Identifier: MIT'
		echo 'if(CONFIG_LINUX_ISH)'
		echo '  zephyr_include_directories(../include)'
		echo '  zephyr_library()'
		printf '  zephyr_library_sources('
		for source in $sources; do
			printf '\n    ../%s' "$source"
		done
		printf ')\nendif()\n'
	} >"$out/zephyr/CMakeLists.txt"
	;;
*)
	sed -n 's/^# dist.sh/usage: dist.sh/p' "$0" >&2
	exit 2
	;;
esac
echo "$out"
