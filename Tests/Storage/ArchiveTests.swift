import Crypto
import Foundation
import Messages
import TestTraits
import Testing

@testable import Storage

/// `pulsum-backup 1`: reading returns exactly the written bytes.
@Suite(.tags(.processes)) struct ArchiveTests {
    private let scratch: Scratch
    private let key = MasterKey(SymmetricKey(size: .bits256), path: "the key")
    init() throws { scratch = try Scratch() }

    private static let chunk = SealedArchive.chunk + SealedArchive.tag

    private func sealed(_ bytes: [UInt8], pieces: Int = 1000) throws -> [UInt8] {
        var file: [UInt8] = []
        try withoutActuallyEscaping({ (more: [UInt8]) in file += more }) { sink in
            var writer = try ArchiveWriter(key, sink: sink)
            for start in stride(from: 0, to: bytes.count, by: pieces) {
                try writer.write(Array(bytes[start..<min(start + pieces, bytes.count)]))
            }
            try writer.finish()
        }
        return file
    }

    private func opened(_ file: [UInt8], _ key: MasterKey? = nil) throws -> [UInt8] {
        let path = scratch.file("archive")
        try Data(file).write(to: URL(fileURLWithPath: path))
        let reader = try #require(try ArchiveReader(path: path))
        try reader.open(key ?? self.key)
        var bytes: [UInt8] = []
        while case let more = try reader.read(upTo: 70_000), !more.isEmpty { bytes += more }
        return bytes
    }

    private func refusal(_ file: [UInt8]) -> String? {
        do {
            _ = try opened(file)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test(
        "Archives of any length round-trip",
        arguments: [0, 1, 511, SealedArchive.chunk - 1, SealedArchive.chunk, SealedArchive.chunk + 1, 600_000])
    func roundTrip(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        let file = try sealed(bytes, pieces: 65_537)
        #expect(try opened(file) == bytes)
        #expect(
            file.count == SealedArchive.headerLength + bytes.count + SealedArchive.tag
                * max(1, (count + SealedArchive.chunk - 1) / SealedArchive.chunk))
        #expect(try sealed(bytes) != file, "a key of its own for each archive")
    }

    @Test(
        "Any byte changed, any chunk exchanged, left out, repeated or added, any length cut: refused, by the file's name"
    )
    func altered() throws {
        let bytes = (0..<3 * SealedArchive.chunk + 5).map { UInt8(truncatingIfNeeded: $0) }
        let file = try sealed(bytes, pieces: SealedArchive.chunk)
        var random = SystemRandomNumberGenerator()
        let places =
            Array(0..<SealedArchive.headerLength)
            + (0..<100).map { _ in Int.random(in: 0..<file.count, using: &random) } + [file.count - 1]
        for place in places {
            var altered = file
            altered[place] ^= UInt8(1 << Int.random(in: 0..<8, using: &random))
            let path = scratch.file("archive")
            try Data(altered).write(to: URL(fileURLWithPath: path))
            if place < 14 {
                #expect((try? ArchiveReader(path: path)) == nil, "byte \(place): no archive")
            } else {
                let refusal = refusal(altered)
                #expect(
                    refusal?.contains(path) == true || refusal?.contains("the key") == true,
                    "byte \(place): \(refusal ?? "accepted")")
            }
        }
        let head = Array(file.prefix(SealedArchive.headerLength))
        let chunks = stride(from: head.count, to: file.count, by: Self.chunk).map {
            Array(file[$0..<min($0 + Self.chunk, file.count)])
        }
        #expect(chunks.count == 4)
        func joined(_ order: [Int]) -> [UInt8] { head + order.flatMap { chunks[$0] } }
        #expect(refusal(joined([1, 0, 2, 3]))?.contains("altered") == true)
        #expect(refusal(joined([0, 2, 3]))?.contains("altered") == true)
        #expect(refusal(joined([0, 1, 1, 2, 3]))?.contains("altered") == true)
        #expect(refusal(joined([0, 1, 2]))?.contains("cut short") == true)
        #expect(refusal(joined([0]))?.contains("cut short") == true)
        #expect(refusal(head)?.contains("cut short") == true)
        #expect(refusal(joined([0, 1, 2, 3, 3])) != nil)
        #expect(refusal(file + [0]) != nil)
        for _ in 0..<30 {
            #expect(refusal(Array(file.prefix(Int.random(in: head.count..<file.count, using: &random)))) != nil)
        }
        // A full last chunk is as long as one in the middle.
        let full = try sealed(Array(bytes.prefix(2 * SealedArchive.chunk)))
        #expect(refusal(full + chunks[3])?.contains("longer") == true)
        #expect(refusal(Array(full.prefix(head.count + Self.chunk)))?.contains("cut short") == true)
    }

    @Test("Another master key does not open it, nor does one archive's part belong to another")
    func foreign() throws {
        let file = try sealed([1, 2, 3])
        let foreign = MasterKey(SymmetricKey(size: .bits256), path: "another key")
        #expect(throws: StorageError.self) { _ = try opened(file, foreign) }
        #expect(try opened(file, foreign.adding([key])) == [1, 2, 3], "an older key opens what was made under it")
        let other = try sealed([4, 5, 6])
        #expect(
            refusal(Array(file.prefix(SealedArchive.headerLength)) + other.dropFirst(SealedArchive.headerLength)) != nil
        )
    }

    @Test("A header cannot ask scrypt for more than 1 GiB, and a passphrase opens what it sealed")
    func passphrase() throws {
        var file: [UInt8] = []
        try withoutActuallyEscaping({ (more: [UInt8]) in file += more }) { sink in
            var writer = try ArchiveWriter(passphrase: "correct horse battery", sink: sink)
            try writer.write(Array("hello".utf8))
            try writer.finish()
        }
        let path = scratch.file("archive")
        try Data(file).write(to: URL(fileURLWithPath: path))
        let reader = try #require(try ArchiveReader(path: path))
        #expect(throws: StorageError.self) { try reader.open(passphrase: "correct horse battery staple") }
        let again = try #require(try ArchiveReader(path: path))
        try again.open(passphrase: "correct horse battery")
        #expect(try again.read(upTo: 100) == Array("hello".utf8))
        for (place, value) in [(17, UInt8(21)), (17, 40), (18, 1), (20, 1), (21, 200), (17, 0)] {
            var hostile = file
            hostile[place] = value
            try Data(hostile).write(to: URL(fileURLWithPath: path))
            #expect(throws: StorageError.self, "byte \(place) = \(value)") { _ = try ArchiveReader(path: path) }
        }
        #expect(throws: StorageError.self) { _ = try ArchiveWriter(passphrase: "short", sink: { _ in }) }
    }
}
