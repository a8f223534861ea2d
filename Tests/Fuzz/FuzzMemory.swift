#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension FuzzTarget {
    /// Bytes that reading one input of up to 4 KiB may take, buffers included: a window for XML, a buffer for CSV and
    /// JSON; a zip unpacks to a thousand times its size, and its records are held until they are stored.
    var memory: Int {
        switch self {
        case .zip: 24 << 20
        case .xml, .csv, .healthAutoExport, .table: 8 << 20
        case .hcWebhook, .openWearables, .healthBridge, .openScale, .healthAutoExportPost: 8 << 20
        case .header, .message, .mirror, .zap, .monitor, .keys, .tokens, .endpoint, .batch: 4 << 20
        }
    }
}

/// Peak growth of this process's resident memory, from Linux's procfs; unsupported on other systems.
struct FuzzMemory {
    private let (reset, status): (Int32, Int32)

    /// Nil if it cannot be read.
    init?() {
        (reset, status) = (
            open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC), open("/proc/self/status", O_RDONLY | O_CLOEXEC)
        )
        guard reset >= 0, status >= 0, peak() != nil else { return nil }
    }

    func end() {
        close(reset)
        close(status)
    }

    /// Bytes by which the peak resident memory grew while `body` ran.
    func growth(_ body: () throws -> Void) rethrows -> Int {
        // proc(5): writing 5 resets the peak to the current resident size.
        pwrite(reset, "5", 1, 0)
        let before = peak() ?? 0
        try body()
        return (peak() ?? 0) - before
    }

    /// `VmHWM`, bytes.
    private func peak() -> Int? {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2048) { buffer in
            let count = pread(status, buffer.baseAddress, buffer.count, 0)
            let name = Array("VmHWM:".utf8)
            guard count > 0,
                let place = (0..<max(0, count - name.count)).first(where: {
                    buffer[$0] == name[0] && buffer[$0..<$0 + name.count].elementsEqual(name)
                })
            else { return nil }
            let digits = buffer[place + name.count..<count].drop { $0 <= 0x20 }.prefix { $0 > 0x20 }
            return Int(String(decoding: digits, as: UTF8.self)).map { $0 * 1024 }
        }
    }
}
