// A wall clock of its own for the processes of one host (LD_PRELOAD): real time and as many seconds as the file
// $HOME/clock holds (8 bytes), which may change at any time. Namespaces of Linux have monotonic clocks only; those
// run on undisturbed here.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t none;
static const volatile int64_t *seconds = &none;
static int (*real)(clockid_t, struct timespec *);

__attribute__((constructor)) static void start(void) {
    char path[4096];
    snprintf(path, sizeof path, "%s/clock", getenv("HOME") ? getenv("HOME") : "");
    int file = open(path, O_RDONLY | O_CLOEXEC);
    void *map = file < 0 ? MAP_FAILED : mmap(NULL, sizeof *seconds, PROT_READ, MAP_SHARED, file, 0);
    if (map != MAP_FAILED) seconds = map;
    if (file >= 0) close(file);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int result = real(clock, now);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += *seconds;
    return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    struct timespec exact;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &exact);
    now->tv_sec = exact.tv_sec;
    now->tv_usec = exact.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *now) {
    struct timespec exact;
    clock_gettime(CLOCK_REALTIME_COARSE, &exact);
    if (now) *now = exact.tv_sec;
    return exact.tv_sec;
}
