import Foundation
import Messages

/// Makes and revokes device tokens, and records it.
struct DeviceTokens: Sendable {
    let credentials: Credentials
    let record: SecurityRecord

    func make(_ request: CreateToken, from address: String) async throws -> CreateToken.Reply {
        let label = request.label.trimmingCharacters(in: .whitespacesAndNewlines)
        let scopes = Set(request.scopes)
        let made = try await credentials.issue(
            .device, to: request.user, label: label, scopes: scopes, expires: request.expires)
        await record.note(.tokenMade, of: request.user, from: address, label: label)
        let token = DeviceToken(
            id: made.id, label: label, scopes: scopes.sorted { $0.rawValue < $1.rawValue }, created: credentials.now(),
            expires: request.expires)
        return CreateToken.Reply(token: token, secret: made.secret)
    }

    /// A person's device tokens, oldest first, and pairings whose app has no token just now but can get one: they can be
    /// revoked as well.
    func all(of user: UserID) async throws -> [DeviceToken] {
        let now = credentials.now()
        return try await credentials.store.read { transaction in
            let tokens = try TokenRows(transaction: transaction).tokens(of: user, kind: .device, at: now).map(\.shown)
            let known = Set(tokens.map(\.id))
            let waiting = try PairingRows(user: user, transaction: transaction).all().filter {
                $0.ended == nil && !known.contains($0.id)
            }.map { DeviceToken(id: $0.id, label: $0.label, scopes: [.ingest], created: $0.created) }
            return (tokens + waiting).sorted { $0.created < $1.created }
        }
    }

    /// - Returns: false if the user has no such token.
    func revoke(_ id: EntityID, of user: UserID, from address: String) async throws -> Bool {
        guard let label = try await credentials.revoke(id, of: user, kind: .device) else { return false }
        await record.note(.tokenRevoked, of: user, from: address, label: label)
        return true
    }
}

extension Accounts {
    var deviceTokens: DeviceTokens { DeviceTokens(credentials: credentials, record: record) }
}
