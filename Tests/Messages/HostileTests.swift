import Foundation
import TestTraits
import Testing

@testable import Messages
@testable import Wire

/// Decodes hostile bytes as every message type.
@Suite(.tags(.processes)) struct HostileTests {
    @Test("100,000 mutated messages: no crash, only typed errors, memory in proportion", .timeLimit(.minutes(3)))
    func mutations() async throws {
        // Runs in a separate process, whose memory no other test uses.
        await #expect(processExitsWith: .success) {
            let before = Memory.peak()
            var random = Probe.Random(seed: 20_412)
            var count = 0
            while count < 100_000 {
                for type in EveryMessage.all {
                    let seeds = try Hostile.seeds(type, &random)
                    for _ in 0..<64 {
                        try Hostile.attack(type, Hostile.mutated(seeds, &random))
                        count += 1
                    }
                }
            }
            let growth = Memory.peak() - before
            // Inputs are a few kilobytes; one decoding may use 1 MiB and 16 times its input.
            precondition(growth < 64 << 20, "\(growth) bytes")
        }
    }

    @Test(
        "Two bytes cannot stand for a large struct: a megabyte of empty elements is refused before it takes memory",
        .timeLimit(.minutes(3)))
    func amplification() async throws {
        await #expect(processExitsWith: .success) {
            let before = Memory.peak()
            let types: [any Message.Type] = [
                MetricsQuery.Reply.self, ScoreBreakdown.self, CardsQuery.Reply.self, ImportStatus.self,
            ]
            for type in types {
                for number in try Hostile.repeatedFields(type) {
                    // The field half a million times, as a message, string or entry of length 0.
                    let element: [UInt8] = [UInt8(number) << 3 | 2, 0]
                    try Hostile.attack(
                        type,
                        [UInt8](unsafeUninitializedCapacity: 1 << 20) { buffer, count in
                            for index in buffer.indices { buffer[index] = element[index & 1] }
                            count = buffer.count
                        })
                }
            }
            let growth = Memory.peak() - before
            precondition(growth < 96 << 20, "\(growth) bytes")
        }
    }
}

enum Memory {
    /// Peak resident bytes of this process. (`getrusage` would include the parent.)
    static func peak() -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
        guard let kibibytes = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
            preconditionFailure("/proc/self/status has no VmHWM")
        }
        return kibibytes * 1024
    }
}

enum Hostile {
    /// Encoded values of a type.
    static func seeds<M: Message>(_ type: M.Type, _ random: inout Probe.Random) throws -> [[UInt8]] {
        try (0..<3).map { _ in try WireEncoder().encode(Probe.value(type, seed: random.next())) }
    }

    /// Field numbers of a message's arrays and maps whose tag fits one byte.
    static func repeatedFields<M: Message>(_ type: M.Type) throws -> [Int] {
        let world = Probe.World(seed: 1, isComplete: true)
        _ = try Probe.make(type, world)
        return (world.schema.messages[Schema.name(of: type)] ?? []).compactMap { field in
            switch field.kind {
            case .repeated, .map: field.number < 16 ? field.number : nil
            case .scalar, .enumeration, .message: nil
            }
        }
    }

    /// Flips bits, sets extreme bytes, cuts and repeats pieces, exchanges pieces with another message.
    static func mutated(_ seeds: [[UInt8]], _ random: inout Probe.Random) -> [UInt8] {
        var bytes = seeds.randomElement(using: &random) ?? []
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            guard !bytes.isEmpty else { return [UInt8.random(in: 0...255, using: &random)] }
            let at = Int.random(in: 0..<bytes.count, using: &random)
            let end = Int.random(in: at...min(bytes.count, at + 40), using: &random)
            switch Int.random(in: 0..<7, using: &random) {
            case 0: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 1: bytes[at] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
            case 2: bytes.removeLast(bytes.count - at)
            case 3: bytes.removeSubrange(at..<end)
            case 4: bytes.insert(contentsOf: bytes[at..<end], at: at)
            case 5: bytes.replaceSubrange(at..<end, with: (seeds.randomElement(using: &random) ?? []).prefix(40))
            default:
                bytes.insert(
                    contentsOf: [UInt8](repeating: 0xFF, count: Int.random(in: 1...11, using: &random)), at: at)
            }
        }
        return bytes
    }

    /// Decodes. A decoded value must encode and decode again, and be no longer than its input plus its defaults.
    static func attack<M: Message>(_ type: M.Type, _ bytes: [UInt8]) throws {
        let value: M
        do {
            value = try WireDecoder().decode(type, from: bytes)
        } catch is WireError {
            return
        }
        let again = try WireEncoder().encode(value)
        precondition(again.count <= 16 * bytes.count + 1024, "\(type): \(again.count) bytes of \(bytes.count)")
        _ = try WireDecoder().decode(type, from: again)
    }
}
