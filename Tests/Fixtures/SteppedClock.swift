import Foundation

/// A wall clock for chosen processes, which a test or benchmark sets forward or back while they run: the effect of
/// `date -s` for them alone. Monotonic clocks go on.
public struct SteppedClock: Sendable {
    /// What the processes need in their environment.
    public let environment: [String: String]
    private let file: String

    /// Adds an offset in seconds, read from a file, to the wall clock.
    private static let shim = """
        #define _GNU_SOURCE
        #include <fcntl.h>
        #include <sys/mman.h>
        #include <sys/syscall.h>
        #include <sys/time.h>
        #include <time.h>
        #include <unistd.h>
        static volatile long *step;
        __attribute__((constructor)) static void begin(void) {
            int file = open(STEP_FILE, O_RDONLY | O_CLOEXEC);
            void *page = file < 0 ? MAP_FAILED : mmap(0, sizeof(long), PROT_READ, MAP_SHARED, file, 0);
            if (page != MAP_FAILED) step = page;
        }
        static long offset(void) { return step ? *step : 0; }
        int clock_gettime(clockid_t clock, struct timespec *time) {
            int status = (int)syscall(SYS_clock_gettime, clock, time);
            if (status == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) time->tv_sec += offset();
            return status;
        }
        int gettimeofday(struct timeval *restrict time, void *restrict zone) {
            struct timespec now;
            (void)zone;
            int status = clock_gettime(CLOCK_REALTIME, &now);
            time->tv_sec = now.tv_sec;
            time->tv_usec = now.tv_nsec / 1000;
            return status;
        }
        time_t time(time_t *place) {
            struct timespec now;
            clock_gettime(CLOCK_REALTIME, &now);
            if (place) *place = now.tv_sec;
            return now.tv_sec;
        }
        """

    /// Compiles the library that the processes preload (ld.so(8)), with `cc` or the clang of the Swift toolchain.
    public init(in scratch: Scratch) async throws {
        let (library, source) = (scratch.file("step.so"), scratch.file("step.c"))
        file = scratch.file("step")
        environment = ["LD_PRELOAD": library]
        try Self.shim.write(toFile: source, atomically: true, encoding: .utf8)
        try Data(count: 8).write(to: URL(fileURLWithPath: file))
        let arguments = ["-shared", "-fPIC", "-O1", "-DSTEP_FILE=\"\(file)\"", "-o", library, source]
        let made = try await Executable.run(
            "/bin/sh", ["-c", #"command -v cc >/dev/null && exec cc "$@"; exec clang "$@""#, "sh"] + arguments)
        guard made.status == 0 else { throw CompilerFailed(output: made.errors) }
    }

    /// The library does not compile, or there is no C compiler.
    public struct CompilerFailed: Error {
        /// What the compiler printed.
        public let output: String
    }

    /// Sets the clock so many seconds before or after the real time.
    public func step(to seconds: Int) throws {
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: file))
        try handle.write(contentsOf: withUnsafeBytes(of: seconds) { Data($0) })
        try handle.close()
    }
}
