/* SPDX-License-Identifier: MIT */
#ifndef WEB_ERRNO_H
#define WEB_ERRNO_H
#define ENOENT 2
#define EIO 5
#define ENOEXEC 8
#define ENOMEM 12
#define EBUSY 16
#define EEXIST 17
#define EINVAL 22
#define ENOSPC 28
#define ERANGE 34
static int web_errno;
#define errno web_errno
#endif
