/* SPDX-License-Identifier: MIT */
/* Kernels before 5.15 include the compiler's, and have none of their own. */
#if __has_include(<linux/stdarg.h>)
#include <linux/stdarg.h>
#else
#include_next <stdarg.h>
#endif
