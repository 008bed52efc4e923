/* SPDX-License-Identifier: MIT */
/*
 * setjmp.h - for WebAssembly, where libc has none: setjmp.c makes it of exceptions
 */
#ifndef LINUX_ISH_TARGETS_WASM_SETJMP_H
#define LINUX_ISH_TARGETS_WASM_SETJMP_H

typedef unsigned long jmp_buf[1];

int setjmp(jmp_buf env) __attribute__((__returns_twice__));
void longjmp(jmp_buf env, int value) __attribute__((__noreturn__));

#endif /* LINUX_ISH_TARGETS_WASM_SETJMP_H */
