#pragma once
#if defined(__linux__)
#include <malloc.h>
#include <sys/prctl.h>

/* prctl(2) is variadic, which Swift cannot call. */
static inline int pulsum_set_dumpable(int dumpable) { return prctl(PR_SET_DUMPABLE, dumpable, 0, 0, 0); }
#endif
