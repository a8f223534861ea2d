import Crypto
import Foundation

/// The key of the proofs of a service's rows: HMAC-SHA-256 that has absorbed the service's secret, since that costs as
/// much as the authentication of a row.
struct RowKey: Sendable {
    /// The service's secret in `storage_service_keys`.
    static let secret = "row proofs"

    private let keyed: HMAC<SHA256>

    init(_ secret: SymmetricKey) { keyed = HMAC(key: secret) }

    func code(_ bytes: [UInt8]) -> Data { Data(authentication(of: bytes)) }

    /// Takes the same time for every code.
    func isValid(_ code: Data, of bytes: [UInt8]) -> Bool { authentication(of: bytes) == code }

    private func authentication(of bytes: [UInt8]) -> HMAC<SHA256>.MAC {
        var hmac = keyed
        hmac.update(data: bytes)
        return hmac.finalize()
    }
}
