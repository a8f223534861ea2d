import Testing

@testable import Wire

struct Inner: Codable, Equatable {
    var number: Int32
    var text: String
    enum CodingKeys: Int, CodingKey { case number = 1, text }
}

struct Sample: Codable, Equatable {
    var flag = true
    var small: Int32 = -3
    var large: UInt64 = .max
    var price = 2.5
    var ratio: Float = 0.5
    var name = "héllo"
    var blob: [UInt8] = [1, 2, 3]
    var inner = Inner(number: 7, text: "x")
    var values = [1.0, -2.0]
    var counts: [Int32] = [1, -1, 300]
    var names = ["", "b"]
    var inners = [Inner(number: 0, text: ""), Inner(number: 1, text: "y")]
    var map = ["b": Int64(2), "a": 1]
    var zero: Int32? = 0
    var nothing: String?
    enum CodingKeys: Int, CodingKey {
        case flag = 1, small, large, price, ratio, name, blob, inner, values, counts, names, inners, map, zero, nothing
    }
}

@Suite struct WireTests {
    @Test("Every kind of field round-trips") func roundTrip() throws {
        let sample = Sample()
        let bytes = try WireEncoder().encode(sample)
        #expect(try WireDecoder().decode(Sample.self, from: bytes) == sample)
    }

    @Test("An encoding finds nothing of those before it, with it or within it") func reuse() async throws {
        struct Blob: Codable {
            var bytes: [UInt8]
            enum CodingKeys: Int, CodingKey { case bytes = 1 }
        }
        /// Encodes another message while it is encoded.
        struct Outer: Encodable {
            var inner: Blob
            enum CodingKeys: Int, CodingKey { case bytes = 1 }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(try WireEncoder().encode(inner), forKey: .bytes)
            }
        }
        func bytes(_ count: Int, _ fill: UInt8) throws {
            let blob = Blob(bytes: [UInt8](repeating: fill, count: count))
            let encoded = try WireEncoder().encode(blob)
            #expect(try WireDecoder().decode(Blob.self, from: encoded).bytes == blob.bytes)
            let outer = try WireEncoder().encode(Outer(inner: blob))
            #expect(try WireDecoder().decode(Blob.self, from: outer).bytes == encoded)
        }
        // Lengths within a short message's buffer, beyond it, and beyond what is kept; a failure between them.
        for (number, count) in [3, 2_000, 1, 100_000, 0, 481, 70_000, 2, 60_000, 5].enumerated() {
            try bytes(count, UInt8(count % 251))
            if number % 3 == 2 { #expect(throws: WireError.self) { try WireEncoder().encode([[[1, 2], [3]]]) } }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for fill in 0..<8 as Range<UInt8> {
                group.addTask { for count in 0..<500 { try bytes(count * 3, fill) } }
            }
            try await group.waitForAll()
        }
    }

    @Test("The empty message has no bytes, and no bytes are a message of defaults") func defaults() throws {
        struct Plain: Codable, Equatable {
            var flag = false
            var number = 0
            var price = 0.0
            var name = ""
            var blob: [UInt8] = []
            var names: [String] = []
            var map: [String: Int] = [:]
            var inner: Inner?
            enum CodingKeys: Int, CodingKey { case flag = 1, number, price, name, blob, names, map, inner }
        }
        #expect(try WireEncoder().encode(Plain()) == [])
        #expect(try WireDecoder().decode(Plain.self, from: []) == Plain())
        // An absent nested message that is not optional has its defaults too.
        #expect(try WireDecoder().decode(Sample.self, from: []).inner == Inner(number: 0, text: ""))
    }

    private struct Presence: Codable, Equatable {
        var number: Int32?
        var text: String?
        var inner: Inner?
        enum CodingKeys: Int, CodingKey { case number = 1, text, inner }
    }

    @Test("A present zero is not an absent one") func presence() throws {
        let present = Presence(number: 0, text: "", inner: Inner(number: 0, text: ""))
        #expect(try WireEncoder().encode(present) == [0x08, 0, 0x12, 0, 0x1A, 0])
        #expect(try WireDecoder().decode(Presence.self, from: [0x08, 0, 0x12, 0, 0x1A, 0]) == present)
        #expect(try WireDecoder().decode(Presence.self, from: []) == Presence())
    }

    @Test("Unknown fields of every wire type are passed over, before, between and after") func unknownFields() throws {
        let unknown: [UInt8] = [0x78, 0x96, 0x01, 0x79, 1, 2, 3, 4, 5, 6, 7, 8, 0x7A, 2, 0xFF, 0xFF, 0x7D, 1, 2, 3, 4]
        let inner = Inner(number: -1, text: "t")
        #expect(try WireDecoder().decode(Inner.self, from: unknown + WireEncoder().encode(inner) + unknown) == inner)
        #expect(
            try WireDecoder().decode(
                Inner.self,
                from: [0x12, 1, 0x74] + unknown + [0x08, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1])
                == inner)
    }

    @Test("Fields in any order; of one that comes twice the last counts") func order() throws {
        #expect(
            try WireDecoder().decode(Inner.self, from: [0x12, 1, 0x61, 0x08, 1, 0x12, 1, 0x62, 0x08, 2])
                == Inner(number: 2, text: "b"))
        #expect(
            try WireDecoder().decode(Inner.self, from: [0x08, 1, 0x08, 2, 0x12, 1, 0x61, 0x12, 1, 0x62])
                == Inner(number: 2, text: "b"))
    }

    private struct Lists: Codable, Equatable {
        var doubles: [Double]
        var numbers: [Int32]
        var names: [String]
        var levels: [Level]
        enum CodingKeys: Int, CodingKey { case doubles = 1, numbers, names, levels }
    }
    private struct Level: OpenEnum {
        let rawValue: Int32
        static let low = Level(rawValue: 1)
        static let names: [(value: Level, name: String)] = [(low, "low")]
    }

    @Test("Repeated scalars are packed, read packed, one by one, mixed, and between other fields") func repeated()
        throws
    {
        let lists = Lists(doubles: [1], numbers: [1, 300, -1], names: [], levels: [.low, Level(rawValue: 77)])
        let bytes = try WireEncoder().encode(lists)
        let one: [UInt8] = [0, 0, 0, 0, 0, 0, 0xF0, 0x3F]
        let minusOne = [UInt8](repeating: 0xFF, count: 9) + [1]
        #expect(bytes == [0x0A, 8] + one + [0x12, 13, 1, 0xAC, 2] + minusOne + [0x22, 2, 1, 77])
        #expect(try WireDecoder().decode(Lists.self, from: bytes) == lists)
        let single = [0x09] + one + [0x10, 1, 0x12, 2, 0xAC, 2, 0x20, 1, 0x10] + minusOne + [0x22, 1, 77]
        #expect(try WireDecoder().decode(Lists.self, from: single) == lists)
    }

    @Test("An unknown enum number survives, in JSON by its number") func openEnum() throws {
        let level = Level(rawValue: 77)
        #expect(level.description == "#77")
        #expect(Level(name: "#77") == level)
        #expect(Level(name: "low") == .low)
        #expect(Level(name: "high") == nil)
    }

    @Test("Equal maps have equal bytes; of a key that comes twice the last counts") func maps() throws {
        struct Mapped: Codable, Equatable {
            var map: [String: Inner]
            enum CodingKeys: Int, CodingKey { case map = 1 }
        }
        let keys = (0..<50).map { "key \($0)" }
        var (forward, backward) = (Mapped(map: [:]), Mapped(map: [:]))
        for (index, key) in keys.enumerated() {
            forward.map[key] = Inner(number: Int32(index), text: String(repeating: "x", count: index * 5))
        }
        for (index, key) in keys.enumerated().reversed() {
            backward.map[key] = Inner(number: Int32(index), text: String(repeating: "x", count: index * 5))
        }
        let bytes = try WireEncoder().encode(forward)
        #expect(try WireEncoder().encode(backward) == bytes)
        #expect(try WireDecoder().decode(Mapped.self, from: bytes) == forward)
        // a = {1}, a = {2}, and an entry without key and value.
        let twice: [UInt8] = [0x0A, 7, 0x0A, 1, 0x61, 0x12, 2, 8, 1, 0x0A, 7, 0x0A, 1, 0x61, 0x12, 2, 8, 2, 0x0A, 0]
        #expect(
            try WireDecoder().decode(Mapped.self, from: twice).map == [
                "a": Inner(number: 2, text: ""), "": Inner(number: 0, text: ""),
            ])
    }

    @Test("Extreme numbers keep every bit") func extremes() throws {
        struct Numbers: Codable, Equatable {
            var a = Int64.min
            var b = Int64.max
            var c = UInt64.max
            var d = Int8.min
            var e = UInt16.max
            var f = -0.0
            var g = Double.infinity
            var h = Float.leastNonzeroMagnitude
            var i = Int.min
            enum CodingKeys: Int, CodingKey { case a = 1, b, c, d, e, f, g, h, i }
        }
        let back = try WireDecoder().decode(Numbers.self, from: WireEncoder().encode(Numbers()))
        #expect(back == Numbers())
        #expect(back.f.sign == .minus)
    }
}
