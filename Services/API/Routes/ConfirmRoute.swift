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

    func add(to group: RouterGroup<EdgeContext>) {
        group.post("sessions/current/confirm") { request, context in
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
