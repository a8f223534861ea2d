/// An enumeration whose unknown values survive: a number a newer release added is kept and sent on as it came.
///
/// On the wire it is its number (proto3 `enum`, 0 is "unspecified"); in JSON it is its name, or `"#<number>"` where no name is known.
public protocol OpenEnum: RawRepresentable<Int32>, Codable, Hashable, Sendable, CustomStringConvertible {
    /// Every value this release knows, with the name used in JSON; in `.proto` files it is upper case, with the name of its type before it.
    static var names: [(value: Self, name: String)] { get }
    init(rawValue: Int32)
}

extension OpenEnum {
    public var description: String { Self.names.first { $0.value.rawValue == rawValue }?.name ?? "#\(rawValue)" }

    /// The value with this JSON name; nil where neither a known name nor `#<number>`.
    public init?(name: String) {
        if let known = Self.names.first(where: { $0.name == name }) {
            self = known.value
        } else if name.first == "#", let number = Int32(name.dropFirst()) {
            self.init(rawValue: number)
        } else {
            return nil
        }
    }

    public init(from decoder: any Decoder) throws {
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
        var container = encoder.singleValueContainer()
        if encoder.isWire { try container.encode(rawValue) } else { try container.encode(description) }
    }
}
