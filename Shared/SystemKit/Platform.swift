#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// This process, and calls to the operating system that do not concern files.
package enum Platform {
    /// EX_SOFTWARE, sysexits.h.
    private static let internalFault: Int32 = 70

    /// Id of this process.
    package static var processID: Int32 { getpid() }

    /// Home directory of the effective account according to the account database; nil if it has none.
    package static var home: String? {
        guard let entry = getpwuid(geteuid()), let path = entry.pointee.pw_dir, path.pointee != 0 else { return nil }
        return String(cString: path)
    }

    /// The system's text for an error number, such as "Permission denied".
    package static func message(_ number: Int32) -> String { String(cString: strerror(number)) }

    /// Writes all bytes to an open file; returns false on failure, with the cause in `errno`.
    @discardableResult
    package static func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let count = systemWrite(file, rest.baseAddress, rest.count)
            if count < 0 {
                guard errno == EINTR else { return false }
                continue
            }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        }
        return true
    }

    /// Writes the reason to standard error and ends the process with exit code 70.
    package static func endProcess(_ reason: String) {
        var line = reason + "\n"
        line.withUTF8 { _ = write(STDERR_FILENO, UnsafeRawBufferPointer($0)) }
        _exit(internalFault)
    }
}

private let systemWrite = write
