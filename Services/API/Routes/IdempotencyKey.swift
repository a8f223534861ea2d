import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import Messages

extension HTTPField.Name {
    static let idempotencyKey = HTTPField.Name("Idempotency-Key")!
}

extension Request {
    /// The request id of a command: from `Idempotency-Key` where the client sends one, so that its retry gets the first answer. Bound to the user, the
    /// address and the content, so that nobody meets somebody else's key and nothing is lost where a client uses one twice.
    func requestID(for user: UserID, content: Data = Data()) -> Messages.RequestID { keyedIdentifier(for: user, content: content) ?? .random() }

    /// The same for an entity the client names, such as an upload it may resume.
    func entityID(for user: UserID, from sender: DeviceSender?) -> EntityID {
        keyedIdentifier(for: user, content: sender.map { Data("\($0.device)".utf8) } ?? Data()) ?? .random()
    }

    private func keyedIdentifier<I: Identifier>(for user: UserID, content: Data) -> I? {
        guard let key = headers[.idempotencyKey], !key.isEmpty else { return nil }
        var digest = SHA256()
        digest.update(data: user.bytes)
        // Neither part of a header or an address can hold a NUL, so what comes before the content ends where it ends.
        digest.update(data: Data("\(method.rawValue) \(uri.path) \(key)\0".utf8))
        digest.update(data: content)
        return I(bytes: Array(digest.finalize().prefix(16)))
    }
}
