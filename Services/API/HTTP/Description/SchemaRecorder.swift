import Messages
import Wire

/// A type that writes absent values as null instead of leaving the field out.
protocol WritesNull {}

/// Finds the JSON form of types by decoding them from nothing: it acts as the decoder, and every field that a type asks
/// for is recorded. So the OpenAPI document cannot differ from what the types read and write.
final class SchemaRecorder {
    enum Direction {
        /// Optional fields may be null, as `JSONDecoder` takes them.
        case request
        /// Optional fields are left out, but for `WritesNull`.
        case response
    }

    struct Unsupported: Error { let type: String }

    let direction: Direction
    /// The types found so far, by name.
    private(set) var components: [String: SchemaComponent] = [:]

    init(_ direction: Direction) { self.direction = direction }

    /// - Throws: `Unsupported` for a type whose decoder refuses sample values.
    func schema<T: Decodable>(of type: T.Type) throws -> JSONSchema { try make(type).schema }

    /// The type's name without its module and without the enclosing group of routes.
    static func name(of type: Any.Type) -> String {
        let parts = String(reflecting: type).split(separator: ".").dropFirst()
        let isRoutes = parts.first.map { $0.hasSuffix("Endpoints") || $0.hasSuffix("Endpoint") } ?? false
        return (isRoutes && parts.count > 1 ? parts.dropFirst() : parts).joined(separator: ".")
    }

    fileprivate func make<T: Decodable>(_ type: T.Type) throws -> (value: T, schema: JSONSchema) {
        func sample(_ value: Any, _ schema: JSONSchema) throws -> (T, JSONSchema) {
            guard let value = value as? T else { throw Unsupported(type: "\(type)") }
            return (value, schema)
        }
        if let (value, schema) = Self.scalars[ObjectIdentifier(type)] { return try sample(value, schema) }
        if let known = type as? any OpenEnum.Type, let (value, names) = Self.values(known) {
            return try sample(value, enumeration(type, names))
        }
        if let identifier = type as? any Identifier.Type { return try sample(identifier.random(), .uuid) }
        if type is Day.Type { return try sample(Day(number: 20_000), .day) }
        if let known = type as? any CaseIterable.Type, let (value, names) = Self.cases(known) {
            return try sample(value, enumeration(type, names))
        }
        let place = Place(self, type)
        let value = try T(from: place)
        return (value, place.schema)
    }

    private func enumeration(_ type: Any.Type, _ names: [String]) -> JSONSchema {
        let name = Self.name(of: type)
        components[name] = .names(names)
        return .component(name)
    }

    fileprivate func add(_ field: SchemaComponent.Field?, to component: String) {
        var fields: [SchemaComponent.Field] = []
        if case .object(let known) = components[component] { fields = known }
        if let field, !fields.contains(field) { fields.append(field) }
        components[component] = .object(fields)
    }

    private static func values<E: OpenEnum>(_ type: E.Type) -> (Any, [String])? {
        type.names.first.map { ($0.value, type.names.map(\.name)) }
    }

    private static func cases<E: CaseIterable>(_ type: E.Type) -> (Any, [String])? {
        let names = type.allCases.compactMap { ($0 as? any RawRepresentable)?.rawValue as? String }
        return type.allCases.first.flatMap { names.isEmpty ? nil : ($0, names) }
    }

    private static func integer<I: FixedWidthInteger & Sendable>(_ type: I.Type)
        -> (ObjectIdentifier, (any Sendable, JSONSchema))
    {
        let range = Int64(exactly: I.max).map { JSONSchema.integer(Int64(I.min), $0) }
        return (ObjectIdentifier(type), (I(1), range ?? .unsigned))
    }

    /// A sample and the schema of the types without a decoder of their own.
    private static let scalars: [ObjectIdentifier: (any Sendable, JSONSchema)] = Dictionary(
        uniqueKeysWithValues: [
            (ObjectIdentifier(Bool.self), (true, .bool)), (ObjectIdentifier(String.self), ("", .string)),
            (ObjectIdentifier(Double.self), (Double(1), .number)), (ObjectIdentifier(Float.self), (Float(1), .number)),
            integer(Int.self), integer(Int8.self), integer(Int16.self), integer(Int32.self), integer(Int64.self),
            integer(UInt.self), integer(UInt8.self), integer(UInt16.self), integer(UInt32.self), integer(UInt64.self),
        ])
}

/// The decoder of one value.
private final class Place: Decoder {
    let recorder: SchemaRecorder
    let type: Any.Type
    var schema: JSONSchema

    init(_ recorder: SchemaRecorder, _ type: Any.Type) {
        (self.recorder, self.type) = (recorder, type)
        schema = .component(SchemaRecorder.name(of: type))
    }

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy keys: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Fields<Key>(self))
    }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { Single(self, isArray: true) }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { Single(self, isArray: false) }
}

/// The fields of an object; for a dictionary, one entry.
private final class Fields<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let place: Place
    private let component: String?
    /// Keys that were asked whether they are null: those of optional fields.
    private var optional: Set<String> = []

    init(_ place: Place) {
        self.place = place
        // The standard library's own key type of dictionaries has no public name.
        let isMap = String(describing: Key.self) == "_DictionaryCodingKey"
        component = isMap ? nil : SchemaRecorder.name(of: place.type)
        if let component { place.recorder.add(nil, to: component) }
    }

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { component == nil ? [Key(stringValue: "name")].compactMap { $0 } : [] }
    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) throws -> Bool {
        optional.insert(key.stringValue)
        return false
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        let (value, schema) = try place.recorder.make(type)
        guard let component else {
            place.schema = .map(schema)
            return value
        }
        let isOptional = optional.contains(key.stringValue)
        let writesNull = place.type is any WritesNull.Type
        place.recorder.add(
            .init(
                name: key.stringValue, schema: schema, isRequired: !isOptional || writesNull,
                mayBeNull: isOptional && (writesNull || place.recorder.direction == .request)), to: component)
        return value
    }

    private func value<T: Decodable>(_ key: Key) throws -> T { try decode(T.self, forKey: key) }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try value(key) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try value(key) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try value(key) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try value(key) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try value(key) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try value(key) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try value(key) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try value(key) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try value(key) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try value(key) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try value(key) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try value(key) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try value(key) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try value(key) }

    private var unsupported: SchemaRecorder.Unsupported { .init(type: "\(place.type)") }
    func nestedContainer<N: CodingKey>(keyedBy type: N.Type, forKey key: Key) throws -> KeyedDecodingContainer<N> {
        throw unsupported
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw unsupported }
    func superDecoder() throws -> any Decoder { throw unsupported }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw unsupported }
}

/// A single value, or an array of one element.
private final class Single: SingleValueDecodingContainer, UnkeyedDecodingContainer {
    private let place: Place
    private let isArray: Bool
    private(set) var currentIndex = 0

    init(_ place: Place, isArray: Bool) { (self.place, self.isArray) = (place, isArray) }

    var codingPath: [any CodingKey] { [] }
    var count: Int? { isArray ? 1 : nil }
    var isAtEnd: Bool { currentIndex > 0 }
    func decodeNil() -> Bool { false }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        currentIndex += 1
        let (value, schema) = try place.recorder.make(type)
        place.schema = isArray ? .array(schema) : schema
        return value
    }

    private func value<T: Decodable>() throws -> T { try decode(T.self) }
    func decode(_ type: Bool.Type) throws -> Bool { try value() }
    func decode(_ type: String.Type) throws -> String { try value() }
    func decode(_ type: Double.Type) throws -> Double { try value() }
    func decode(_ type: Float.Type) throws -> Float { try value() }
    func decode(_ type: Int.Type) throws -> Int { try value() }
    func decode(_ type: Int8.Type) throws -> Int8 { try value() }
    func decode(_ type: Int16.Type) throws -> Int16 { try value() }
    func decode(_ type: Int32.Type) throws -> Int32 { try value() }
    func decode(_ type: Int64.Type) throws -> Int64 { try value() }
    func decode(_ type: UInt.Type) throws -> UInt { try value() }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try value() }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try value() }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try value() }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try value() }

    private var unsupported: SchemaRecorder.Unsupported { .init(type: "\(place.type)") }
    func nestedContainer<N: CodingKey>(keyedBy type: N.Type) throws -> KeyedDecodingContainer<N> { throw unsupported }
    func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw unsupported }
    func superDecoder() throws -> any Decoder { throw unsupported }
}
