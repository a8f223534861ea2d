import Crypto
import Foundation

/// A self-signed certificate with its key for 127.0.0.1 and localhost (RFC 5280), generated anew for each value.
public struct TestCertificate: Sendable {
    /// The certificate as PEM.
    public let certificate: String
    /// The private key as PEM.
    public let key: String
    /// SHA-256 of the public key (RFC 7469 §2.4) in base64, by which a browser can be told to trust it.
    public let pin: String

    /// Generates a key and signs a certificate with it.
    public init() throws {
        let key = P256.Signing.PrivateKey()
        let algorithm = Self.sequence(Self.object([0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02]))
        let name = Self.sequence(
            Self.value(
                0x31, Self.sequence(Self.object([0x55, 0x04, 0x03]) + Self.value(0x0C, Array("Pulsum test".utf8)))))
        let validity = Self.sequence(
            Self.value(0x17, Array("250101000000Z".utf8)) + Self.value(0x17, Array("491231235959Z".utf8)))
        // subjectAltName with an IP address and a DNS name; basicConstraints with CA, since the certificate is its own
        // root.
        let names = Self.sequence(Self.value(0x87, [127, 0, 0, 1]) + Self.value(0x82, Array("localhost".utf8)))
        let extensions = Self.sequence(
            Self.sequence(Self.object([0x55, 0x1D, 0x11]) + Self.value(0x04, names))
                + Self.sequence(
                    Self.object([0x55, 0x1D, 0x13]) + [0x01, 0x01, 0xFF]
                        + Self.value(0x04, Self.sequence([0x01, 0x01, 0xFF]))))
        let serial = (0..<8).map { _ in UInt8.random(in: 1...127) }
        let content = Self.sequence(
            Self.value(0xA0, [0x02, 0x01, 0x02]) + Self.value(0x02, serial) + algorithm + name + validity + name
                + Array(key.publicKey.derRepresentation)
                + Self.value(0xA3, extensions))
        let signature = try key.signature(for: Data(content)).derRepresentation
        let whole = Self.sequence(content + algorithm + Self.value(0x03, [0] + Array(signature)))
        certificate =
            "-----BEGIN CERTIFICATE-----\n\(Data(whole).base64EncodedString(options: .lineLength64Characters))\n-----END CERTIFICATE-----\n"
        self.key = key.pemRepresentation + "\n"
        pin = Data(SHA256.hash(data: key.publicKey.derRepresentation)).base64EncodedString()
    }

    /// Writes certificate and key to these paths.
    public func write(certificate certificatePath: String, key keyPath: String) throws {
        try certificate.write(toFile: certificatePath, atomically: true, encoding: .utf8)
        try key.write(toFile: keyPath, atomically: true, encoding: .utf8)
    }

    private static func value(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        let length: [UInt8] =
            content.count < 128
            ? [UInt8(content.count)]
            : content.count < 256
                ? [0x81, UInt8(content.count)] : [0x82, UInt8(content.count >> 8), UInt8(content.count & 0xFF)]
        return [tag] + length + content
    }

    private static func sequence(_ content: [UInt8]) -> [UInt8] { value(0x30, content) }
    private static func object(_ identifier: [UInt8]) -> [UInt8] { value(0x06, identifier) }
}
