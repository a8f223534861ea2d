import Crypto
import Foundation

/// Whom an encrypted connection to the cloud model trusts.
struct CloudTrust: Sendable, Equatable {
    /// PEM file of the only certificate authorities that count; nil for those of the system.
    var authorities: String?
    /// SHA-256 of the public keys (RFC 7469 §2.4) that the host may have; none for any key with a valid certificate.
    var pins: Set<[UInt8]> = []

    /// True if the host may have this public key.
    /// - Parameter key: SubjectPublicKeyInfo, DER.
    func allows(key: [UInt8]) -> Bool { pins.isEmpty || pins.contains(Array(SHA256.hash(data: key))) }

    /// The host presented a key that is not pinned.
    struct OtherKey: Error {}
}
