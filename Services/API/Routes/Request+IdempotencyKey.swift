import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import Messages

extension HTTPField.Name {
    static let idempotencyKey = HTTPField.Name("Idempotency-Key")!
}

extension Request {
    /// The request id of a command, derived from `Idempotency-Key` if present, so that a retry receives the first
    /// reply. It also depends on the user, the address and the content: users cannot collide with each other's keys,
    /// and a key reused for other content does not suppress the second command.
    func requestID(for user: UserID, content: Data = Data()) -> Messages.RequestID {
        keyedIdentifier(for: user, content: content) ?? .random()
    }

    /// The same derivation for an entity that the client names, such as a resumable upload.
    func entityID(for user: UserID, from sender: DeviceSender?) -> EntityID {
        keyedIdentifier(for: user, content: sender.map { Data("\($0.device)".utf8) } ?? Data()) ?? .random()
    }

    private func keyedIdentifier<I: Identifier>(for user: UserID, content: Data) -> I? {
        guard let key = headers[.idempotencyKey], !key.isEmpty else { return nil }
        var digest = SHA256()
        digest.update(data: user.bytes)
        // Header fields and addresses cannot contain NUL, so the separator is unambiguous.
        digest.update(data: Data("\(method.rawValue) \(uri.path) \(key)\0".utf8))
        digest.update(data: content)
        return I(bytes: Array(digest.finalize().prefix(16)))
    }
}
