@testable import BrokerCore
@testable import Bus
@testable import HealthFormats
import LocalTime
@testable import Messages
@testable import Wire

/// The decoders of bytes from a socket. The first byte of an input selects a target, which reads the rest. Each target
/// checks its own invariants, not only the absence of crashes.
enum FuzzTarget: UInt8, CaseIterable {
    case header, message, mirror, zap, monitor, keys, tokens, csv, healthAutoExport, xml, zip, endpoint, batch, table
    case hcWebhook, openWearables, healthBridge, openScale, healthAutoExportPost

    /// A violated invariant.
    struct Broken: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }

    /// The target of an input; nil for empty input.
    init?(of input: [UInt8]) {
        guard let first = input.first else { return nil }
        self.init(rawValue: first % UInt8(Self.allCases.count))
    }

    /// - Throws: `Broken` if an invariant is violated.
    static func run(_ input: [UInt8]) throws {
        guard let target = FuzzTarget(of: input) else { return }
        let bytes = Array(input.dropFirst())
        switch target {
        case .header: try header(bytes)
        case .message: try message(bytes)
        case .mirror: try roundTrip(MirrorEvent.self, bytes)
        case .zap: zap(bytes)
        case .monitor: _ = bytes.withUnsafeBytes { SocketMonitor.event($0) }
        case .keys: try keys(bytes)
        case .tokens: _ = try? TokenStore.parse(bytes[...], path: "f")
        case .csv: try read(bytes) { CSVReader(ByteSlice($0), now: Self.now) }
        case .healthAutoExport:
            try read(bytes) { try HealthAutoExportReader($0, now: Self.now, calendar: LocalCalendar([])) }
        case .table: try read(bytes) { try HealthAutoExportTableReader($0, now: Self.now, calendar: LocalCalendar([])) }
        case .xml:
            // A small window, so that inputs reach its edges.
            try read(bytes) { HealthExportReader(ByteSlice($0), now: Self.now, capacity: 256) }
        case .zip:
            try read(bytes) { source in
                let archive = try ZipArchive(source)
                return HealthArchiveReader(ElectrocardiogramFiles(archive, now: Self.now)) {
                    HealthExportReader(try archive.open(try archive.healthExport()), now: Self.now)
                }
            }
        case .batch: try batch(bytes)
        case .hcWebhook: try companion(HCWebhookReader.self, bytes)
        case .openWearables: try companion(OpenWearablesReader.self, bytes)
        case .healthBridge: try companion(HealthBridgeReader.self, bytes)
        case .openScale: try companion(OpenScaleReader.self, bytes)
        case .healthAutoExportPost: try companion(HealthAutoExportCompanion.self, bytes)
        case .endpoint: _ = try? BusEndpoint(String(decoding: bytes, as: UTF8.self)).isExposed
        }
    }

    /// 2026-01-01.
    private static let now: Int64 = 1_767_225_600

    /// All message types.
    static let messages: [any Message.Type] =
        [Ready.self, ServiceError.self] + Topology.requests.flatMap(\.messages)
        + Topology.events.compactMap { $0.message as (any Message.Type)? }

    private static func header(_ bytes: [UInt8]) throws {
        guard let header = bytes.withUnsafeBytes({ try? Header($0) }) else { return }
        var written = [UInt8](repeating: 0xFF, count: Header.size)
        written.withUnsafeMutableBytes { header.write(to: $0) }
        guard written.withUnsafeBytes({ try? Header($0) }) == header else {
            throw Broken("a header changes when it is written")
        }
        guard WireName(header.caller.description) == header.caller || header.caller == .nobody else {
            throw Broken("a name changes when it is printed")
        }
    }

    /// The first byte is the first frame's number of header slots.
    private static func batch(_ bytes: [UInt8]) throws {
        let length = min(bytes.count, Int(bytes.first ?? 0) * Header.size + 1)
        guard length > 1, let payload = try? Frame(Array(bytes[length...])) else { return }
        var rest = Array(bytes[length...])
        var intact = true
        let isRead = bytes[1..<length].withUnsafeBytes { headers in
            (try? MessageBatch.forEach(in: headers, payload) { _, part in
                intact = intact && rest.starts(with: Array(part.bytes))
                rest.removeFirst(min(part.count, rest.count))
            }) != nil
        }
        guard intact, !isRead || rest.isEmpty else { throw Broken("the parts of a batch are not its payload") }
    }

    private static func message(_ bytes: [UInt8]) throws {
        guard let first = bytes.first else { return }
        let type = messages[Int(first) % messages.count]
        try roundTrip(type, Array(bytes.dropFirst()))
    }

    private static func roundTrip<M: Message>(_ type: M.Type, _ bytes: [UInt8]) throws {
        guard let message = try? WireDecoder().decode(type, from: bytes) else { return }
        let once = try encoded(message)
        guard let again = try? WireDecoder().decode(type, from: once) else {
            throw Broken("\(type) cannot read what it wrote")
        }
        guard try encoded(again) == once else { throw Broken("\(type) changes when it is read again") }
    }

    private static func encoded(_ message: some Message) throws -> [UInt8] {
        do { return try WireEncoder().encode(message) } catch {
            throw Broken("\(type(of: message)) was read and cannot be written: \(error)")
        }
    }

    /// Frames are separated by 0xFF.
    private static func zap(_ bytes: [UInt8]) {
        guard let request = ZAPRequest(bytes.split(separator: 0xFF, omittingEmptySubsequences: false).map { Array($0) })
        else { return }
        for keys in [nil, KeyStore(directory: "/nonexistent/keys")] {
            _ = PeerAuthenticator(tokens: TokenStore(directory: "/nonexistent/tokens"), keys: keys).judge(request)
        }
    }

    private static func keys(_ bytes: [UInt8]) throws {
        guard let file = try? KeyFile(String(decoding: bytes, as: UTF8.self), path: "f") else { return }
        guard try KeyFile(file.text, path: "f") == file else {
            throw Broken("a file of keys changes when it is written")
        }
    }

    /// Every reading is plausible and has a record; the same bytes say the same; a body twice says nothing more.
    private static func companion(_ reader: any CompanionReader.Type, _ bytes: [UInt8]) throws {
        let context = CompanionContext(received: now * 1000, calendar: LocalCalendar([]))
        let post = reader.decode(bytes, context)
        guard post.records.allSatisfy({ !$0.readings.isEmpty }) else { throw Broken("a record without a reading") }
        for reading in post.records.flatMap(\.readings) {
            guard reading.start <= reading.end, reading.kind.plausible.contains(reading.value) else {
                throw Broken("a reading of \(reading.kind.name) that is not plausible")
            }
        }
        guard post.problem == nil || post.snapshots.isEmpty else { throw Broken("a damaged body replaces others") }
        var fold = CompanionFold()
        _ = fold.take(post)
        let once = fold.settled()
        _ = fold.take(reader.decode(bytes, context))
        guard fold.settled() == once else { throw Broken("a body twice says something else") }
        _ = fold.batch()
    }

    private static func read(_ bytes: [UInt8], _ open: (MemoryBytes) throws -> any SampleReader) throws {
        guard let reader = try? open(MemoryBytes(bytes)) else { return }
        var batch = SampleBatch()
        var rounds = 0
        while !reader.isFinished {
            do { try reader.read(elements: 64, into: &batch) } catch { return }
            rounds += 1
            // Every element takes at least one byte; a packed one may expand to a thousand.
            guard rounds <= 1_100 * (bytes.count + 1) else { throw Broken("a reader does not come to an end") }
        }
    }
}
