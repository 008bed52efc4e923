#!/bin/sh
# SPDX-License-Identifier: MIT
#
# loader.sh LIBDIR SONAME - after an installation: what to do if programs do not find it
PATH=$PATH:/sbin:/usr/sbin
libdir=$1
soname=$2
if ldconfig -p 2>/dev/null | grep -qF " => $libdir/$soname"; then
	exit
fi
if ldconfig -N -v 2>/dev/null | grep -q "^$libdir:"; then
	echo "Programs find $soname once you have run, as root: ldconfig"
	exit
fi
cat <<END
The loader does not look for libraries in $libdir. Do one of these:
- build with pkg-config: its flags tell the program the path
- link with -Wl,-rpath,$libdir
- run with LD_LIBRARY_PATH=$libdir
END
