import Bus
import Foundation
import HTTPTypes
import Hummingbird
import Messages
import ServiceKit

/// Routes for set-up, profile, export and erasure.
struct AccountRoutes {
    let accounts: Accounts
    let profiles: Profiles
    let erasures: Erasures
    let bus: any Requesting
    /// Called after an account was created.
    var created: @Sendable () async -> Void = {}

    /// Registers the routes that need no session.
    func addOpen(to group: RouterGroup<EdgeContext>) {
        group.get("setup") { _, context in
            return try Response.json(Setup(needsAccount: try await accounts.isEmpty(), clearText: context.isClearText))
        }
        group.post("accounts") { request, context in
            try requireSameOrigin(request, context)
            let body = try await request.json(NewAccount.self)
            let account = try await accounts.create(
                .random(), name: body.name, password: body.password, timeZone: body.timeZone, country: body.country,
                as: .page(code: body.code ?? ""))
            await created()
            await accounts.record.note(.accountMade, of: account.user, from: "\(context.clientAddress)")
            let session = try await accounts.open(account.user, from: request.visitor(context))
            return try Response.signedIn(account, session, context.site)
        }
    }

    /// Registers the weight's address of the source specification, below `/auth`.
    func addWeight(to group: RouterGroup<EdgeContext>) {
        group.put("profile") { request, context in
            let user = try context.user()
            let (stated, id) = try await request.command(StatedWeight.self, for: user)
            var body = try await profiles.body(user)
            body.weightKilograms = stated.currentWeight
            body.weightAt = profiles.now()
            let hidesNumbers = await bus.hidesNumbers(of: user)
            do {
                _ = try await profiles.set(id, body: body, of: user)
            } catch let error as ServiceError where hidesNumbers {
                throw error.withoutLimits
            }
            return try Response.json(await shown(try await profiles.whole(user), to: user))
        }
    }

    func add(to group: RouterGroup<EdgeContext>) {
        group.get("me") { _, context in try Response.json(try await accounts.account(try context.user())) }
        group.get("profile") { _, context in
            let user = try context.user()
            return try Response.json(await shown(try await profiles.whole(user), to: user))
        }
        group.put("profile") { request, context in
            let user = try context.user()
            var (whole, id) = try await request.command(WholeProfile.self, for: user)
            whole.profile.user = user
            if whole.body != nil, await bus.hidesNumbers(of: user) { whole.numbersHidden = true }
            do {
                return try Response.json(await shown(try await profiles.set(id, whole: whole), to: user))
            } catch let error as ServiceError where whole.numbersHidden == true {
                throw error.withoutLimits
            }
        }
        group.get("export") { _, context in
            let response = try await export(try context.known())
            await accounts.record.note(.exported, of: try context.user(), from: "\(context.clientAddress)")
            return response
        }
        group.post("erase") { _, context in
            let user = try context.user()
            await accounts.record.note(.eraseAsked, of: user, from: "\(context.clientAddress)")
            return try Response.json(try await erasures.start(user), status: .accepted)
        }
    }

    /// The profile, without numbers while the person sees none (PLN-10).
    private func shown(_ whole: WholeProfile, to user: UserID) async -> WholeProfile {
        guard whole.body?.hasNumbers == true, await bus.hidesNumbers(of: user) else { return whole }
        return whole.withoutNumbers
    }

    /// Streams the archive while it is collected. Checks every service first, so that an unavailable one causes an
    /// error and not a truncated file.
    private func export(_ identity: Credentials.Token) async throws -> Response {
        let archive = ExportArchive(bus: bus, user: identity.user)
        try await archive.check()
        let body = ResponseBody { writer in
            try await archive.write {
                try await accounts.credentials.check(identity)
                try await writer.write(ByteBuffer(bytes: $0))
            }
            try await writer.finish(nil)
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/zip", .contentDisposition: "attachment; filename=\"pulsum-export.zip\"",
                .cacheControl: "no-store",
            ], body: body
        )
    }
}

extension AccountRoutes {
    struct Setup: Codable {
        let needsAccount: Bool
        /// True if the connection is unencrypted and crosses a network.
        let clearText: Bool
    }

    struct StatedWeight: Decodable {
        /// 30 … 300 kg.
        let currentWeight: Double
    }

    struct NewAccount: Decodable {
        let name: String
        let password: String
        let timeZone: String
        /// Two letters of ISO 3166; empty if not given.
        let country: String
        /// Code of the set-up link.
        let code: String?
    }
}

extension EdgeContext {
    /// A path parameter parsed as an identifier.
    /// - Throws: `Problem`, 404.
    func entity(_ name: String) throws -> EntityID {
        guard let id = parameters.get(name).flatMap({ EntityID($0) }) else {
            throw Problem(status: .notFound, code: "notFound", detail: "There is nothing at this address.")
        }
        return id
    }
}
