import Foundation
import SystemKit

/// A tar archive (POSIX.1-1988 ustar; sizes above 8 GiB in GNU tar's format). Backups contain it encrypted; backups of
/// older releases are plain tar files.
enum TarFile {
    private static let block = 512
    private static let piece = 1 << 20

    static func write(_ path: String, as name: String, to sink: ([UInt8]) throws -> Void) throws {
        guard let source = FileHandle(forReadingAtPath: path) else { throw CLIError("\(path) cannot be read.") }
        defer { try? source.close() }
        // Copies the size at the time of opening, even if the file grows.
        let size = Int64(try source.seekToEnd())
        try source.seek(toOffset: 0)
        try sink(try header(name, size: size))
        var left = size
        while left > 0 {
            guard let bytes = try source.read(upToCount: Int(min(Int64(piece), left))), !bytes.isEmpty else {
                throw CLIError("\(path) became shorter while it was being read; back up again.")
            }
            try sink([UInt8](bytes))
            left -= Int64(bytes.count)
        }
        try sink([UInt8](repeating: 0, count: padding(size)))
    }

    /// Writes a small entry from memory.
    static func write(_ content: [UInt8], as name: String, to sink: ([UInt8]) throws -> Void) throws {
        try sink(
            try header(name, size: Int64(content.count)) + content
                + [UInt8](repeating: 0, count: padding(Int64(content.count))))
    }

    /// Writes the end of the archive: two zero blocks.
    static func end(_ sink: ([UInt8]) throws -> Void) throws { try sink([UInt8](repeating: 0, count: 2 * block)) }

    /// Extracts every entry to the path that `place` returns for its name, and reads the source to its end.
    /// - Parameters:
    ///   - path: the source's name in error messages.
    ///   - source: returns up to the given number of bytes; none at the end.
    /// - Throws: errors of `place` and `source`; `CLIError` if the source is not an archive, is damaged or is
    ///   truncated.
    static func read(_ path: String, _ source: (Int) throws -> [UInt8], place: (String) throws -> String) throws {
        while true {
            let header = try exactly(block, source, path)
            if header.allSatisfy({ $0 == 0 }) {
                while try !source(piece).isEmpty {}
                return
            }
            guard let (name, size) = entry(header) else { throw CLIError("\(path) is not a backup, or it is damaged.") }
            let target = try place(name)
            let file = try NewFile.open(target)
            defer { try? file.close() }
            var left = size
            while left > 0 {
                let bytes = try exactly(Int(min(Int64(piece), left)), source, path)
                try file.write(contentsOf: bytes)
                left -= Int64(bytes.count)
            }
            try file.synchronize()
            _ = try exactly(padding(size), source, path)
        }
    }

    private static func exactly(_ count: Int, _ source: (Int) throws -> [UInt8], _ path: String) throws -> Data {
        var bytes = Data(capacity: count)
        while bytes.count < count {
            let more = try source(count - bytes.count)
            guard !more.isEmpty else { throw CLIError("\(path) ends too early; it is damaged.") }
            bytes.append(contentsOf: more)
        }
        return bytes
    }

    private static func padding(_ size: Int64) -> Int { (block - Int(size % Int64(block))) % block }

    // MARK: Headers

    /// ustar layout: name 100, mode 8, uid 8, gid 8, size 12, mtime 12, checksum 8, type 1, link 100, "ustar" 00, …
    static func header(_ name: String, size: Int64) throws -> [UInt8] {
        guard name.utf8.count <= 100 else { throw CLIError("The file name \(name) is too long for a backup.") }
        var bytes = [UInt8](repeating: 0, count: block)
        func put(_ text: String, _ offset: Int) {
            for (index, byte) in text.utf8.enumerated() { bytes[offset + index] = byte }
        }
        func octal(_ number: Int64, _ width: Int) -> String {
            let digits = String(number, radix: 8)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        put(name, 0)
        put("0000600", 100)
        put("0000000", 108)
        put("0000000", 116)
        if size < 1 << 33 {
            put(octal(size, 11), 124)
        } else {
            bytes[124] = 0x80
            for index in 0..<8 { bytes[128 + index] = UInt8(truncatingIfNeeded: size >> Int64(56 - 8 * index)) }
        }
        put(octal(WallClock.seconds(), 11), 136)
        put("0", 156)
        put("ustar", 257)
        put("00", 263)
        put(octal(Int64(checksum(bytes)), 6), 148)
        bytes[155] = UInt8(ascii: " ")
        return bytes
    }

    /// Name and size in bytes; nil if this is not the header of a regular file.
    static func entry(_ header: some Collection<UInt8>) -> (name: String, size: Int64)? {
        let bytes = [UInt8](header)
        func text(_ range: Range<Int>) -> String {
            String(decoding: bytes[range].prefix { $0 != 0 && $0 != UInt8(ascii: " ") }, as: UTF8.self)
        }
        guard bytes.count == block, text(257..<262) == "ustar", [UInt8(ascii: "0"), 0].contains(bytes[156]),
            Int(text(148..<156), radix: 8) == checksum(bytes)
        else { return nil }
        let size: Int64? =
            bytes[124] & 0x80 == 0
            ? Int64(text(124..<136), radix: 8) : bytes[128..<136].reduce(Int64(0)) { $0 << 8 | Int64($1) }
        guard let size, size >= 0 else { return nil }
        return (text(0..<100), size)
    }

    /// The sum of all bytes, with the checksum field counted as spaces.
    private static func checksum(_ bytes: [UInt8]) -> Int {
        bytes.enumerated().reduce(0) { $0 + ((148..<156).contains($1.offset) ? 32 : Int($1.element)) }
    }
}
