import Fixtures
import Foundation
import LocalTime
import Messages
import TestTraits
import Testing

@testable import HealthFormats

/// Long bodies, read page by page in a process of their own.
@Suite(.serialized, .tags(.processes)) struct BodyMemoryTests {
    /// A body with as many rows as its size needs, made where it is read.
    private final class LongBody: RandomAccess {
        private let (head, tail): ([UInt8], [UInt8])
        private let row: (Int64) -> [UInt8]
        private let length: Int64
        private let rows: Int64
        let size: Int64

        /// - Parameter row: all have one length.
        init(_ head: String, _ tail: String, bytes: Int64, row: @escaping (Int64) -> String) {
            self.head = Array(head.utf8)
            self.tail = Array(tail.utf8)
            self.row = { number in Array((number == 0 ? " " : ",").utf8) + Array(row(number).utf8) }
            length = Int64(self.row(0).count)
            rows = (bytes - Int64(head.utf8.count + tail.utf8.count)) / length
            size = Int64(head.utf8.count + tail.utf8.count) + rows * length
        }

        func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
            var (offset, written) = (offset, 0)
            while written < buffer.count, offset < size {
                let (part, start): ([UInt8], Int64)
                if offset < head.count {
                    (part, start) = (head, 0)
                } else if offset < Int64(head.count) + rows * length {
                    let number = (offset - Int64(head.count)) / length
                    (part, start) = (row(number), Int64(head.count) + number * length)
                } else {
                    (part, start) = (tail, Int64(head.count) + rows * length)
                }
                let bytes = part.dropFirst(Int(offset - start)).prefix(buffer.count - written)
                for byte in bytes {
                    buffer[written] = byte
                    written += 1
                }
                offset += Int64(bytes.count)
            }
            return written
        }
    }

    /// A time of its own for each row, from 2016 on.
    private static func time(_ number: Int64) -> String { UTCDate.text(1_451_606_400 + number * 60) }

    private struct Format: Sendable, CustomTestStringConvertible {
        let reader: any CompanionReader.Type
        let body: @Sendable () -> any RandomAccess
        var testDescription: String { reader.name }
    }

    private static let formats: [Format] = [
        Format(reader: HCWebhookReader.self) {
            LongBody(#"{"timestamp":"2026-10-19T04:00:00Z","heart_rate":["#, "]}", bytes: 64 << 20) {
                #"{"bpm":61,"time":"\#(time($0))","metadata":{"data_origin":"com.example.watch"}}"#
            }
        },
        Format(reader: OpenWearablesReader.self) {
            LongBody(
                #"{"provider":"google","syncTimestamp":"2026-10-19T04:00:00Z","data":{"records":["#, "]}}",
                bytes: 64 << 20
            ) {
                #"{"id":"a-s\#(time($0))","type":"HEART_RATE","startDate":"\#(time($0))","endDate":"\#(time($0))","source":{"appId":"a.b"},"value":61,"unit":"bpm"}"#
            }
        },
        Format(reader: HealthBridgeReader.self) {
            LongBody(
                #"{"schema_id":"health_bridge.batch.v1","generated_at":"2026-10-19T04:00:00Z","deleted_records":["#,
                "]}",
                bytes: 64 << 20
            ) {
                #"{"record_family":"sample","client_record_id":"hk-\#(time($0))","deleted_at":"2026-10-19T04:00:00Z"}"#
            }
        },
        Format(reader: OpenScaleReader.self) {
            LongBody(#"{"event":"insert","measurements":["#, "]}", bytes: 64 << 20) {
                #"{"userId":1,"username":"Mia","date":"\#(time($0))","weight":71.4}"#
            }
        },
        Format(reader: HealthAutoExportCompanion.self) {
            LongBody(
                #"{"data":{"metrics":[{"name":"heart_rate","units":"bpm","data":["#, "]}]}}", bytes: 64 << 20
            ) {
                #"{"date":"\#(time($0).prefix(10)) \#(time($0).dropFirst(11).prefix(8)) +0000","Avg":61.5,"Min":60,"Max":63,"source":"Watch"}"#
            }
        },
    ]

    /// Memory that ingestion may have beyond what it needs anyway, bytes.
    private static let maximumGrowth: Int64 = 64 << 20

    @Test(
        "SEC-11 A body of 64 MiB is read page by page, and stays under the memory limit", .needs(.processMemory),
        arguments: formats)
    private func pages(format: Format) throws {
        let body = format.body()
        #expect(body.size > 63 << 20)
        let own = getpid()
        ProcessMemory.forgetPeak(of: own)
        let before = try #require(ProcessMemory.resident(of: own))
        var (most, pages) = (0, 0)
        let context = CompanionContext(
            received: 1_792_396_800_000, calendar: LocalCalendar([ZonePeriod(since: 0, zone: "Europe/Berlin")]))
        var post = format.reader.decode(body, context) { post in
            most = max(most, post.waiting)
            guard post.waiting >= 500 else { return }
            _ = post.takePage()
            pages += 1
        }
        _ = post.takePage()
        let peak = try #require(ProcessMemory.peak(of: own))
        #expect(post.problem == nil && pages > 20 && post.taken > 100_000, "\(pages) pages, \(post.taken) records")
        #expect(peak - before < Self.maximumGrowth, "\((peak - before) >> 20) MiB, at most \(most) records together")
    }
}
