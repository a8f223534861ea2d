#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Operating system functions of this library.
enum Platform {
    static var processID: Int32 { getpid() }

    /// Home directory of this account, from the account database.
    static var home: String? {
        guard let entry = getpwuid(geteuid()), let path = entry.pointee.pw_dir, path.pointee != 0 else { return nil }
        return String(cString: path)
    }

    /// The system's message for an error number, such as "Permission denied".
    static func message(_ number: Int32) -> String { String(cString: strerror(number)) }

    /// Writes all bytes; false on an error.
    @discardableResult
    static func write(_ file: Int32, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var rest = UnsafeRawBufferPointer(bytes)
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
}

private let systemWrite = write
