/* SPDX-License-Identifier: MIT */
#ifndef LINUX_ISH_TARGETS_MSVC_CTYPE_H
#define LINUX_ISH_TARGETS_MSVC_CTYPE_H

int isdigit(int byte);

#endif
