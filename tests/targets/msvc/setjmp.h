/* SPDX-License-Identifier: MIT */
#ifndef LINUX_ISH_TARGETS_MSVC_SETJMP_H
#define LINUX_ISH_TARGETS_MSVC_SETJMP_H

typedef struct {
	unsigned __int64 part[2];
} _JBTYPE;
typedef _JBTYPE jmp_buf[16];

/* The compiler adds the frame that longjmp() is to unwind to. */
int _setjmp(jmp_buf env);
#define setjmp _setjmp
__declspec(noreturn) void longjmp(jmp_buf env, int value);

#endif
