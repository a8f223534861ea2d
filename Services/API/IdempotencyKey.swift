import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import Messages

extension HTTPField.Name {
    static let idempotencyKey = HTTPField.Name("Idempotency-Key")!
}

extension Request {
    /// The request id of a command: from `Idempotency-Key` where the client sends one, so that its retry gets the first answer. Bound to the user and
    /// the address, so that nobody meets somebody else's key.
    func requestID(for user: UserID) -> Messages.RequestID { keyedIdentifier(for: user) ?? .random() }

    /// The same for an entity the client names, such as an upload it may resume.
    func entityID(for user: UserID) -> EntityID { keyedIdentifier(for: user) ?? .random() }

    private func keyedIdentifier<I: Identifier>(for user: UserID) -> I? {
        guard let key = headers[.idempotencyKey], !key.isEmpty else { return nil }
        let digest = SHA256.hash(data: Data(user.bytes) + Data("\(method.rawValue) \(uri.path) \(key)".utf8))
        return I(bytes: Array(digest.prefix(16)))
    }
}
