// SPDX-License-Identifier: MIT
/*
 * unwind.c - the calls that led to a report
 *
 * The stack is asked for all of its return addresses. Those of the report hook and of bug.c come
 * first. bug.c has stored its own return address in the report: the user's part of the stack
 * begins there.
 *
 * No program needs a library for this. References to the unwinder are weak. A program in C does
 * not link libgcc_s; then glibc's backtrace() loads it. Linked only if it is used.
 */
#define LISH_LIB_
#include <linux-ish/bug.h>

/* How deep the stack is looked at, from the hook outwards. */
#define LISH_FRAMES_ 64

#if LISH_HOSTED && LISH_HAS_CALLER && defined(_WIN32)
/* As <windows.h> declares it, which a program may include in the same file. */
LISH_C_LINKAGE_
__declspec(dllimport) unsigned short __stdcall
RtlCaptureStackBackTrace(unsigned long skip, unsigned long n, void **to,
			 unsigned long *hash);
LISH_C_LINKAGE_END_

static unsigned int lish_frames(void **to)
{
	return RtlCaptureStackBackTrace(0, LISH_FRAMES_, to, NULL);
}
#elif LISH_HOSTED && LISH_HAS_CALLER && LISH_GNU && defined(__has_include) && \
	(defined(__unix__) || defined(__APPLE__))
#if __has_include(<unwind.h>)
#include <unwind.h>
#define LISH_UNWINDS_
#ifndef __APPLE__
#pragma weak _Unwind_Backtrace
#ifdef __ARM_EABI_UNWINDER__
#pragma weak _Unwind_VRS_Get
#else
#pragma weak _Unwind_GetIP
#endif
#endif
#endif
#ifdef __GLIBC__
LISH_C_LINKAGE_
extern int backtrace(void **to, int n) __attribute__((__weak__));
LISH_C_LINKAGE_END_
#endif

#ifdef LISH_UNWINDS_
struct lish_frames_ {
	void **to;
	unsigned int n;
};

static _Unwind_Reason_Code lish_frame(struct _Unwind_Context *context, void *data)
{
	struct lish_frames_ *frames = (struct lish_frames_ *)data;

	if (frames->n == LISH_FRAMES_)
		return _URC_END_OF_STACK;
	frames->to[frames->n++] = (void *)_Unwind_GetIP(context);
	return _URC_NO_REASON;
}
#endif

static unsigned int lish_frames(void **to)
{
#ifdef LISH_UNWINDS_
	struct lish_frames_ frames = { to, 0 };

#ifndef __APPLE__
	if (_Unwind_Backtrace)
#endif
	{
		(void)_Unwind_Backtrace(lish_frame, &frames);
		return frames.n;
	}
#endif
#ifdef __GLIBC__
	if (backtrace)
		return (unsigned int)backtrace(to, LISH_FRAMES_);
#endif
	(void)to;
	return 0;
}
#else
static unsigned int lish_frames(void **to)
{
	(void)to;
	return 0;
}
#endif

/* The frame that returns to an address, or n. Thumb sets the last bit in one of the two. */
static unsigned int lish_frame_of(void *const *frames, unsigned int n,
				  const void *address)
{
	unsigned int i = 0;

	/* The outermost frame of some systems returns to NULL. */
	while (i < n && (!frames[i] ||
			 ((uintptr_t)frames[i] | 1) != ((uintptr_t)address | 1)))
		i++;
	return i;
}

/* Where the user's part of the stack begins, or n. */
static unsigned int lish_first_frame(const struct lish_fault *fault,
				     void *const *frames, unsigned int n)
{
	unsigned int at = n;

#if LISH_HOSTED
	at = lish_frame_of(frames, n, fault->from_);
#endif
	/* A report that the program made itself: it names the caller. */
	if (at == n && fault->caller)
		at = lish_frame_of(frames, n, (const char *)fault->caller + 1);
	return at;
}

unsigned int lish_callers(const struct lish_fault *fault, const void **to,
			  unsigned int n)
{
	void *frames[LISH_FRAMES_];
	const unsigned int all = lish_frames(frames);
	unsigned int at = lish_first_frame(fault, frames, all), i;

	if (at == all) {
		if (!n || !fault->caller)
			return 0;
		to[0] = fault->caller;
		return 1;
	}
	for (i = 0; i < n && at < all && frames[at]; i++, at++)
		to[i] = (const char *)frames[at] - 1;
	return i;
}
