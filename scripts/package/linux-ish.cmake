# SPDX-License-Identifier: MIT
#
# The targets and the installation of CMakeLists.txt. BUILD_SHARED_LIBS decides as usual.
get_filename_component(LISH_TOP "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
set(lish_version)
foreach(part MAJOR MINOR PATCH)
	file(STRINGS "${LISH_TOP}/include/linux-ish/version.h" line
		REGEX "#define LISH_VERSION_${part} ")
	string(REGEX REPLACE ".* ([0-9]+)$" "\\1" number "${line}")
	list(APPEND lish_version ${number})
endforeach()
list(GET lish_version 0 lish_major)
list(GET lish_version 1 lish_minor)
string(REPLACE ";" "." lish_version "${lish_version}")

# Kbuild has the one list of files.
file(STRINGS "${LISH_TOP}/Kbuild" lines REGEX "^lish-y ")
set(lish_sources)
foreach(line ${lines})
	string(REGEX REPLACE "^lish-y [:+]= " "" line "${line}")
	string(REPLACE " " ";" objects "${line}")
	foreach(object ${objects})
		string(REGEX REPLACE "\\.o$" ".c" source "${object}")
		list(APPEND lish_sources "${LISH_TOP}/${source}")
	endforeach()
endforeach()

add_library(linux-ish ${lish_sources})
add_library(linux-ish::linux-ish ALIAS linux-ish)
target_include_directories(linux-ish PUBLIC
	$<BUILD_INTERFACE:${LISH_TOP}/include> $<INSTALL_INTERFACE:include>)
set_target_properties(linux-ish PROPERTIES
	C_STANDARD 99
	POSITION_INDEPENDENT_CODE ON
	VERSION ${lish_version}
	SOVERSION ${lish_major}.${lish_minor})

# As in the Makefile: a shared library calls its own functions directly.
if(UNIX AND NOT APPLE AND CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
	set_property(TARGET linux-ish APPEND_STRING PROPERTY
		LINK_FLAGS " -Wl,-Bsymbolic-functions")
endif()

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(lish_cmake "${CMAKE_INSTALL_LIBDIR}/cmake/linux-ish")
# Before 1.0 each minor release may break what was written for the one before.
set(lish_same SameMajorVersion)
if(lish_major EQUAL 0)
	set(lish_same SameMinorVersion)
endif()
write_basic_package_version_file(linux-ish-config-version.cmake
	VERSION ${lish_version} COMPATIBILITY ${lish_same})
install(TARGETS linux-ish EXPORT linux-ish)
install(DIRECTORY "${LISH_TOP}/include/linux-ish"
	DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(EXPORT linux-ish NAMESPACE linux-ish:: DESTINATION "${lish_cmake}"
	FILE linux-ish-config.cmake)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/linux-ish-config-version.cmake"
	DESTINATION "${lish_cmake}")
