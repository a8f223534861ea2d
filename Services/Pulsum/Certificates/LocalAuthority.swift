import Crypto
import Foundation
import SwiftASN1
import SystemKit
import X509

/// A certificate authority for one machine. Its certificate permits the names of that machine and no other (RFC 5280
/// §4.2.1.10), so that a phone that trusts it trusts nobody for any other site.
struct LocalAuthority {
    /// Ten years.
    static let maximumDays = 3_652.0
    /// Apple's systems accept 825 days of validity in a server certificate (support article 103769).
    static let maximumServerDays = 820.0
    private static let day = 86_400.0

    let certificate: Certificate
    private let key: P256.Signing.PrivateKey

    /// A certificate of a server, and its key, as PEM.
    struct Issued {
        let certificate: String
        let key: String
        let end: Date
    }

    /// Makes an authority.
    /// - Parameter names: those for which it can issue certificates.
    init(for names: CertificateNames, at now: Date) throws {
        key = P256.Signing.PrivateKey()
        let permitted = NameConstraints(
            permittedDNSDomains: names.hosts,
            permittedIPRanges: names.addresses.map { address in
                let mask = [UInt8](repeating: 0xFF, count: address.bytes.count)
                return ASN1OctetString(contentBytes: (address.bytes + mask)[...])
            })
        let subject = try Self.subject("Pulsum (\(names.first ?? "this machine"))")
        let publicKey = Certificate.PublicKey(key.publicKey)
        certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: publicKey,
            notValidBefore: now - Self.day, notValidAfter: now + (Self.maximumDays - 1) * Self.day, issuer: subject,
            subject: subject,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true))
                Critical(permitted)
                try ExtendedKeyUsage([.serverAuth])
                SubjectKeyIdentifier(hash: publicKey)
            },
            issuerPrivateKey: Certificate.PrivateKey(key))
    }

    /// The authority of files that `certificatePEM` and `keyPEM` wrote.
    /// - Returns: nil if the key is that of another certificate.
    init?(certificatePEM: String, keyPEM: String) throws {
        certificate = try Certificate(pemEncoded: certificatePEM)
        key = try P256.Signing.PrivateKey(pemRepresentation: keyPEM)
        guard certificate.publicKey == Certificate.PublicKey(key.publicKey) else { return nil }
    }

    /// The authority's own certificate, for phones.
    var certificatePEM: String { get throws { try certificate.serializeAsPEM().pemString + "\n" } }
    /// The authority's key.
    var keyPEM: String { key.pemRepresentation + "\n" }

    /// Issues a certificate of a server with a new key.
    /// - Parameter names: not checked against the authority's constraints.
    func issue(for names: CertificateNames, at now: Date) throws -> Issued {
        let key = P256.Signing.PrivateKey()
        let publicKey = Certificate.PublicKey(key.publicKey)
        let end = min(now + (Self.maximumServerDays - 1) * Self.day, certificate.notValidAfter)
        let issuerKey = try certificate.extensions.subjectKeyIdentifier?.keyIdentifier
        let issued = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: publicKey,
            notValidBefore: now - Self.day, notValidAfter: end, issuer: certificate.subject,
            subject: try Self.subject(names.first ?? "localhost"),
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([.serverAuth])
                SubjectAlternativeNames(
                    names.hosts.map { .dnsName($0) }
                        + names.addresses.map { .ipAddress(ASN1OctetString(contentBytes: $0.bytes[...])) })
                AuthorityKeyIdentifier(keyIdentifier: issuerKey)
            },
            issuerPrivateKey: Certificate.PrivateKey(self.key))
        return Issued(
            certificate: try issued.serializeAsPEM().pemString + "\n", key: key.pemRepresentation + "\n", end: end)
    }

    /// Whether the authority can issue a certificate for all these names.
    func permits(_ names: CertificateNames) throws -> Bool {
        guard let permitted = try certificate.extensions.nameConstraints else { return false }
        let addresses = permitted.permittedIPRanges.map { Array($0.bytes.prefix($0.bytes.count / 2)) }
        return names.hosts.allSatisfy { host in
            permitted.permittedDNSDomains.contains { host == $0 || host.hasSuffix("." + $0) }
        } && names.addresses.allSatisfy { addresses.contains($0.bytes) }
    }

    private static func subject(_ name: String) throws -> DistinguishedName {
        // RFC 5280, appendix A.1: a common name has 64 characters at most.
        try DistinguishedName { CommonName(String(name.prefix(64))) }
    }
}
