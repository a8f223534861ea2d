import Testing

@testable import Wire

/// Every scalar in every container.
@Suite struct ScalarTests {
    /// Widths of integers, the others, in the order of `Plain`'s fields.
    private static let types: [WireType] =
        [.varint, .length, .fixed64, .fixed32] + [WireType](repeating: .varint, count: 10)

    private struct Plain: Codable, Equatable {
        var flag = true
        var text = "é"
        var double = -0.5
        var float: Float = 1.5
        var int = Int.min
        var int8 = Int8.min
        var int16 = Int16.min
        var int32 = Int32.min
        var int64 = Int64.min
        var uint = UInt.max
        var uint8 = UInt8.max
        var uint16 = UInt16.max
        var uint32 = UInt32.max
        var uint64 = UInt64.max
        enum CodingKeys: Int, CodingKey, CaseIterable {
            case flag = 1, text, double, float, int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64
        }
        static let zero = Plain(
            flag: false, text: "", double: 0, float: 0, int: 0, int8: 0, int16: 0, int32: 0, int64: 0, uint: 0,
            uint8: 0, uint16: 0, uint32: 0, uint64: 0)
    }

    private struct Optionals: Codable, Equatable {
        var flag: Bool?
        var text: String?
        var double: Double?
        var float: Float?
        var int: Int?
        var int8: Int8?
        var int16: Int16?
        var int32: Int32?
        var int64: Int64?
        var uint: UInt?
        var uint8: UInt8?
        var uint16: UInt16?
        var uint32: UInt32?
        var uint64: UInt64?
        enum CodingKeys: Int, CodingKey {
            case flag = 1, text, double, float, int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64
        }
        init() {}
        init(_ plain: Plain) {
            (flag, text, double, float) = (plain.flag, plain.text, plain.double, plain.float)
            (int, int8, int16, int32, int64) = (plain.int, plain.int8, plain.int16, plain.int32, plain.int64)
            (uint, uint8, uint16, uint32, uint64) = (
                plain.uint, plain.uint8, plain.uint16, plain.uint32, plain.uint64
            )
        }
    }

    /// A scalar behind a type of its own, like an enum's number.
    private struct Wrapped<Value: Codable & Hashable>: Codable, Hashable {
        var value: Value
        init(_ value: Value) { self.value = value }
        init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(Value.self) }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(value)
        }
    }

    /// One type of scalar in each container.
    private struct Containers<Value: Codable & Hashable>: Codable, Equatable {
        var elements: [Wrapped<Value>]
        var map: [String: Value]
        var wrapped: Wrapped<Value>
        var present: Wrapped<Value>?
        enum CodingKeys: Int, CodingKey { case elements = 1, map, wrapped, present }
    }

    @Test("Fields of every scalar keep their extremes; a zero is absent, a present zero of an optional is not")
    func fields() throws {
        #expect(try WireDecoder().decode(Plain.self, from: WireEncoder().encode(Plain())) == Plain())
        #expect(try WireEncoder().encode(Plain.zero) == [])
        #expect(try WireDecoder().decode(Plain.self, from: []) == .zero)
        for value in [Optionals(Plain()), Optionals(.zero), Optionals()] {
            #expect(try WireDecoder().decode(Optionals.self, from: WireEncoder().encode(value)) == value)
        }
        #expect(try WireEncoder().encode(Optionals(.zero)).count == 2 * 12 + 9 + 5)
        #expect(try WireEncoder().encode(Optionals()) == [])
    }

    private func expectRoundTrip<Value: Codable & Hashable>(_ values: [Value], absent: Value) throws {
        let last = try #require(values.last)
        let containers = Containers(
            elements: values.map { Wrapped($0) }, map: ["a": values[0], "": last], wrapped: Wrapped(last),
            present: Wrapped(absent))
        let bytes = try WireEncoder().encode(containers)
        #expect(try WireDecoder().decode(Containers<Value>.self, from: bytes) == containers)
        // Absent fields, and an entry without a value, have the default.
        let empty = try WireDecoder().decode(Containers<Value>.self, from: [0x12, 3, 0x0A, 1, 0x62])
        #expect(empty == Containers(elements: [], map: ["b": absent], wrapped: Wrapped(absent), present: nil))
    }

    @Test("Elements, map values and wrapped values of every scalar keep their extremes")
    func containers() throws {
        try expectRoundTrip([true, false, true], absent: false)
        try expectRoundTrip(["", "é"], absent: "")
        try expectRoundTrip([0, -Double.infinity, .leastNonzeroMagnitude], absent: 0)
        try expectRoundTrip([0, -Float.infinity, .leastNonzeroMagnitude], absent: 0)
        try expectRoundTrip([Int.min, 0, .max], absent: 0)
        try expectRoundTrip([Int8.min, 0, .max], absent: 0)
        try expectRoundTrip([Int16.min, 0, .max], absent: 0)
        try expectRoundTrip([Int32.min, 0, .max], absent: 0)
        try expectRoundTrip([Int64.min, 0, .max], absent: 0)
        try expectRoundTrip([UInt.min, 1, .max], absent: 0)
        try expectRoundTrip([UInt8.min, 1, .max], absent: 0)
        try expectRoundTrip([UInt16.min, 1, .max], absent: 0)
        try expectRoundTrip([UInt32.min, 1, .max], absent: 0)
        try expectRoundTrip([UInt64.min, 1, .max], absent: 0)
        try expectRoundTrip([[1, 2], [UInt8]()], absent: [])
    }

    private static func tag(_ number: Int, _ type: WireType) -> UInt8 { UInt8(number << 3) | type.rawValue }

    @Test("A field of another wire type is refused by its name, in plain and in optional fields", arguments: 1...14)
    func wrongType(number: Int) throws {
        let right = Self.types[number - 1]
        let wrong: [UInt8] =
            right == .fixed32
            ? [Self.tag(number, .varint), 1] : [Self.tag(number, .fixed32), 0, 0, 0, 0]
        let name = "\(try #require(Plain.CodingKeys(rawValue: number)).stringValue)(\(number))"
        let error = WireError.Code.wrongWireType
        #expect { try WireDecoder().decode(Plain.self, from: wrong) } throws: {
            ($0 as? WireError)?.code == error && ($0 as? WireError)?.path == name
        }
        #expect { try WireDecoder().decode(Optionals.self, from: wrong) } throws: {
            ($0 as? WireError)?.code == error && ($0 as? WireError)?.path == name
        }
    }

    @Test("A number beyond an integer's width is refused in each width", arguments: [6, 7, 8, 11, 12, 13])
    func range(number: Int) {
        // 2⁴⁰.
        let bytes = [Self.tag(number, .varint), 0x80, 0x80, 0x80, 0x80, 0x80, 0x20]
        #expect { try WireDecoder().decode(Plain.self, from: bytes) } throws: {
            ($0 as? WireError)?.code == .outOfRange
        }
    }

    @Test("Packed runs of doubles and floats that end within an element are refused")
    func tornRuns() {
        struct Runs: Codable {
            var doubles: [Double]
            var floats: [Float]
            enum CodingKeys: Int, CodingKey { case doubles = 1, floats }
        }
        for bytes in [[0x0A, 7, 0, 0, 0, 0, 0, 0, 0], [0x12, 3, 0, 0, 0]] as [[UInt8]] {
            #expect { try WireDecoder().decode(Runs.self, from: bytes) } throws: {
                ($0 as? WireError)?.code == .truncated
            }
        }
    }
}
