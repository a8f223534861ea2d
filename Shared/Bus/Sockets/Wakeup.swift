#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif
import Messages
import SystemKit

/// A pipe that wakes a thread blocked in `poll(2)`.
struct Wakeup: Sendable {
    let readEnd: Int32
    private let writeEnd: Int32

    package init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw ServiceError(.failed, "The bus could not open a pipe: \(Platform.message(errno)).")
        }
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        (readEnd, writeEnd) = (ends[0], ends[1])
    }

    /// Writes one byte. A full pipe needs none, as it is readable already.
    func signal() {
        var byte: UInt8 = 1
        while write(writeEnd, &byte, 1) < 0, errno == EINTR {}
    }

    package func clear() {
        withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
            while true {
                let count = read(readEnd, buffer.baseAddress, buffer.count)
                if count < 0, errno == EINTR { continue }
                if count < buffer.count { return }
            }
        }
    }

    package func close() {
        _ = Self.closeDescriptor(readEnd)
        _ = Self.closeDescriptor(writeEnd)
    }

    private static func closeDescriptor(_ descriptor: Int32) -> Int32 {
        #if canImport(Glibc)
            Glibc.close(descriptor)
        #else
            Darwin.close(descriptor)
        #endif
    }
}
