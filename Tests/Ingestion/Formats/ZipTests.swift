import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion

@Suite(.tags(.processes)) struct ZipTests {
    private func made(_ build: (ZipFile) throws -> Void) throws -> [UInt8] {
        let scratch = try Scratch()
        defer { scratch.remove() }
        let zip = try ZipFile(path: scratch.file("a.zip"))
        try build(zip)
        try zip.finish()
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: scratch.file("a.zip"))))
    }

    private func content(_ bytes: [UInt8]) throws -> [UInt8] {
        let archive = try ZipArchive(MemoryBytes(bytes))
        let stream = try archive.open(archive.healthExport())
        var (all, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 1000))
        while true {
            let got = try buffer.withUnsafeMutableBytes { try stream.read(into: $0) }
            if got == 0 { return all }
            all += buffer[..<got]
        }
    }

    private let export = Array(document(String(repeating: ScannerTests.record, count: 50)).utf8)

    @Test(
        "ING-1 The export is found under any name, stored or deflated",
        arguments: ["apple_health_export/export.xml", "Export.xml", "apple_health_export/导出.xml"])
    func names(name: String) throws {
        for deflated in [true, false] {
            let bytes = try made { zip in
                try zip.add("apple_health_export/export_cda.xml", deflated: deflated) {
                    try $0([UInt8](repeating: 65, count: 100_000))
                }
                try zip.add("apple_health_export/workout-routes/route.gpx", deflated: deflated) {
                    try $0([UInt8](repeating: 66, count: 100_000))
                }
                try zip.add(name, deflated: deflated) { try $0(export) }
            }
            #expect(try content(bytes) == export)
        }
    }

    @Test("ING-7 A truncated archive says so, wherever it is cut")
    func truncated() throws {
        let bytes = try made { try $0.add("export.xml", deflated: true) { try $0(export) } }
        for end in stride(from: 4, to: bytes.count, by: 23) {
            let problem = try #require(throws: ImportProblem.self) { try content(Array(bytes[..<end])) }
            #expect(problem.code == "truncated")
        }
    }

    @Test("ING-7 A changed byte is found by the checksum")
    func damaged() throws {
        var bytes = try made { try $0.add("export.xml", deflated: false) { try $0(export) } }
        bytes[500] ^= 1
        #expect(throws: ImportProblem.self) { try content(bytes) }
    }

    @Test("ING-7 A zip bomb stops after its first hundred megabytes")
    func bomb() throws {
        let block = [UInt8](repeating: 32, count: 1 << 20)
        let bytes = try made {
            try $0.add("export.xml", deflated: true) { sink in for _ in 0..<160 { try sink(block) } }
        }
        #expect(bytes.count < 1 << 20)
        // zlib's fastest level packs about 230 to 1, so the directory understates the entry's size, as zip bombs do.
        var forged = bytes
        let directory = try #require(forged.indices.last { forged[$0...].starts(with: [0x50, 0x4B, 1, 2]) })
        for (index, byte) in [UInt8](arrayLiteral: 0, 0, 1, 0).enumerated() { forged[directory + 20 + index] = byte }
        #expect(throws: ImportProblem.self) { try content(forged) }
        let entry = ZipEntry(
            name: "", method: 0, isEncrypted: false, checksum: 0, packedSize: 1000, size: .max, offset: 0)
        let stream = CheckedStream(Endless(), entry: entry)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 1)
        defer { buffer.deallocate() }
        var produced: Int64 = 0
        let problem = try #require(throws: ImportProblem.self) {
            while produced < 1 << 32 { produced += Int64(try stream.read(into: buffer)) }
        }
        #expect(problem.code == "tooLarge")
        #expect(produced <= CheckedStream.judgedAfter + 1 << 20)
    }

    @Test("ING-7 An archive without an export, a password, another method: each its own words")
    func others() throws {
        let empty = try made { try $0.add("readme.txt", deflated: true) { try $0([65]) } }
        #expect(try #require(throws: ImportProblem.self) { try content(empty) }.code == "notAHealthExport")
        var locked = try made { try $0.add("export.xml", deflated: true) { try $0([65]) } }
        let directory = try #require(locked.indices.last { locked[$0...].starts(with: [0x50, 0x4B, 1, 2]) })
        locked[directory + 8] |= 1
        #expect(try #require(throws: ImportProblem.self) { try content(locked) }.code == "unsupported")
        locked[directory + 8] &= ~1
        locked[directory + 10] = 12
        #expect(try #require(throws: ImportProblem.self) { try content(locked) }.code == "unsupported")
    }

    @Test("ING-1 The beginning of an entry is read alone, stored or deflated", arguments: [true, false])
    func head(isDeflated: Bool) throws {
        let line = Array("-48.673\n".utf8)
        let lines = Array(String(repeating: "-48.673\n", count: 100).utf8)
        let bytes = try made { zip in
            try zip.add("long.csv", deflated: isDeflated) { sink in for _ in 0..<1_000 { try sink(lines) } }
            try zip.add("short.csv", deflated: isDeflated) { try $0(line) }
            try zip.add("empty.csv", deflated: isDeflated) { _ in }
        }
        let source = CountedBytes(bytes)
        let archive = try ZipArchive(source)
        source.count = 0
        #expect(try archive.head(of: archive.entries[0], count: 800) == lines)
        #expect(source.count <= 30 + 4 * 800)
        #expect(try archive.head(of: archive.entries[1], count: 800) == line)
        #expect(try archive.head(of: archive.entries[2], count: 800) == [])
        var moved = archive.entries[1]
        moved.offset += 1
        #expect(throws: ImportProblem.self) { try archive.head(of: moved, count: 800) }
        moved.offset = 1 << 40
        #expect(throws: ImportProblem.self) { try archive.head(of: moved, count: 800) }
    }

    @Test("ING-1 ZIP64 sizes are read from their extra fields")
    func zip64() throws {
        // A stored entry whose directory has 0xFFFFFFFF and the sizes in the extra field, with a ZIP64 end record.
        let (name, size, all) = (Array("export.xml".utf8), UInt64(export.count), UInt64(0xFFFF_FFFF))
        var file = fields((0x0403_4b50, 4), (45, 2), (0, 20), (10, 2), (0, 2))
        file += name + export
        let start = UInt64(file.count)
        file += fields(
            (0x0201_4b50, 4), (45, 2), (45, 2), (0, 8), (UInt64(crc(export)), 4), (all, 4), (all, 4), (10, 2), (28, 2),
            (0, 10), (all, 4))
        file += name
        file += fields((1, 2), (24, 2), (size, 8), (size, 8), (0, 8))
        let end = UInt64(file.count)
        file += fields(
            (0x0606_4b50, 4), (44, 8), (45, 2), (45, 2), (0, 8), (1, 8), (1, 8), (end - start, 8), (start, 8))
        file += fields((0x0706_4b50, 4), (0, 4), (end, 8), (1, 4))
        file += fields((0x0605_4b50, 4), (0, 4), (0xFFFF, 2), (0xFFFF, 2), (all, 4), (all, 4), (0, 2))
        #expect(try content(file) == export)
    }

    /// Little-endian numbers of given widths.
    private func fields(_ values: (value: UInt64, width: Int)...) -> [UInt8] {
        values.flatMap { field in
            (0..<field.width).map { $0 < 8 ? UInt8(truncatingIfNeeded: field.value >> UInt64($0 * 8)) : 0 }
        }
    }

    /// Bitwise CRC-32 (ISO 3309), independent of zlib's.
    private func crc(_ bytes: [UInt8]) -> UInt32 {
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 {
                let isOdd = sum & 1 == 1
                sum >>= 1
                if isOdd { sum ^= 0xEDB8_8320 }
            }
        }
        return ~sum
    }
}

/// Counts the bytes that are read.
final class CountedBytes: RandomAccess {
    private let bytes: MemoryBytes
    var count = 0

    init(_ bytes: [UInt8]) { self.bytes = MemoryBytes(bytes) }

    var size: Int64 { bytes.size }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let got = bytes.read(at: offset, into: buffer)
        count += got
        return got
    }
}

private final class Endless: ByteStream {
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        buffer.initializeMemory(as: UInt8.self, repeating: 32)
        return buffer.count
    }
}
