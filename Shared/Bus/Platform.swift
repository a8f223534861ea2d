#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The few things the bus asks of the operating system beside sockets.
enum Platform {
    /// EX_SOFTWARE, sysexits.h.
    private static let internalFault: Int32 = 70

    static var processID: Int64 { Int64(getpid()) }

    /// Says why on standard error and ends the process.
    static func endProcess(_ reason: String) {
        var line = reason + "\n"
        line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
        _exit(internalFault)
    }
}
