#!/bin/sh
# SPDX-License-Identifier: MIT
#
# dist.sh release|NAME FOLDER - what is published, in FOLDER, which is made empty first
#
# From the top of the tree. release: the committed tree as a tarball, the library as one
# file, and their checksums. NAME: a folder as that build or package tool wants to find
# the library, complete: arduino, platformio, esp-idf, zephyr, meson, vcpkg, conan, dkms.
set -eu
kind=$1
out=$2
header=include/linux-ish/version.h
sources=$(sed -n 's/^lish-y [:+]= //p' Kbuild | sed 's/\.o/.c/g' | tr '\n' ' ')
sentence='Intrusive containers in the style of the Linux kernel'
paragraph='Lists, arrays and pools for objects that are born and die hundreds of times a second; nothing is allocated per object.'

# number: that of the version.h on standard input
number() {
	awk '/define LISH_VERSION_(MAJOR|MINOR|PATCH)/ {
		printf "%s%s", dot, $3; dot = "." }'
}
version=$(number <$header)

rm -rf "$out"
mkdir -p "$out"

if [ "$kind" = release ]; then
	if ! git rev-parse --git-dir >/dev/null 2>&1; then
		echo 'make dist: it takes the committed tree, and this is no git repository' >&2
		exit 1
	fi
	name=linux-ish-$(git show HEAD:./$header | number)
	if git show HEAD:./$header | grep -q '_VERSION_DEV 1'; then
		name=$name-dev
	fi
	git -c tar.umask=0022 archive --prefix="$name/" HEAD >"$out/$name.tar"
	(cd "$out" && tar xf "$name.tar" && gzip -9 -n "$name.tar")
	MAKEFLAGS='' COMMIT="$(git rev-parse --short HEAD)" \
		make -s -C "$out/$name" single-header BUILD=build >/dev/null
	mv "$out/$name/build/linux-ish.h" "$out/$name/build/linux-ish.hpp" "$out/"
	rm -rf "${out:?}/$name"
	cd "$out"
	sum=sha256sum
	command -v $sum >/dev/null 2>&1 || sum='shasum -a 256'
	$sum "$name.tar.gz" linux-ish.h linux-ish.hpp >SHA256SUMS
	for file in *; do
		echo "$out/$file"
	done
	exit
fi

cp COPYING README.md "$out/"

# copy INCLUDE SOURCE: headers to FOLDER/INCLUDE, files of lib/ to FOLDER/SOURCE
copy() {
	mkdir -p "$out/$1"
	cp -R include/linux-ish "$out/$1/"
	for source in $sources lib/*.h lib/*/*.h; do
		mkdir -p "$(dirname "$out/$2/${source#lib/}")"
		cp "$source" "$out/$2/${source#lib/}"
	done
}

# cmake_root: what CMakeLists.txt reads
cmake_root() {
	mkdir -p "$out/scripts/package"
	cp CMakeLists.txt Kbuild "$out/"
	cp scripts/package/linux-ish.cmake "$out/scripts/package/"
}

case $kind in
arduino)
	copy src src/lib
	{
		echo '/* SPDX-License-Identifier: MIT */'
		echo '/* linux-ish.h - all containers */'
		for header in include/linux-ish/*.h; do
			case $header in
			*/heap.h) ;;
			*/inbox.h) printf '#include "linux-ish/ground/atomic.h"\n#if LISH_ATOMICS\n#include "%s"\n#endif\n' \
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
meson)
	copy include lib
	{
		echo '# SPDX-License-Identifier: MIT'
		echo "project('linux-ish', 'c', version: '$version', license: 'MIT',"
		echo "  meson_version: '>=0.54', default_options: 'c_std=c99')"
		echo "linux_ish_include = include_directories('include')"
		echo "linux_ish_lib = static_library('linux-ish',"
		for source in $sources; do
			echo "  '$source',"
		done
		echo '  include_directories: linux_ish_include)'
		echo 'linux_ish_dep = declare_dependency(link_with: linux_ish_lib,'
		echo '  include_directories: linux_ish_include,'
		echo '  version: meson.project_version())'
		echo "meson.override_dependency('linux-ish', linux_ish_dep)"
	} >"$out/meson.build"
	;;
vcpkg)
	port=$out
	out=$out/source
	mkdir "$out"
	copy include lib
	cmake_root
	cat >"$port/vcpkg.json" <<-END
		{
		  "name": "linux-ish",
		  "version": "$version",
		  "description": "$sentence",
		  "license": "MIT",
		  "dependencies": [
		    { "name": "vcpkg-cmake", "host": true },
		    { "name": "vcpkg-cmake-config", "host": true }
		  ]
		}
	END
	cat >"$port/portfile.cmake" <<-'END'
		# SPDX-License-Identifier: MIT
		vcpkg_cmake_configure(SOURCE_PATH "${CURRENT_PORT_DIR}/source")
		vcpkg_cmake_install()
		vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/linux-ish)
		file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include")
		vcpkg_install_copyright(FILE_LIST "${CURRENT_PORT_DIR}/COPYING")
	END
	out=$port
	;;
conan)
	copy include lib
	cmake_root
	cat >"$out/conanfile.py" <<-END
		# SPDX-License-Identifier: MIT
		from os.path import join
		from conan import ConanFile
		from conan.tools.cmake import CMake, cmake_layout
		from conan.tools.files import copy


		class LinuxIsh(ConanFile):
		    name = "linux-ish"
		    version = "$version"
		    description = "$sentence"
		    license = "MIT"
		    package_type = "library"
		    settings = "os", "arch", "compiler", "build_type"
		    options = {"shared": [True, False], "fPIC": [True, False]}
		    default_options = {"shared": False, "fPIC": True}
		    implements = ["auto_shared_fpic"]
		    generators = "CMakeToolchain"
		    exports_sources = ("CMakeLists.txt", "Kbuild", "COPYING", "include/*",
		                       "lib/*", "scripts/*")

		    def layout(self):
		        cmake_layout(self)

		    def build(self):
		        cmake = CMake(self)
		        cmake.configure()
		        cmake.build()

		    def package(self):
		        CMake(self).install()
		        copy(self, "COPYING", self.source_folder,
		             join(self.package_folder, "licenses"))

		    def package_info(self):
		        self.cpp_info.libs = ["linux-ish"]
	END
	;;
dkms)
	cp -R Kbuild include lib "$out/"
	sed "s/@VERSION@/$version/" scripts/package/dkms.conf.in >"$out/dkms.conf"
	;;
*)
	sed -n 's/^# dist.sh/usage: dist.sh/p' "$0" >&2
	exit 2
	;;
esac
echo "$out"
