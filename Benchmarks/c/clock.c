// Loaded with LD_PRELOAD: moves the date of a process by the seconds of MOVED_BY. The monotonic clock and timers stay as they
// are. (libfaketime 0.9.10 also moves timers of `timerfd_settime`, which then never fire.)
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *now) {
    int result = (int)syscall(SYS_clock_gettime, clock, now);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += MOVED_BY;
    return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    (void)zone;
    struct timespec exact;
    if (clock_gettime(CLOCK_REALTIME, &exact) != 0) return -1;
    now->tv_sec = exact.tv_sec;
    now->tv_usec = exact.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *at) {
    struct timespec exact;
    clock_gettime(CLOCK_REALTIME, &exact);
    if (at) *at = exact.tv_sec;
    return exact.tv_sec;
}
