import Foundation
import Wire

/// Encodes and decodes one typical message with the wire codec and with Foundation's JSON coders, in the same run.
enum CodecBenchmark {
    /// 14 fields, including a nested struct and 20 doubles.
    private struct Reading: Codable, Equatable {
        struct Source: Codable, Equatable {
            var name: String
            var device: UInt64
            var trusted: Bool
            enum CodingKeys: Int, CodingKey { case name = 1, device, trusted }
        }

        var id: UInt64
        var revision: UInt64
        var user: String
        var day: Int32
        var at: Int64
        var score: Double
        var low: Double?
        var high: Double?
        var personalised: Bool
        var note: String?
        var samples: Int32
        var label: String
        var source: Source
        var values: [Double]
        enum CodingKeys: Int, CodingKey {
            case id = 1, revision, user, day, at, score, low, high, personalised, note, samples, label, source, values
        }

        static let typical = Reading(
            id: 81_985_529_216_486_895, revision: 42, user: "3f2b8c1e-5d64-4f0a-9b7e-2a1c90d4e8f7", day: 20_412,
            at: 1_763_690_400_123,
            score: 63.25, low: 51.5, high: nil, personalised: true, note: "Slept well, walked to work.", samples: 288,
            label: "nocturnalHeartRate",
            source: Source(name: "Apple Watch", device: 9_007_199_254_740_993, trusted: true),
            values: (0..<20).map { 58.5 + Double($0) * 0.37 })
    }

    static func run(arguments: [String]) async throws {
        let (encoder, decoder) = (WireEncoder(), WireDecoder())
        let (jsonEncoder, jsonDecoder) = (JSONEncoder(), JSONDecoder())
        let message = Reading.typical
        let bytes = try encoder.encode(message)
        let json = try jsonEncoder.encode(message)
        guard try decoder.decode(Reading.self, from: bytes) == message,
            try jsonDecoder.decode(Reading.self, from: json) == message
        else {
            throw BenchmarkError("the codec does not give back what it was given")
        }

        // The four operations alternate within each round, so that load on the machine affects all of them.
        var times: [[Double]] = [[], [], [], []]
        for _ in 0..<60 {
            times[0].append(try microseconds(2_000) { _ = try encoder.encode(message) })
            times[1].append(try microseconds(2_000) { _ = try decoder.decode(Reading.self, from: bytes) })
            times[2].append(try microseconds(300) { _ = try jsonEncoder.encode(message) })
            times[3].append(try microseconds(300) { _ = try jsonDecoder.decode(Reading.self, from: json) })
        }
        let medians = times.map(Table.median)
        let (wire, foundation) = (medians[0] + medians[1], medians[2] + medians[3])

        let chunk = Chunk(bytes: [UInt8](repeating: 7, count: 1 << 20))
        let chunkBytes = try encoder.encode(chunk)
        var chunkTimes: [Double] = []
        for _ in 0..<60 {
            chunkTimes.append(try microseconds(1) { _ = try decoder.decode(Chunk.self, from: encoder.encode(chunk)) })
        }

        var table = Table(
            "Codec: 14 fields with a struct and 20 doubles; medians of 60 rounds",
            ["", "encode µs", "decode µs", "both µs", "bytes"])
        table.row("Wire", Table.number(medians[0]), Table.number(medians[1]), Table.number(wire), "\(bytes.count)")
        table.row(
            "Foundation JSON", Table.number(medians[2]), Table.number(medians[3]), Table.number(foundation),
            "\(json.count)")
        table.row("1 MiB of bytes", "", "", Table.number(Table.median(chunkTimes)), "\(chunkBytes.count)")
        table.print()
        Table.goal("times faster than Foundation's JSON", measured: foundation / wire, atLeast: 10)
    }

    private struct Chunk: Codable {
        var bytes: [UInt8]
        enum CodingKeys: Int, CodingKey { case bytes = 1 }
    }

    /// Mean microseconds of one call.
    private static func microseconds(_ calls: Int, _ body: () throws -> Void) rethrows -> Double {
        let start = ContinuousClock.now
        for _ in 0..<calls { try body() }
        return (ContinuousClock.now - start) / .microseconds(1) / Double(calls)
    }
}
