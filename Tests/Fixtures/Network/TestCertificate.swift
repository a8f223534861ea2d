import Crypto
import Foundation

/// A certificate with its key (RFC 5280), generated anew for each value: self-signed for 127.0.0.1 and localhost, or
/// signed by another one for any host.
public struct TestCertificate: Sendable {
    /// The certificate as PEM.
    public let certificate: String
    /// The private key as PEM.
    public let key: String
    /// SHA-256 of the public key (RFC 7469 §2.4) in base64, by which a browser can be told to trust it.
    public let pin: String

    private let signing: P256.Signing.PrivateKey
    private let subject: [UInt8]

    /// Generates a key and signs a certificate with it, which is its own authority.
    public init() throws {
        try self.init(
            signedBy: nil, name: "Pulsum test",
            hosts: [[127, 0, 0, 1]].map { Self.value(0x87, $0) }
                + [Self.value(0x82, Array("localhost".utf8))], until: "491231235959Z")
    }

    /// A certificate of an authority for one host.
    /// - Parameters:
    ///   - host: a DNS name; nil for 127.0.0.1.
    ///   - until: end of validity, `yymmddhhmmssZ`.
    public init(signedBy authority: TestCertificate, host: String? = nil, until: String = "491231235959Z") throws {
        let name = host.map { Self.value(0x82, Array($0.utf8)) } ?? Self.value(0x87, [127, 0, 0, 1])
        try self.init(signedBy: authority, name: "Pulsum test host", hosts: [name], until: until)
    }

    private init(signedBy authority: TestCertificate?, name: String, hosts: [[UInt8]], until: String) throws {
        let key = P256.Signing.PrivateKey()
        let algorithm = Self.sequence(Self.object([0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02]))
        subject = Self.sequence(
            Self.value(0x31, Self.sequence(Self.object([0x55, 0x04, 0x03]) + Self.value(0x0C, Array(name.utf8)))))
        let validity = Self.sequence(
            Self.value(0x17, Array("240101000000Z".utf8)) + Self.value(0x17, Array(until.utf8)))
        // subjectAltName; basicConstraints with CA where the certificate is its own root.
        let names = Self.sequence(hosts.flatMap(\.self))
        let constraints = Self.sequence(authority == nil ? [0x01, 0x01, 0xFF] : [])
        let extensions = Self.sequence(
            Self.sequence(Self.object([0x55, 0x1D, 0x11]) + Self.value(0x04, names))
                + Self.sequence(
                    Self.object([0x55, 0x1D, 0x13]) + [0x01, 0x01, 0xFF] + Self.value(0x04, constraints)))
        let serial = (0..<8).map { _ in UInt8.random(in: 1...127) }
        let content = Self.sequence(
            Self.value(0xA0, [0x02, 0x01, 0x02]) + Self.value(0x02, serial) + algorithm
                + (authority?.subject ?? subject)
                + validity + subject + Array(key.publicKey.derRepresentation) + Self.value(0xA3, extensions))
        let signature = try (authority?.signing ?? key).signature(for: Data(content)).derRepresentation
        let whole = Self.sequence(content + algorithm + Self.value(0x03, [0] + Array(signature)))
        certificate =
            "-----BEGIN CERTIFICATE-----\n\(Data(whole).base64EncodedString(options: .lineLength64Characters))\n-----END CERTIFICATE-----\n"
        signing = key
        self.key = key.pemRepresentation + "\n"
        pin = Data(SHA256.hash(data: key.publicKey.derRepresentation)).base64EncodedString()
    }

    /// Writes certificate and key to these paths.
    public func write(certificate certificatePath: String, key keyPath: String) throws {
        try certificate.write(toFile: certificatePath, atomically: true, encoding: .utf8)
        try key.write(toFile: keyPath, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: keyPath)
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
