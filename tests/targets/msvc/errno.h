/* SPDX-License-Identifier: MIT */
/* Of what cl's headers have, as much as is asked for. The values are theirs. */
#ifndef LINUX_ISH_TARGETS_MSVC_ERRNO_H
#define LINUX_ISH_TARGETS_MSVC_ERRNO_H

#ifdef __cplusplus
extern "C"
#endif
int *_errno(void);
#define errno (*_errno())

#define ENOENT 2
#define EIO 5
#define ENOEXEC 8
#define ENOMEM 12
#define EBUSY 16
#define EEXIST 17
#define EINVAL 22
#define ENOSPC 28
#define ERANGE 34

#endif
