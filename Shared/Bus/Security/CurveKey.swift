import CZeroMQ
import Messages

/// A public CURVE key (Curve25519, ZeroMQ RFC 26): 32 bytes, written as 40 characters of Z85 (RFC 32).
public struct CurveKey: Hashable, Sendable, CustomStringConvertible {
    static let byteCount = 32
    static let textCount = 40
    /// Z85, as `zmq_setsockopt` takes it.
    public let description: String

    /// Nil where the text is not 32 bytes in Z85.
    public init?(_ text: some StringProtocol) {
        var bytes = [UInt8](repeating: 0, count: Self.byteCount)
        guard text.utf8.count == Self.textCount, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), zmq_z85_decode(&bytes, String(text)) != nil else {
            return nil
        }
        description = String(text)
    }

    /// Nil where there are not 32 bytes.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        var text = [CChar](repeating: 0, count: Self.textCount + 1)
        guard zmq_z85_encode(&text, bytes, bytes.count) != nil else { return nil }
        description = text.text
    }

    /// Eight hexadecimal digits by which people tell keys apart; the key's first four bytes.
    public var id: String {
        var bytes = [UInt8](repeating: 0, count: Self.byteCount)
        zmq_z85_decode(&bytes, description)
        return bytes.prefix(4).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

/// A key pair. Only its public half is ever printed.
public struct CurvePair: Sendable, CustomStringConvertible, CustomReflectable {
    public let key: CurveKey
    /// Z85; for its owner's file and sockets only.
    public let secret: String

    /// A new one, from the system's generator.
    /// - Throws: `BusError(.failed)` where libzmq was built without CURVE.
    public static func generate() throws -> CurvePair {
        var (key, secret) = ([CChar](repeating: 0, count: CurveKey.textCount + 1), [CChar](repeating: 0, count: CurveKey.textCount + 1))
        guard zmq_curve_keypair(&key, &secret) == 0, let pair = CurvePair(secret: secret.text) else { throw Socket.failure("make a key") }
        return pair
    }

    /// Nil where the text is not a key.
    public init?(secret: String) {
        guard CurveKey(secret) != nil else { return nil }
        var text = [CChar](repeating: 0, count: CurveKey.textCount + 1)
        guard zmq_curve_public(&text, secret) == 0, let key = CurveKey(text.text) else { return nil }
        (self.key, self.secret) = (key, secret)
    }

    public var description: String { "key \(key.id)" }
    public var customMirror: Mirror { Mirror(self, children: ["key": key]) }
}

extension [CChar] {
    /// Up to the terminator.
    fileprivate var text: String { String(decoding: prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self) }
}
