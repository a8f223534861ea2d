import Wire

/// A 128-bit random identifier: of a user, a job, a request. Bytes on the wire, lower-case hyphenated UUID text in
/// JSON.
public protocol Identifier: Codable, Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The first eight bytes, big endian.
    var high: UInt64 { get }
    /// The last eight bytes, big endian.
    var low: UInt64 { get }
    /// The identifier with these bytes.
    init(high: UInt64, low: UInt64)
}

extension Identifier {
    /// A new random identifier (version 4 layout, RFC 9562).
    public static func random() -> Self {
        var generator = SystemRandomNumberGenerator()
        return random(using: &generator)
    }

    /// A new identifier from the given generator (version 4 layout, RFC 9562).
    public static func random(using generator: inout some RandomNumberGenerator) -> Self {
        let high = (generator.next() & 0xFFFF_FFFF_FFFF_0FFF) | 0x4000
        let low = (generator.next() & 0x3FFF_FFFF_FFFF_FFFF) | 0x8000_0000_0000_0000
        return Self(high: high, low: low)
    }

    /// Exactly 16 bytes, big endian; nil for any other length.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        // Runs for every row that is read: contiguous bytes need two loads only.
        let loaded = bytes.withContiguousStorageIfAvailable { bytes in
            let bytes = UnsafeRawBufferPointer(bytes)
            return (
                bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self),
                bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
            )
        }
        if let loaded {
            self.init(high: UInt64(bigEndian: loaded.0), low: UInt64(bigEndian: loaded.1))
            return
        }
        var high: UInt64 = 0
        var low: UInt64 = 0
        for (index, byte) in bytes.enumerated() {
            if index < 8 { high = high << 8 | UInt64(byte) } else { low = low << 8 | UInt64(byte) }
        }
        self.init(high: high, low: low)
    }

    /// 16 bytes, big endian.
    public var bytes: [UInt8] {
        var result = [UInt8]()
        result.reserveCapacity(16)
        for shift in stride(from: 56, through: 0, by: -8) {
            result.append(UInt8(truncatingIfNeeded: high >> UInt64(shift)))
        }
        for shift in stride(from: 56, through: 0, by: -8) {
            result.append(UInt8(truncatingIfNeeded: low >> UInt64(shift)))
        }
        return result
    }

    /// Parses UUID text with hyphens, in upper or lower case; nil for any other text.
    public init?(_ text: some StringProtocol) {
        let digits = text.utf8.filter { $0 != UInt8(ascii: "-") }
        guard digits.count == 32, text.utf8.count == 36 else { return nil }
        var bytes = [UInt8]()
        bytes.reserveCapacity(16)
        for index in stride(from: 0, to: 32, by: 2) {
            guard let upper = Character(UnicodeScalar(digits[index])).hexDigitValue,
                let lower = Character(UnicodeScalar(digits[index + 1])).hexDigitValue
            else { return nil }
            bytes.append(UInt8(upper << 4 | lower))
        }
        self.init(bytes: bytes)
    }

    public var description: String {
        String(unsafeUninitializedCapacity: 36) { text in
            var count = 0
            for half in [high, low] {
                for shift in stride(from: 60, through: 0, by: -4) {
                    if count == 8 || count == 13 || count == 18 || count == 23 {
                        text[count] = UInt8(ascii: "-")
                        count += 1
                    }
                    let digit = UInt8(truncatingIfNeeded: half >> UInt64(shift)) & 15
                    text[count] = digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
                    count += 1
                }
            }
            return count
        }
    }

    public static func < (left: Self, right: Self) -> Bool { (left.high, left.low) < (right.high, right.low) }

    public init(from decoder: any Decoder) throws {
        if let (high, low) = try decoder.decodeWireIdentifier() {
            self.init(high: high, low: low)
            return
        }
        let container = try decoder.singleValueContainer()
        let value =
            decoder.isWire ? Self(bytes: try container.decode([UInt8].self)) : Self(try container.decode(String.self))
        guard let value else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "an identifier is 16 bytes, in JSON a UUID")
        }
        self = value
    }

    public func encode(to encoder: any Encoder) throws {
        if try encoder.encodeWire(high: high, low: low) { return }
        var container = encoder.singleValueContainer()
        if encoder.isWire { try container.encode(bytes) } else { try container.encode(description) }
    }
}

/// A person, by a random identifier that reveals nothing about them.
public struct UserID: Identifier {
    /// The two halves, big endian.
    public let high, low: UInt64
    public init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }
}

/// A request and all its retries; also the idempotency key of a command.
public struct RequestID: Identifier {
    /// The two halves, big endian.
    public let high, low: UInt64
    public init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }
}

/// An entity of a service: a journal entry, an import job, a receipt, a check-in.
public struct EntityID: Identifier {
    /// The two halves, big endian.
    public let high, low: UInt64
    public init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }
}
