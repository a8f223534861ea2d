import Crypto
import Foundation
import Hummingbird
import NIOCore
import Pages

extension FormProofs {
    /// Proofs for a session, keyed by its secret, which only its browser and this request know: every replica makes the
    /// same ones, and they end with the session.
    init(session secret: String) {
        self.init { form in Data(Self.code(form, secret)).base64EncodedString() }
    }

    private static func code(_ form: GuardedForm, _ secret: String) -> HMAC<SHA256>.MAC {
        HMAC.authenticationCode(
            for: Data("Pulsum form\0\(form.route)".utf8), using: SymmetricKey(data: Data(secret.utf8)))
    }

    /// True if this session's form carries this proof; takes the same time for every proof.
    static func isValid(_ proof: String, _ form: GuardedForm, session secret: String) -> Bool {
        Data(base64Encoded: proof).map { code(form, secret) == $0 } ?? false
    }
}

extension Request {
    /// Checks the proof of a guarded form.
    /// - Parameter secret: of the session.
    /// - Returns: the request with its body, which was read.
    /// - Throws: `Problem`, 403, unless the form has the proof of this session.
    func proven(_ form: GuardedForm, session secret: String) async throws -> Request {
        let sent = try await formBytes()
        let proof = try FormBody(sent.readableBytesView).exactly(GuardedForm.field)
        guard FormProofs.isValid(proof, form, session: secret) else { throw Problem.foreignForm }
        var request = self
        request.body = .init(buffer: sent)
        return request
    }
}

extension Problem {
    /// A form that no page of this session has, such as one that planted markup made.
    static var foreignForm: Problem {
        Problem(
            status: .forbidden, code: "foreignForm",
            detail:
                "This form was not made by Pulsum for this session and was refused: open its page again and repeat the step there."
        )
    }
}
