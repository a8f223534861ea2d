import Messages

/// A service name in a header: 1 to 16 bytes of `a`–`z`, `0`–`9` and `-`, zero-padded. All zeros mean "nobody".
struct WireName: Hashable, Sendable, CustomStringConvertible {
    var high: UInt64
    var low: UInt64

    package static let nobody = WireName(high: 0, low: 0)
    package static let broker = WireName(ascii: "broker")

    package init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

    /// Nil if the text is not a valid service name.
    init?(_ text: some StringProtocol) {
        // The count detects an embedded zero byte, which would end the C string early.
        guard let name = text.withCString({ WireName(text: $0) }), name.count == text.utf8.count else { return nil }
        self = name
    }

    /// Nil if the C string is not a valid service name.
    init?(text: UnsafePointer<CChar>) {
        var (bytes, count) = ((UInt64(0), UInt64(0)), 0)
        withUnsafeMutableBytes(of: &bytes) { bytes in
            while count < 16, text[count] != 0 {
                bytes[count] = UInt8(bitPattern: text[count])
                count += 1
            }
        }
        guard count > 0, text[count] == 0 else { return nil }
        (high, low) = (UInt64(bigEndian: bytes.0), UInt64(bigEndian: bytes.1))
        guard isWellFormed else { return nil }
    }

    package init?(_ service: ServiceName) { self.init(service.rawValue) }

    private init(ascii text: StaticString) {
        self = text.withUTF8Buffer { WireName(String(decoding: $0, as: UTF8.self)) } ?? .nobody
    }

    /// True for "nobody" and for a name followed by zeros only. Tests eight bytes at a time, as every header is checked
    /// twice.
    var isWellFormed: Bool {
        guard let (front, back) = Self.zeros(high).flatMap({ front in Self.zeros(low).map { (front, $0) } }) else {
            return false
        }
        // All zero bytes must be trailing ones.
        return low == 0 ? front == high.trailingZeroBitCount / 8 : front == 0 && back == low.trailingZeroBitCount / 8
    }

    /// Number of zero bytes among the eight; nil if a byte is neither zero nor allowed.
    private static func zeros(_ bytes: UInt64) -> Int? {
        let (ones, tops): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
        guard bytes & tops == 0 else { return nil }
        /// Sets the top bit of each byte within the range. All bytes are below 128, so no sum carries into the next
        /// byte.
        func within(_ low: UInt64, _ high: UInt64) -> UInt64 {
            (bytes &+ (0x80 &- low) &* ones) & ~(bytes &+ (0x7F &- high) &* ones) & tops
        }
        let zero = ~(bytes &+ 0x7F &* ones) & tops
        guard within(0x61, 0x7A) | within(0x30, 0x39) | within(0x2D, 0x2D) | zero == tops else { return nil }
        return zero.nonzeroBitCount
    }

    /// Length of the name in bytes.
    private var count: Int { 16 - (low == 0 ? 8 + high.trailingZeroBitCount / 8 : low.trailingZeroBitCount / 8) }

    package var description: String {
        withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { String(decoding: $0.prefix(count), as: UTF8.self) }
    }

    package var service: ServiceName { ServiceName(rawValue: description) }
}
