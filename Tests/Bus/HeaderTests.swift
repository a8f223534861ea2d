import Fixtures
import Messages
import Testing

@testable import Bus

@Suite struct HeaderTests {
    private func bytes(_ header: Header) -> [UInt8] {
        var bytes = [UInt8](repeating: 0xAA, count: Header.size)
        bytes.withUnsafeMutableBytes { header.write(to: $0) }
        return bytes
    }

    private func parse(_ bytes: [UInt8]) throws -> Header { try bytes.withUnsafeBytes { try Header($0) } }

    private var sample: Header {
        Header(
            kind: .request, flags: .repeatable, type: MessageType(0x0501), attempt: 2, budget: 5_000,
            exchange: 0x0102_0304_0506_0708,
            id: RequestID(high: 0x1111_2222_3333_4444, low: 0x5555_6666_7777_8888), service: BrokerWorld.name(.scoring),
            caller: BrokerWorld.name(.api), trace: TraceContext(traceHigh: 1, traceLow: 2, span: 3, flags: 1))
    }

    @Test func theBytesAreThoseOfTheProtocolPage() {
        let expected: [UInt8] =
            [0x50, 1, 2, 1, 0x05, 0x01, 2, 1, 0, 0, 0x13, 0x88, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8]
            + [0x11, 0x11, 0x22, 0x22, 0x33, 0x33, 0x44, 0x44, 0x55, 0x55, 0x66, 0x66, 0x77, 0x77, 0x88, 0x88]
            + Array("scoring".utf8) + [UInt8](repeating: 0, count: 9) + Array("api".utf8)
            + [UInt8](repeating: 0, count: 13)
            + [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 3]
        #expect(bytes(sample) == expected)
    }

    @Test func roundTrip() throws {
        #expect(try parse(bytes(sample)) == sample)
    }

    @Test func saysWhatIsWrong() {
        func fault(_ change: (inout [UInt8]) -> Void) -> Header.Fault? {
            var bytes = bytes(sample)
            change(&bytes)
            do {
                _ = try parse(bytes)
                return nil
            } catch { return error as? Header.Fault }
        }
        #expect(fault { $0.removeLast() } == .length)
        #expect(fault { $0.append(0) } == .length)
        #expect(fault { $0 = [] } == .length)
        #expect(fault { $0[0] = 0 } == .magic)
        #expect(fault { $0[1] = 2 } == .version)
        #expect(fault { $0[2] = 0 } == .kind)
        #expect(fault { $0[2] = 200 } == .kind)
        #expect(fault { $0[40] = UInt8(ascii: "/") } == .name)
        #expect(fault { $0[41] = 0 } == .name)
        #expect(fault { $0[71] = UInt8(ascii: "x") } == .name)
    }

    @Test func randomBytesNeverCrash() {
        var random = SplitMix(seed: 7)
        for _ in 0..<20_000 {
            var bytes = bytes(sample)
            for _ in 0..<Int(random.next() % 6) {
                bytes[Int(random.next() % 96)] = UInt8(truncatingIfNeeded: random.next())
            }
            if let header = try? parse(bytes) {
                #expect(header.service.description.utf8.count <= 16)
            }
        }
    }

    @Test func aNameIsJudgedAsByteByByte() {
        let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789-".utf8)
        /// Letters followed by zeros only.
        func isName(_ bytes: [UInt8]) -> Bool { bytes.drop { letters.contains($0) }.allSatisfy { $0 == 0 } }
        func isWellFormed(_ bytes: [UInt8]) -> Bool {
            let halves = [bytes.prefix(8), bytes.suffix(8)].map { $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
            return WireName(high: halves[0], low: halves[1]).isWellFormed
        }
        for length in 0...16 {
            let name =
                (0..<length).map { letters[($0 * 7 + length) % letters.count] }
                + [UInt8](repeating: 0, count: 16 - length)
            #expect(isWellFormed(name))
            for place in 0..<16 {
                for byte in UInt8.min ... .max {
                    var changed = name
                    changed[place] = byte
                    if isWellFormed(changed) != isName(changed) { Issue.record("\(changed)") }
                }
            }
        }
    }

    @Test(arguments: ["a", "scoring", "health-import", "0123456789abcdef"]) func namesSurvive(text: String) {
        #expect(WireName(text)?.description == text)
    }

    @Test(arguments: ["", "Scoring", "a b", "ä", "0123456789abcdefg", "../x"]) func otherTextsAreNoNames(text: String) {
        #expect(WireName(text) == nil)
    }
}
