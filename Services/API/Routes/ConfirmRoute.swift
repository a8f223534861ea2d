import Foundation
import HTTPTypes
import Hummingbird
import Messages

/// Re-checks the password before sensitive requests (`Access.recent`).
struct ConfirmRoute {
    let accounts: Accounts

    struct Confirmation: Decodable {
        /// If absent, the request only asks whether the password was checked recently.
        let password: String?
    }

    func declare(in endpoints: inout Endpoints) {
        endpoints.add(
            "POST /v1/sessions/current/confirm", .session, .accounts,
            "Checks the password once more; without a password, asks whether it was checked within 15 minutes.",
            request: .json(ConfirmRoute.Confirmation.self), responses: [204: nil]
        ) { request, context in
            let session = try context.person()
            guard let password = try await request.json(Confirmation.self).password else {
                guard accounts.credentials.isConfirmed(session) else { throw Problem.confirmationNeeded(session) }
                return Response(status: .noContent)
            }
            try await accounts.confirm(session, password: password, from: "\(context.clientAddress)")
            return Response(status: .noContent)
        }
    }
}
