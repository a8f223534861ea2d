import Testing

@testable import Wire

/// What hand-written `Codable` may ask of the containers.
@Suite struct ContainerTests {
    private enum Key: Int, CodingKey { case first = 1, second, third }

    /// A misuse of a keyed, unkeyed or single-value container: proto3 has no such form.
    enum Misuse: CaseIterable {
        case nestedKeyed, nestedUnkeyed, superCoder, keyedSuperCoder, null
    }

    /// A dictionary's container of the wire encoder, misused. Its key type has no public name, so the dictionary asks
    /// for the container itself.
    private struct MapEncoder: Encoder {
        let wrapped: any Encoder
        let misuse: Misuse
        var codingPath: [any CodingKey] { wrapped.codingPath }
        var userInfo: [CodingUserInfoKey: Any] { wrapped.userInfo }
        func container<K: CodingKey>(keyedBy type: K.Type) -> KeyedEncodingContainer<K> {
            var container = wrapped.container(keyedBy: type)
            if let key = K(stringValue: "a") { ContainerTests.apply(misuse, to: &container, key) }
            return container
        }
        func unkeyedContainer() -> any UnkeyedEncodingContainer { wrapped.unkeyedContainer() }
        func singleValueContainer() -> any SingleValueEncodingContainer { wrapped.singleValueContainer() }
    }

    private struct MapDecoder: Decoder {
        let wrapped: any Decoder
        let misuse: Misuse
        var codingPath: [any CodingKey] { wrapped.codingPath }
        var userInfo: [CodingUserInfoKey: Any] { wrapped.userInfo }
        func container<K: CodingKey>(keyedBy type: K.Type) throws -> KeyedDecodingContainer<K> {
            let container = try wrapped.container(keyedBy: type)
            for key in container.allKeys { try ContainerTests.apply(misuse, to: container, key) }
            return container
        }
        func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try wrapped.unkeyedContainer() }
        func singleValueContainer() throws -> any SingleValueDecodingContainer { try wrapped.singleValueContainer() }
    }

    private static func apply<K: CodingKey>(_ misuse: Misuse, to container: inout KeyedEncodingContainer<K>, _ key: K) {
        switch misuse {
        case .nestedKeyed: _ = container.nestedContainer(keyedBy: Key.self, forKey: key)
        case .nestedUnkeyed: _ = container.nestedUnkeyedContainer(forKey: key)
        case .superCoder: _ = container.superEncoder()
        case .keyedSuperCoder: _ = container.superEncoder(forKey: key)
        // A failure that the value itself ignores.
        case .null: try? container.encodeNil(forKey: key)
        }
    }

    private static func apply<K: CodingKey>(_ misuse: Misuse, to container: KeyedDecodingContainer<K>, _ key: K) throws
    {
        switch misuse {
        case .nestedKeyed: _ = try container.nestedContainer(keyedBy: Key.self, forKey: key)
        case .nestedUnkeyed: _ = try container.nestedUnkeyedContainer(forKey: key)
        case .superCoder: _ = try container.superDecoder()
        case .keyedSuperCoder: _ = try container.superDecoder(forKey: key)
        case .null: if try !container.decodeNil(forKey: key) { throw WireError(.unsupported, "present") }
        }
    }

    private struct MisusedMap: Codable {
        @TaskLocal static var misuse = Misuse.null
        init() {}
        init(from decoder: any Decoder) throws {
            _ = try [String: Int](from: MapDecoder(wrapped: decoder, misuse: Self.misuse))
        }
        func encode(to encoder: any Encoder) throws {
            try ["x": 1].encode(to: MapEncoder(wrapped: encoder, misuse: Self.misuse))
        }
    }

    private struct MisusedArray: Codable {
        @TaskLocal static var misuse = Misuse.null
        init() {}
        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            switch Self.misuse {
            case .nestedKeyed: _ = try container.nestedContainer(keyedBy: Key.self)
            case .nestedUnkeyed: _ = try container.nestedUnkeyedContainer()
            case .superCoder, .keyedSuperCoder: _ = try container.superDecoder()
            // An element is never nil, and none is left after the last.
            case .null: while try !container.decodeNil() { _ = try container.decode(Int.self) }
            }
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            switch Self.misuse {
            case .nestedKeyed: _ = container.nestedContainer(keyedBy: Key.self)
            case .nestedUnkeyed: _ = container.nestedUnkeyedContainer()
            case .superCoder, .keyedSuperCoder: _ = container.superEncoder()
            case .null: try? container.encodeNil()
            }
        }
    }

    private struct MisusedMessage: Codable {
        @TaskLocal static var misuse = Misuse.null
        init() {}
        init(from decoder: any Decoder) throws {
            try ContainerTests.apply(Self.misuse, to: try decoder.container(keyedBy: Key.self), .first)
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            ContainerTests.apply(Self.misuse, to: &container, .first)
        }
    }

    private struct Field<Value: Codable>: Codable {
        var value: Value
        enum CodingKeys: Int, CodingKey { case value = 1 }
    }

    @Test("What proto3 has no form for fails the whole encoding, even where a value ignores the error")
    func encoding() {
        func isUnsupported(_ error: any Error) -> Bool { (error as? WireError)?.code == .unsupported }
        for misuse in Misuse.allCases {
            MisusedMap.$misuse.withValue(misuse) {
                #expect("\(misuse)") { try WireEncoder().encode(Field(value: MisusedMap())) } throws: {
                    isUnsupported($0)
                }
            }
            MisusedArray.$misuse.withValue(misuse) {
                #expect("\(misuse)") { try WireEncoder().encode(Field(value: MisusedArray())) } throws: {
                    isUnsupported($0)
                }
            }
            // In a message, nil is an absent field.
            guard misuse != .null else { continue }
            MisusedMessage.$misuse.withValue(misuse) {
                #expect("\(misuse)") { try WireEncoder().encode(MisusedMessage()) } throws: { isUnsupported($0) }
            }
        }
    }

    @Test("What proto3 has no form for cannot be decoded either")
    func decoding() {
        func error<T: Decodable>(_ type: T.Type, _ bytes: [UInt8]) -> WireError.Code? {
            do {
                _ = try WireDecoder().decode(type, from: bytes)
                return nil
            } catch {
                return (error as? WireError)?.code
            }
        }
        for misuse in Misuse.allCases {
            MisusedMap.$misuse.withValue(misuse) {
                #expect(error(Field<MisusedMap>.self, [0x0A, 5, 0x0A, 1, 0x61, 0x10, 1]) == .unsupported, "\(misuse)")
            }
            let array: WireError.Code = misuse == .null ? .truncated : .unsupported
            MisusedArray.$misuse.withValue(misuse) {
                #expect(error(Field<MisusedArray>.self, [0x0A, 2, 1, 2]) == array, "\(misuse)")
            }
            MisusedMessage.$misuse.withValue(misuse) {
                #expect(error(MisusedMessage.self, [0x08, 1]) == .unsupported, "\(misuse)")
            }
        }
    }

    /// Uses every question that a container answers.
    private struct Asked: Decodable {
        let keys: [Key]
        let hasFirst, hasSecond, isSecondNil, isWire: Bool
        let paths: Int
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            (keys, hasFirst, hasSecond) = (container.allKeys, container.contains(.first), container.contains(.second))
            isSecondNil = try container.decodeNil(forKey: .second)
            paths = decoder.codingPath.count + container.codingPath.count
            isWire = decoder.isWire && decoder.userInfo[.wire] != nil
        }
    }

    @Test("A message tells which of its keys are present, each once, and no number that it does not know")
    func questions() throws {
        let asked = try WireDecoder().decode(Asked.self, from: [0x18, 1, 0x08, 1, 0x18, 2, 0x70, 1])
        #expect(asked.keys == [.third, .first] && asked.hasFirst && !asked.hasSecond && asked.isSecondNil)
        #expect(asked.isWire && asked.paths == 0)
    }

    /// A map with questions about keys that it has and has not.
    private struct AskedMap: Decodable {
        struct Inquiry: Decoder {
            let wrapped: any Decoder
            var codingPath: [any CodingKey] { [] }
            var userInfo: [CodingUserInfoKey: Any] { [:] }
            func container<K: CodingKey>(keyedBy type: K.Type) throws -> KeyedDecodingContainer<K> {
                let container = try wrapped.container(keyedBy: type)
                guard let known = K(stringValue: "a"), let unknown = K(stringValue: "z") else { return container }
                #expect(container.contains(known) && !container.contains(unknown))
                #expect(try container.decodeNil(forKey: unknown) && !container.decodeNil(forKey: known))
                #expect(container.codingPath.isEmpty)
                #expect { try container.decode(Int.self, forKey: unknown) } throws: {
                    ($0 as? WireError)?.code == .missing
                }
                return container
            }
            func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try wrapped.unkeyedContainer() }
            func singleValueContainer() throws -> any SingleValueDecodingContainer {
                try wrapped.singleValueContainer()
            }
        }
        let map: [String: Int]
        init(from decoder: any Decoder) throws { map = try [String: Int](from: Inquiry(wrapped: decoder)) }
    }
    private struct HasMap: Decodable {
        let map: AskedMap
        enum CodingKeys: Int, CodingKey { case map = 1 }
    }

    @Test(
        "A map tells which keys it has; an entry that is no message, a key that is no text and a root map are refused")
    func maps() throws {
        let bytes: [UInt8] = [0x0A, 5, 0x0A, 1, 0x61, 0x10, 7, 0x0A, 5, 0x0A, 1, 0x62, 0x10, 8]
        #expect(try WireDecoder().decode(HasMap.self, from: bytes).map.map == ["a": 7, "b": 8])
        typealias Map = Field<[String: Int]>
        for (bytes, code) in [
            ([0x08, 1], .wrongWireType), ([0x0A, 2, 0x08, 1], .wrongWireType),
            ([0x0A, 3, 0x0A, 1, 0xFF], .invalidText), ([0x0A, 2, 0x12, 0], .wrongWireType),
        ] as [([UInt8], WireError.Code)] {
            #expect { try WireDecoder().decode(Map.self, from: bytes) } throws: { ($0 as? WireError)?.code == code }
        }
        for decode in [
            { _ = try WireDecoder().decode([String: Int].self, from: []) },
            { _ = try WireDecoder().decode([Int].self, from: []) },
            { _ = try WireDecoder().decode(Int.self, from: []) },
            { _ = try WireDecoder().decode(Field<[[String: Int]]>.self, from: [0x0A, 0]) },
        ] as [() throws -> Void] {
            #expect { try decode() } throws: { ($0 as? WireError)?.code == .unsupported }
        }
    }

    @Test("A decoder that is used after its message was decoded fails instead of reading")
    func usedLater() throws {
        let kept = try WireDecoder().decode(Field<KeptField>.self, from: [0x0A, 1, 1]).value.decoder
        for use in [
            { _ = try kept.singleValueContainer().decode(Int.self) }, { _ = try kept.container(keyedBy: Key.self) },
            { _ = try kept.unkeyedContainer() },
        ] as [() throws -> Void] {
            #expect { try use() } throws: { ($0 as? WireError)?.code == .unsupported }
        }
    }

    /// Keeps its decoder beyond the decoding.
    private struct KeptField: Codable {
        let decoder: any Decoder
        init(from decoder: any Decoder) throws { self.decoder = decoder }
        func encode(to encoder: any Encoder) throws {}
    }

    /// Scalars at the root, encoded one by one.
    private struct Root: Encodable {
        let body: @Sendable (inout any SingleValueEncodingContainer) throws -> Void
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try? body(&container)
        }
    }

    @Test("A single value is no message, nor is nil a value")
    func roots() {
        for root in [
            Root { try $0.encodeNil() }, Root { try $0.encode(true) }, Root { try $0.encode("") },
            Root { try $0.encode(0.0) }, Root { try $0.encode(Float(0)) }, Root { try $0.encode([UInt8]()) },
        ] {
            #expect { try WireEncoder().encode(root) } throws: { ($0 as? WireError)?.code == .unsupported }
        }
    }

    /// Elements of two kinds in one array.
    private struct Mixed: Codable {
        let elements: [any Codable & Sendable]
        init(_ elements: [any Codable & Sendable]) { self.elements = elements }
        init(from decoder: any Decoder) throws { elements = [] }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(element) }
            #expect(container.count == elements.count && container.codingPath.isEmpty)
        }
    }

    @Test("Elements of different kinds are no repeated field")
    func mixed() throws {
        for elements in [[1, 1.5], [1, "a"], [1, Inner(number: 1, text: "")], [[1.5]]] as [[any Codable & Sendable]] {
            #expect { try WireEncoder().encode(Field(value: Mixed(elements))) } throws: {
                ($0 as? WireError)?.code == .unsupported
            }
        }
        #expect(try WireEncoder().encode(Field(value: Mixed([1, 2]))) == [0x0A, 2, 1, 2])
    }
}
