#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// This process and what it asks of the operating system beside files.
package enum Platform {
    /// EX_SOFTWARE, sysexits.h.
    private static let internalFault: Int32 = 70

    package static var processID: Int32 { getpid() }

    /// Home directory of this account as the system's list of accounts has it.
    package static var home: String? {
        guard let entry = getpwuid(geteuid()), let path = entry.pointee.pw_dir, path.pointee != 0 else { return nil }
        return String(cString: path)
    }

    /// What the system says about an error number, such as "Permission denied".
    package static func message(_ number: Int32) -> String { String(cString: strerror(number)) }

    /// Writes everything to an open file; false where it takes no more, with the cause in `errno`.
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

    /// Says why on standard error and ends the process.
    package static func endProcess(_ reason: String) {
        var line = reason + "\n"
        line.withUTF8 { _ = write(STDERR_FILENO, UnsafeRawBufferPointer($0)) }
        _exit(internalFault)
    }
}

private let systemWrite = write
