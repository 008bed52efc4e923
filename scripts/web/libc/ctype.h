/* SPDX-License-Identifier: MIT */
#ifndef WEB_CTYPE_H
#define WEB_CTYPE_H
static inline int isdigit(int c)
{
	return c >= '0' && c <= '9';
}
#endif
