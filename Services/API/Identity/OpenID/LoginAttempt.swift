import Crypto
import Foundation
import Messages

/// A sign-in that is on its way to the provider and back. It travels in a sealed cookie of the browser that began it, so
/// that nothing is stored for visitors.
package struct LoginAttempt: Codable, Sendable, Equatable {
    /// What follows when the person comes back.
    package enum Purpose: Codable, Sendable, Equatable {
        case signIn
        /// Asks the person of a session once more.
        case confirm(session: EntityID, user: UserID)
        /// Adds the identity to the account of a session.
        case link(session: EntityID, user: UserID)
    }

    /// Time from the beginning to the return, in ms.
    package static let lifetime: Milliseconds = 600_000
    /// Longest address of this site to return to, in bytes.
    package static let maximumNextBytes = 512

    /// What follows when the person comes back.
    package let purpose: Purpose
    /// Path of this site to open afterwards.
    package let next: String
    /// When it began, ms since 1970.
    package let begun: Milliseconds
    /// Comes back with the code, and only to the browser that has this attempt.
    package let state: String
    /// Comes back in the ID token.
    let nonce: String
    /// Proves at the token endpoint that the code is for this attempt (PKCE, RFC 7636).
    let verifier: String

    /// A new attempt with random values.
    /// - Parameter next: `/` replaces one longer than `maximumNextBytes`.
    package init(_ purpose: Purpose, next: String, at begun: Milliseconds) {
        func random() -> String { SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }.base64URL }
        (self.purpose, self.begun) = (purpose, begun)
        self.next = next.utf8.count <= Self.maximumNextBytes ? next : "/"
        (state, nonce, verifier) = (random(), random(), random())
    }

    /// Whether the provider must ask the person anew, even if a session of theirs exists there.
    var isFresh: Bool { purpose != .signIn }
    /// `code_challenge` with S256.
    var challenge: String { Data(SHA256.hash(data: Data(verifier.utf8))).base64URL }

    // MARK: The cookie

    /// The cookie's value: AES-256-GCM, base64url.
    package func sealed(by key: SymmetricKey) throws -> String {
        let sealed = try AES.GCM.seal(try JSONEncoder().encode(self), using: key, authenticating: Self.context)
        guard let bytes = sealed.combined else { throw CryptoKitError.incorrectParameterSize }
        return bytes.base64URL
    }

    /// Opens a cookie's value; nil if it is not sealed by this key or too old.
    package init?(sealed text: String, by key: SymmetricKey, now: Milliseconds) {
        guard text.utf8.count <= 4096, let bytes = Data(base64URL: text),
            let box = try? AES.GCM.SealedBox(combined: bytes),
            let content = try? AES.GCM.open(box, using: key, authenticating: Self.context),
            let attempt = try? JSONDecoder().decode(LoginAttempt.self, from: content),
            (0...Self.lifetime).contains(now - attempt.begun)
        else { return nil }
        self = attempt
    }

    private static let context = Data("Pulsum OpenID attempt 1".utf8)
}
