import Crypto
import Foundation
import Messages

/// Time-based one-time passwords (RFC 6238) as authenticator apps compute them: HMAC-SHA-1, 6 digits, steps of 30 s
/// since 1970.
enum TOTP {
    /// Milliseconds.
    static let stepLength: Milliseconds = 30_000
    static let digits = 6
    /// Bytes of a secret, the size of SHA-1's output (RFC 4226, section 4).
    static let secretCount = 20

    static func step(at instant: Milliseconds) -> Int64 { instant / stepLength }

    /// The HOTP value of a step (RFC 4226, section 5.3).
    static func code(_ secret: Data, step: Int64, digits: Int = digits) -> String {
        let counter = withUnsafeBytes(of: step.bigEndian) { Data($0) }
        let mac = Array(HMAC<Insecure.SHA1>.authenticationCode(for: counter, using: SymmetricKey(data: secret)))
        let offset = Int(mac[mac.count - 1] & 15)
        let number = mac[offset..<offset + 4].reduce(UInt64(0)) { $0 << 8 | UInt64($1) } & 0x7FFF_FFFF
        var modulus: UInt64 = 1
        for _ in 0..<digits { modulus *= 10 }
        let text = String(number % modulus)
        return String(repeating: "0", count: digits - text.count) + text
    }

    /// The step of this code: the current one, or one before or after it to tolerate clock drift (RFC 6238, section
    /// 5.2). Nil for a wrong code.
    static func step(of code: String, _ secret: Data, at instant: Milliseconds) -> Int64? {
        let now = step(at: instant)
        // All three are compared, so that timing does not reveal which one matched.
        return [now - 1, now, now + 1].reduce(nil) { found, step in
            isSame(Data(Self.code(secret, step: step).utf8), Data(code.utf8)) ? step : found
        }
    }

    /// The URI that an authenticator app reads, also from a QR code (Key URI Format of Google Authenticator).
    static func uri(_ secret: Data, name: String) -> String {
        let allowed = CharacterSet.alphanumerics.intersection(
            CharacterSet(charactersIn: Unicode.Scalar(0)..<Unicode.Scalar(128)))
        let label = "Pulsum:\(name)".addingPercentEncoding(withAllowedCharacters: allowed) ?? "Pulsum"
        return
            "otpauth://totp/\(label)?secret=\(Base32.encode(secret))&issuer=Pulsum&algorithm=SHA1&digits=\(digits)&period=\(stepLength / 1000)"
    }
}

/// RFC 4648, section 6, without padding: letters and digits that people can type.
enum Base32 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")

    static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var text = ""
        var buffer: UInt32 = 0
        var bits = 0
        for byte in bytes {
            buffer = buffer << 8 | UInt32(byte)
            bits += 8
            while bits >= 5 {
                bits -= 5
                text.append(alphabet[Int(buffer >> UInt32(bits) & 31)])
            }
            buffer &= 1 << UInt32(bits) - 1
        }
        if bits > 0 { text.append(alphabet[Int(buffer << UInt32(5 - bits) & 31)]) }
        return text
    }
}
