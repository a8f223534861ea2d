import Foundation
import Testing

@testable import Messages
@testable import Wire

/// Bytes from anybody, to every message.
@Suite struct HostileTests {
    @Test("100,000 mutated messages: no crash, only typed errors, memory in proportion", .timeLimit(.minutes(3)))
    func mutations() async throws {
        // In a process of its own, whose memory nobody else uses.
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
            // Inputs are some kilobytes each; 1 MiB and 16 times the input is allowed to one decoding.
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
                    // The field, as a message, string or entry of length 0, half a million times.
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
    /// The most this process ever had resident, in bytes. (`getrusage` would count the parent too.)
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

    /// Numbers of the arrays and maps of a message, as far as their tag is one byte.
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

    /// Bits flipped, bytes replaced by extreme ones, pieces cut, repeated, exchanged with another message.
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

    /// Decodes; what can be read can be written and read again, and is no longer than its input by more than its
    /// defaults.
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
