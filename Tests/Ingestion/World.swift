import Fixtures
import Foundation
import Messages
import Testing

@testable import HealthFormats
@testable import Ingestion

/// A stream that returns at most `size` bytes per read.
final class Drip: ByteStream {
    private let bytes: [UInt8]
    private let size: Int
    private var position = 0

    init(_ bytes: [UInt8], size: Int) { (self.bytes, self.size) = (bytes, size) }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(size, buffer.count, bytes.count - position)
        guard count > 0 else { return 0 }
        bytes.withUnsafeBytes {
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[position..<position + count]))
        }
        position += count
        return count
    }
}

extension SplitMix {
    /// The bytes with one to four changes: a byte replaced, removed, or one of `marks` inserted.
    mutating func mutated(_ bytes: [UInt8], marks: String) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &self) {
            switch Int.random(in: 0..<3, using: &self) {
            case 0: bytes[Int.random(in: 0..<bytes.count, using: &self)] = UInt8.random(in: 0...255, using: &self)
            case 1: bytes.remove(at: Int.random(in: 0..<bytes.count, using: &self))
            default:
                bytes.insert(
                    Array(marks.utf8).randomElement(using: &self) ?? 0,
                    at: Int.random(in: 0..<bytes.count, using: &self))
            }
        }
        return bytes
    }
}

func document(_ records: String) -> String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE HealthData [<!ELEMENT HealthData ANY>]>\n<HealthData locale=\"en_US\">\n"
        + "<ExportDate value=\"2024-06-01 10:00:00 +0200\"/>\(records)</HealthData>\n"
}

func readAll(_ stream: any ByteStream, now: Int64 = 1_800_000_000) throws -> SampleBatch {
    var batch = SampleBatch()
    let reader = HealthExportReader(stream, now: now)
    while !reader.isFinished { try reader.read(elements: 1000, into: &batch) }
    return batch
}

func readAll(_ xml: String) throws -> SampleBatch { try readAll(Drip(Array(xml.utf8), size: 1 << 16)) }

func problem(in xml: [UInt8]) -> ImportProblem? {
    do {
        _ = try readAll(Drip(xml, size: 1000))
        return nil
    } catch {
        return error as? ImportProblem
    }
}

func problem(in xml: String) -> ImportProblem? { problem(in: Array(xml.utf8)) }

/// Seconds since 1970 of `yyyy-MM-dd HH:mm:ss` in UTC.
func utc(_ text: String) -> Int64 {
    var memory = Timestamp.Memory()
    return Array((text + " +0000").utf8).withUnsafeBufferPointer { Timestamp.parse($0, &memory)?.instant } ?? 0
}

let watch = SampleSource(name: "Watch", model: "Watch")
let phone = SampleSource(name: "Phone", model: "iPhone")
let scale = SampleSource(name: "Scale")
