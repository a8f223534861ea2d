@testable import Messages
@testable import Wire

/// The schema of a type, recorded while it is decoded.
final class Schema {
    enum Kind: Equatable {
        /// A proto scalar, and its meaning if that is more than its type (`16 bytes`).
        case scalar(String, note: String?)
        case enumeration(String)
        case message(String)
        indirect case repeated(Kind)
        indirect case map(Kind)
    }

    struct Field: Equatable {
        var number: Int
        /// The JSON key.
        var name: String
        var kind: Kind
        var isOptional: Bool
    }

    /// Fields by message, as `Outer.Inner`.
    var messages: [String: [Field]] = [:]
    /// Known values by enumeration.
    var enumerations: [String: [(number: Int32, name: String)]] = [:]

    func add(_ field: Field, to message: String) {
        if messages[message, default: []].contains(field) { return }
        messages[message, default: []].append(field)
    }

    static func name(of type: Any.Type) -> String { String(String(reflecting: type).drop { $0 != "." }.dropFirst()) }
}

/// Makes a value of any message by acting as its decoder: random values, or every field present. Records the schema as
/// it does so.
struct Probe: Decoder {
    /// A seeded generator (SplitMix64).
    struct Random: RandomNumberGenerator {
        private var state: UInt64
        init(seed: UInt64) { state = seed }
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return z ^ (z >> 31)
        }
    }

    final class World {
        var random: Random
        /// Makes every optional present and one element in every array, which a schema needs.
        let isComplete: Bool
        let schema = Schema()
        init(seed: UInt64, isComplete: Bool) { (random, self.isComplete) = (Random(seed: seed), isComplete) }

        func count(_ most: Int) -> Int { isComplete ? 1 : Int.random(in: 0...most, using: &random) }
        func isPresent() -> Bool { isComplete || Bool.random(using: &random) }

        func integer<I: FixedWidthInteger>(_ type: I.Type) -> I {
            switch Int.random(in: 0..<6, using: &random) {
            case 0: 0
            case 1: .max
            case 2: .min
            case 3: I(truncatingIfNeeded: -1)
            case 4: I.random(in: 1...100, using: &random)
            default: I.random(in: .min ... .max, using: &random)
            }
        }

        func double() -> Double {
            let special: [Double] = [0, -0.0, 1, -1, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 0.1]
            return Bool.random(using: &random)
                ? special.randomElement(using: &random) ?? 0 : Double.random(in: -1e6...1e6, using: &random)
        }

        func string() -> String {
            switch Int.random(in: 0..<5, using: &random) {
            case 0: ""
            case 1: "a"
            case 2: "Schlaf gut, 😴 – überall, ça va?"
            case 3: String(repeating: "long ", count: Int.random(in: 1...60, using: &random))
            default: String(UInt64.random(in: 0...(.max), using: &random), radix: 36)
            }
        }

        func bytes() -> [UInt8] {
            (0..<Int.random(in: 0...40, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
        }
    }

    let world: World
    /// Called with the kind of the decoded value.
    var report: (Schema.Kind) -> Void = { _ in }
    /// The type that is being decoded.
    var type: Any.Type

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { WireFormat.userInfo }

    /// A value of this message, deterministic for the seed.
    static func value<T: Decodable>(_ type: T.Type, seed: UInt64) throws -> T {
        try make(type, World(seed: seed, isComplete: false)).value
    }

    static func make<T: Decodable>(_ type: T.Type, _ world: World) throws -> (value: T, kind: Schema.Kind) {
        var kind = Schema.Kind.message(Schema.name(of: type))
        if type is any EmptyMessage.Type { world.schema.messages[Schema.name(of: type)] = [] }
        // Handled here because a byte array would decode itself as an array of bytes.
        if type == [UInt8].self, let bytes = world.bytes() as? T { return (bytes, .scalar("bytes", note: nil)) }
        let value = try withoutActuallyEscaping({ kind = $0 }) {
            try T(from: Probe(world: world, report: $0, type: type))
        }
        if let known = type as? any OpenEnum.Type {
            let name = Schema.name(of: type)
            world.schema.enumerations[name] = values(of: known)
            kind = .enumeration(name)
        } else if type is any Identifier.Type {
            kind = .scalar("bytes", note: "\(Schema.name(of: type)): 16 bytes, big endian")
        } else if type is Day.Type {
            kind = .scalar("int32", note: "days since 1970-01-01")
        }
        return (value, kind)
    }

    private static func values<E: OpenEnum>(of type: E.Type) -> [(number: Int32, name: String)] {
        type.names.map { (number: $0.value.rawValue, name: $0.name) }
    }

    func container<Key: CodingKey>(keyedBy keys: Key.Type) throws -> KeyedDecodingContainer<Key> {
        if WireFormat.isMap(keys) { return KeyedDecodingContainer(MapProbe<Key>(world, report)) }
        let name = Schema.name(of: type)
        report(.message(name))
        if world.schema.messages[name] == nil { world.schema.messages[name] = [] }
        return KeyedDecodingContainer(MessageProbe<Key>(world: world, message: name))
    }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { ArrayProbe(world, report) }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { ScalarProbe(probe: self) }
}

private struct MapProbe<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let world: Probe.World
    let report: (Schema.Kind) -> Void
    let allKeys: [Key]

    init(_ world: Probe.World, _ report: @escaping (Schema.Kind) -> Void) {
        (self.world, self.report) = (world, report)
        allKeys = Set((0..<world.count(4)).map { _ in world.string() }).sorted().compactMap { Key(stringValue: $0) }
    }

    var codingPath: [any CodingKey] { [] }
    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) throws -> Bool { false }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        let (value, kind) = try Probe.make(type, world)
        report(.map(kind))
        return value
    }
    func nestedContainer<N: CodingKey>(keyedBy type: N.Type, forKey key: Key) throws -> KeyedDecodingContainer<N> {
        throw Unsupported()
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw Unsupported() }
    func superDecoder() throws -> any Decoder { throw Unsupported() }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw Unsupported() }
}

private struct Unsupported: Error {}

private struct MessageProbe<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let world: Probe.World
    let message: String

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }
    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) throws -> Bool { false }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        let (value, kind) = try Probe.make(type, world)
        guard let number = key.intValue else { throw Unsupported() }
        world.schema.add(
            Schema.Field(number: number, name: key.stringValue, kind: kind, isOptional: false), to: message)
        return value
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        guard let number = key.intValue else { throw Unsupported() }
        let (value, kind) = try Probe.make(type, world)
        world.schema.add(Schema.Field(number: number, name: key.stringValue, kind: kind, isOptional: true), to: message)
        return world.isPresent() ? value : nil
    }

    func nestedContainer<N: CodingKey>(keyedBy type: N.Type, forKey key: Key) throws -> KeyedDecodingContainer<N> {
        throw Unsupported()
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw Unsupported() }
    func superDecoder() throws -> any Decoder { throw Unsupported() }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw Unsupported() }
}

private struct ArrayProbe: UnkeyedDecodingContainer {
    let world: Probe.World
    let report: (Schema.Kind) -> Void
    private var left: Int
    private(set) var currentIndex = 0

    init(_ world: Probe.World, _ report: @escaping (Schema.Kind) -> Void) {
        (self.world, self.report, left) = (world, report, world.count(4))
    }

    var codingPath: [any CodingKey] { [] }
    var count: Int? { nil }
    var isAtEnd: Bool { left == 0 }
    mutating func decodeNil() throws -> Bool { false }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        (left, currentIndex) = (left - 1, currentIndex + 1)
        let (value, kind) = try Probe.make(type, world)
        report(.repeated(kind))
        return value
    }
    mutating func nestedContainer<N: CodingKey>(keyedBy type: N.Type) throws -> KeyedDecodingContainer<N> {
        throw Unsupported()
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Unsupported() }
    mutating func superDecoder() throws -> any Decoder { throw Unsupported() }
}

private struct ScalarProbe: SingleValueDecodingContainer {
    let probe: Probe
    var codingPath: [any CodingKey] { [] }
    func decodeNil() -> Bool { false }

    private func scalar<T>(_ name: String, _ value: T, note: String? = nil) -> T {
        probe.report(.scalar(name, note: note))
        return value
    }
    private func integer<I: FixedWidthInteger>(_ name: String, note: String? = nil) -> I {
        scalar(name, probe.world.integer(I.self), note: note)
    }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        if probe.type is any Identifier.Type, let bytes = EntityID.random(using: &probe.world.random).bytes as? T {
            return scalar("bytes", bytes)
        }
        let (value, kind) = try Probe.make(type, probe.world)
        probe.report(kind)
        return value
    }
    func decode(_ type: Bool.Type) throws -> Bool { scalar("bool", Bool.random(using: &probe.world.random)) }
    func decode(_ type: String.Type) throws -> String { scalar("string", probe.world.string()) }
    func decode(_ type: Double.Type) throws -> Double { scalar("double", probe.world.double()) }
    func decode(_ type: Float.Type) throws -> Float {
        scalar("float", Float(Int.random(in: -1000...1000, using: &probe.world.random)) / 8)
    }
    func decode(_ type: Int.Type) throws -> Int { integer("int64") }
    func decode(_ type: Int8.Type) throws -> Int8 { integer("int32", note: "8 bits") }
    func decode(_ type: Int16.Type) throws -> Int16 { integer("int32", note: "16 bits") }
    func decode(_ type: Int32.Type) throws -> Int32 { integer("int32") }
    func decode(_ type: Int64.Type) throws -> Int64 { integer("int64") }
    func decode(_ type: UInt.Type) throws -> UInt { integer("uint64") }
    func decode(_ type: UInt8.Type) throws -> UInt8 { integer("uint32", note: "8 bits") }
    func decode(_ type: UInt16.Type) throws -> UInt16 { integer("uint32", note: "16 bits") }
    func decode(_ type: UInt32.Type) throws -> UInt32 { integer("uint32") }
    func decode(_ type: UInt64.Type) throws -> UInt64 { integer("uint64") }
}

// The standard library decodes these types through their own methods.

extension MessageProbe {
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try any(key) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try any(key) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try any(key) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try any(key) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try any(key) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try any(key) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try any(key) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try any(key) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try any(key) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try any(key) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try any(key) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try any(key) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try any(key) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try any(key) }
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try anyIfPresent(key) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try anyIfPresent(key) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try anyIfPresent(key) }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try anyIfPresent(key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try anyIfPresent(key) }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try anyIfPresent(key) }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try anyIfPresent(key) }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try anyIfPresent(key) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try anyIfPresent(key) }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try anyIfPresent(key) }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try anyIfPresent(key) }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try anyIfPresent(key) }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try anyIfPresent(key) }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try anyIfPresent(key) }
    private func any<T: Decodable>(_ key: Key) throws -> T { try decode(T.self, forKey: key) }
    private func anyIfPresent<T: Decodable>(_ key: Key) throws -> T? { try decodeIfPresent(T.self, forKey: key) }
}

extension MapProbe {
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try any(key) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try any(key) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try any(key) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try any(key) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try any(key) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try any(key) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try any(key) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try any(key) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try any(key) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try any(key) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try any(key) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try any(key) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try any(key) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try any(key) }
    private func any<T: Decodable>(_ key: Key) throws -> T { try decode(T.self, forKey: key) }
}

extension ArrayProbe {
    mutating func decode(_ type: Bool.Type) throws -> Bool { try any() }
    mutating func decode(_ type: String.Type) throws -> String { try any() }
    mutating func decode(_ type: Double.Type) throws -> Double { try any() }
    mutating func decode(_ type: Float.Type) throws -> Float { try any() }
    mutating func decode(_ type: Int.Type) throws -> Int { try any() }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try any() }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try any() }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try any() }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try any() }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try any() }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try any() }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try any() }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try any() }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try any() }
    private mutating func any<T: Decodable>() throws -> T { try decode(T.self) }
}
