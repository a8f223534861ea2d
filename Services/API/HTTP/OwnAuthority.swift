import Crypto
import Foundation
import NIOSSL
import SystemKit
import X509

/// The authority of `pulsum certificate` at the end of the server's chain. No browser knows it: other devices have to
/// trust it before they trust the server.
struct OwnAuthority: Sendable {
    /// Its certificate, DER.
    let bytes: [UInt8]
    /// SHA-256 of the bytes: 32 hexadecimal pairs.
    let fingerprint: String
    /// Its subject, as phones show it.
    let name: String
    /// The host names, in lower case, and addresses that it can vouch for, without those of loopback.
    let names: [String]

    /// - Parameter chain: the server's certificate, then those of its authorities.
    /// - Returns: nil if the last one is not an authority that signed the first and permits some names and addresses only.
    init?(chain: [NIOSSLCertificate]) {
        let certificates = chain.compactMap { certificate in
            (try? certificate.toDERBytes()).flatMap { try? Certificate(derEncoded: $0) }
        }
        guard chain.count == 2, certificates.count == 2, let bytes = try? chain[1].toDERBytes() else { return nil }
        let (server, authority) = (certificates[0], certificates[1])
        guard authority.subject == authority.issuer,
            authority.publicKey.isValidSignature(authority.signature, for: authority),
            authority.publicKey.isValidSignature(server.signature, for: server),
            case .isCertificateAuthority? = try? authority.extensions.basicConstraints,
            let limits = try? authority.extensions.nameConstraints
        else { return nil }
        let addresses = limits.permittedIPRanges.map { range -> String? in
            let (address, mask) = (range.bytes.prefix(range.bytes.count / 2), range.bytes.suffix(range.bytes.count / 2))
            return mask.allSatisfy { $0 == 0xFF } ? NetworkAddress(ofBytes: address).map { "\($0)" } : nil
        }
        // A kind of name without a limit would be permitted whole.
        guard !limits.permittedDNSDomains.isEmpty, !addresses.isEmpty, !addresses.contains(nil) else { return nil }
        self.bytes = bytes
        fingerprint = SHA256.hash(data: bytes).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined(separator: " ")
        name = authority.subject.flatMap { $0 }.first.map { "\($0.value)" } ?? ""
        names = (Array(limits.permittedDNSDomains) + addresses.compactMap(\.self)).filter { name in
            name != "localhost" && NetworkAddress(name)?.isLoopback != true
        }
    }

    /// Whether it can vouch for the host of an origin.
    func permits(_ host: String) -> Bool { names.contains { host == $0 || host.hasSuffix("." + $0) } }
}
