import Foundation
import Messages
import ServiceKit

/// Accounts, profiles, tokens and erasures for the other services and the command line.
struct AccountService: Sendable {
    let accounts: Accounts
    let profiles: Profiles
    let erasures: Erasures
    /// Rewrites the set-up link after an account was made or erased.
    let showLink: @Sendable () async -> Void

    /// Registers all that the host asks of this service.
    func register(on host: ServiceHost) {
        host.handle(ListAccounts.self) { _, _ in .init(accounts: try await accounts.list()) }
        host.handle(CreateAccount.self) { request, context in
            let account = try await accounts.create(
                context.id, name: request.name, password: request.password, timeZone: request.timeZone,
                country: request.country ?? "", isExample: request.isExample ?? false, as: .owner)
            await showLink()
            await accounts.record.note(.accountMade, of: account.user, from: SecurityRecord.commandLine)
            return account
        }
        host.handle(SetPassword.self) { request, context in
            let reply = try await accounts.resetPassword(
                context.id, of: request.user, to: request.password, clearSecondFactor: request.clearSecondFactor)
            await accounts.record.note(.passwordChanged, of: request.user, from: SecurityRecord.commandLine)
            if reply.secondFactorCleared {
                await accounts.record.note(.secondFactorChanged, of: request.user, from: SecurityRecord.commandLine)
            }
            return reply
        }
        host.whileErasing { try Accounts.prepareErasing($0, $1) }
        host.onErase { _ in await showLink() }
        host.handle(ProfileQuery.self) { request, _ in try await profiles.profile(request.user) }
        host.handle(SetProfile.self) { request, context in try await profiles.set(context.id, request.profile) }
        host.handle(BodyProfileQuery.self) { request, _ in try await profiles.body(request.user) }
        host.handle(SetBodyProfile.self) { request, context in
            try await profiles.set(context.id, body: request.body, of: request.user)
        }
        host.handle(StartErase.self) { request, _ in
            // Clients repeat this request until every service has replied, so it is recorded only once.
            if (try? await accounts.account(request.user)) != nil {
                await accounts.record.note(.eraseAsked, of: request.user, from: SecurityRecord.commandLine)
            }
            return try await erasures.start(request.user)
        }
        let tokens = accounts.deviceTokens
        host.handle(ListTokens.self) { request, _ in
            .init(tokens: try await tokens.all(of: request.user))
        }
        host.handle(CreateToken.self) { request, _ in
            try await tokens.make(request, from: SecurityRecord.commandLine)
        }
        host.handle(RevokeToken.self) { request, _ in
            guard try await tokens.revoke(request.token, of: request.user, from: SecurityRecord.commandLine) else {
                throw ServiceError(.notFound, "There is no such device token (any more).")
            }
            return Empty()
        }
        host.handle(RecordSecurity.self) { request, _ in
            await accounts.record.note(request.event, of: request.user, from: SecurityRecord.commandLine)
            return Empty()
        }
        host.handle(SecurityRecordQuery.self) { request, _ in
            try await accounts.record.entries(of: request.user)
        }
        host.replay(ProfileChanged.self) { user, _, transaction in
            try ProfileRows(user: user, transaction: transaction).stored().map {
                [ProfileChanged(user: user, profile: $0)]
            } ?? []
        }
        host.replay(BodyProfileChanged.self) { user, _, transaction in
            try BodyRows(user: user, transaction: transaction).stored().map {
                [BodyProfileChanged(user: user, body: $0)]
            } ?? []
        }
        host.replay(DevicesChanged.self) { user, _, transaction in
            [try TokenRows(transaction: transaction).devices(of: user)]
        }
        host.export { user, _ in
            let profiles = try await profiles.exported(user)
            let account = try await accounts.account(user)
            let record = try await accounts.record.entries(of: user)
            let pairings = try await Pairings(accounts: accounts).all(of: user).map(\.pairing)
            return .init(
                files: [try .json("api/account.json", account)] + profiles + [
                    try .json("api/tokens.json", try await tokens.all(of: user)),
                    try .json("api/security-record.json", record.entries),
                ] + (pairings.isEmpty ? [] : [try .json("api/companions.json", pairings)]))
        }
        host.onRefusedRow { row in Task { await accounts.note(row) } }
        host.consume(ConsentRowRefused.self) { event, transaction in
            try Accounts.noteRefusal(of: "consents", event.user, at: event.at, transaction)
        }
        host.afterRestore { transaction, restored in try AfterRestore.run(transaction, restored) }
        host.background("erase jobs") { try await erasures.run() }
    }
}
