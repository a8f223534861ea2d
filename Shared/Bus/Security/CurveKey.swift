import CZeroMQ
import Messages

/// A public CURVE key (Curve25519, ZeroMQ RFC 26): 32 bytes, written as 40 characters of Z85 (RFC 32).
public struct CurveKey: Hashable, Sendable, CustomStringConvertible {
    static let byteCount = 32
    static let textCount = 40
    /// The key in Z85, as `zmq_setsockopt` takes it.
    public let description: String

    /// Nil if the text is not 32 bytes in Z85.
    public init?(_ text: some StringProtocol) {
        var bytes = [UInt8](repeating: 0, count: Self.byteCount)
        guard text.utf8.count == Self.textCount, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
            zmq_z85_decode(&bytes, String(text)) != nil
        else {
            return nil
        }
        description = String(text)
    }

    /// Nil if the array does not have 32 bytes.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        var text = [CChar](repeating: 0, count: Self.textCount + 1)
        guard zmq_z85_encode(&text, bytes, bytes.count) != nil else { return nil }
        description = text.text
    }

    /// Short identifier for people: the key's first four bytes as eight hexadecimal digits.
    public var id: String {
        var bytes = [UInt8](repeating: 0, count: Self.byteCount)
        zmq_z85_decode(&bytes, description)
        return bytes.prefix(4).hexadecimal
    }
}

/// A CURVE key pair. Descriptions and mirrors show its public half only.
public struct CurvePair: Sendable, CustomStringConvertible, CustomReflectable {
    /// The public key.
    public let key: CurveKey
    /// The secret key in Z85; for its owner's file and sockets only.
    public let secret: String

    /// A new key pair from the system's random number generator.
    /// - Throws: `ServiceError(.failed)` if libzmq was built without CURVE.
    public static func generate() throws -> CurvePair {
        var (key, secret) = (
            [CChar](repeating: 0, count: CurveKey.textCount + 1), [CChar](repeating: 0, count: CurveKey.textCount + 1)
        )
        guard zmq_curve_keypair(&key, &secret) == 0, let pair = CurvePair(secret: secret.text) else {
            throw Socket.failure("make a key")
        }
        return pair
    }

    /// The pair of a secret key; nil if the text is not a key.
    public init?(secret: String) {
        guard CurveKey(secret) != nil else { return nil }
        var text = [CChar](repeating: 0, count: CurveKey.textCount + 1)
        guard zmq_curve_public(&text, secret) == 0, let key = CurveKey(text.text) else { return nil }
        (self.key, self.secret) = (key, secret)
    }

    public var description: String { "key \(key.id)" }
    /// Shows the public key only, so that logs and debuggers never print the secret.
    public var customMirror: Mirror { Mirror(self, children: ["key": key]) }
}

extension [CChar] {
    /// The characters before the terminator.
    fileprivate var text: String { String(decoding: prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self) }
}
