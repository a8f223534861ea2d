import Foundation
import Hummingbird
import Messages

/// Routes for enabling and disabling the optional second factor. `Accounts.signIn` verifies it.
struct SecondFactorEndpoints {
    let accounts: Accounts

    struct Password: Decodable { let password: String }
    struct Code: Decodable { let code: String }
    struct Begun: Codable {
        /// Base32, for manual entry.
        let key: String
        /// For the authenticator app, also shown as a QR code.
        let uri: String
    }
    /// Shown only once.
    struct Enabled: Codable { let recoveryCodes: [String] }

    func declare(in endpoints: inout Endpoints) {
        endpoints.add(
            "GET /v1/second-factor", .session, .accounts, "Whether the second factor is on.",
            responses: [200: .json(SecondFactors.Status.self)]
        ) { _, context in
            try Response.json(try await accounts.secondFactors.status(of: try context.person().user))
        }
        endpoints.add(
            "POST /v1/second-factor", .session, .accounts, "Begins to set up the second factor.",
            request: .json(SecondFactorEndpoints.Password.self),
            responses: [201: .json(SecondFactorEndpoints.Begun.self)],
            errors: [409: "It is on already."]
        ) { request, context in
            let own = try context.person()
            // Requires the password, so that a stranger at an open session cannot lock its owner out.
            try await accounts.confirm(
                own, password: try await request.json(Password.self).password, from: "\(context.clientAddress)")
            let secret = try await accounts.secondFactors.begin(for: own.user)
            let uri = TOTP.uri(secret, name: try await accounts.account(own.user).name)
            return try Response.json(Begun(key: Base32.encode(secret), uri: uri), status: .created)
        }
        endpoints.add(
            "POST /v1/second-factor/confirm", .session, .accounts,
            "Turns the second factor on; shows the recovery codes once.",
            request: .json(SecondFactorEndpoints.Code.self),
            responses: [200: .json(SecondFactorEndpoints.Enabled.self)],
            errors: [404: "It was not begun.", 409: "It is on already."]
        ) { request, context in
            let own = try context.person()
            let codes = try await accounts.secondFactors.confirm(try await request.json(Code.self).code, for: own.user)
            await accounts.record.note(
                .secondFactorChanged, of: own.user, from: "\(context.clientAddress)", label: own.label)
            return try Response.json(Enabled(recoveryCodes: codes))
        }
        endpoints.add(
            "POST /v1/second-factor/disable", .session, .accounts, "Turns the second factor off.",
            request: .json(SecondFactorEndpoints.Password.self), responses: [204: nil]
        ) { request, context in
            let own = try context.person()
            try await accounts.confirm(
                own, password: try await request.json(Password.self).password, from: "\(context.clientAddress)")
            let wasEnabled = try await accounts.store.write {
                try SecondFactorRows(user: own.user, transaction: $0).remove()
            }
            if wasEnabled {
                await accounts.record.note(
                    .secondFactorChanged, of: own.user, from: "\(context.clientAddress)", label: own.label)
            }
            return Response(status: .noContent)
        }
    }
}
