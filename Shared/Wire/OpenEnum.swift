/// An enumeration that preserves unknown values: a number added by a newer release is kept and re-encoded unchanged.
///
/// On the wire the value is its number (proto3 `enum`; 0 means "unspecified"). In JSON it is its name, or `"#<number>"`
/// if the number has no known name.
public protocol OpenEnum: RawRepresentable<Int32>, Codable, Hashable, Sendable, CustomStringConvertible {
    /// All values known to this release with their JSON names. In `.proto` files a name is upper case with its type's
    /// name as prefix.
    static var names: [(value: Self, name: String)] { get }
    init(rawValue: Int32)
}

extension OpenEnum {
    public var description: String { Self.names.first { $0.value.rawValue == rawValue }?.name ?? "#\(rawValue)" }

    /// Parses a JSON name. Returns nil unless `name` is a known name or has the form `#<number>`.
    public init?(name: String) {
        if let known = Self.names.first(where: { $0.name == name }) {
            self = known.value
        } else if name.first == "#", let number = Int32(name.dropFirst()) {
            self.init(rawValue: number)
        } else {
            return nil
        }
    }

    /// Decodes the number from the wire, or the name from JSON.
    /// - Throws: `DecodingError.dataCorrupted` if the JSON name is unknown.
    public init(from decoder: any Decoder) throws {
        if let number = try decoder.decodeWireNumber() {
            self.init(rawValue: number)
            return
        }
        let container = try decoder.singleValueContainer()
        if decoder.isWire {
            self.init(rawValue: try container.decode(Int32.self))
            return
        }
        let name = try container.decode(String.self)
        guard let value = Self(name: name) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "not one of \(Self.names.map(\.name).joined(separator: ", "))")
        }
        self = value
    }

    public func encode(to encoder: any Encoder) throws {
        if try encoder.encodeWire(rawValue) { return }
        var container = encoder.singleValueContainer()
        if encoder.isWire { try container.encode(rawValue) } else { try container.encode(description) }
    }
}
