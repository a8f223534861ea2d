import Bus
import Foundation
import HTTPTypes
import Hummingbird
import Messages
import ServiceKit

/// Routes for set-up, profile, export and erasure.
struct AccountEndpoints {
    let accounts: Accounts
    let profiles: Profiles
    let erasures: Erasures
    let bus: any Requesting
    /// Called after an account was created.
    var created: @Sendable () async -> Void = {}

    /// Registers the routes that need no session.
    func declareOpen(in endpoints: inout Endpoints) {
        endpoints.add(
            "GET /v1/setup", .open, .accounts, "Whether the first account is still to be made.",
            responses: [200: .json(AccountEndpoints.Setup.self)]
        ) { _, context in
            return try Response.json(Setup(needsAccount: try await accounts.isEmpty(), clearText: context.isClearText))
        }
        endpoints.add(
            "POST /v1/accounts", .open, .accounts,
            "Makes the first account with the code of the set-up link, and signs in.",
            request: .json(
                AccountEndpoints.NewAccount.self,
                limits: [
                    "name": ["minLength": 1, "maxLength": 64], "password": ["minLength": 10],
                    "country": ["maxLength": 2],
                ]),
            responses: [201: .json(Account.self)],
            errors: [403: "A wrong code, or there are accounts.", 409: "The name is taken."]
        ) { request, context in
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
    func declareWeight(in endpoints: inout Endpoints) {
        endpoints.add(
            "PUT /auth/profile", .session, .accounts,
            "Sets the weight alone, in kilograms: the address of the source specification for a part of `PUT /v1/profile`.",
            request: .json(
                AccountEndpoints.StatedWeight.self, limits: ["currentWeight": ["minimum": 30, "maximum": 300]]),
            responses: [200: .json(WholeProfile.self)], errors: [409: "The profile changed meanwhile."], takesKey: true
        ) { request, context in
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
            return try Response.json(await withoutHiddenNumbers(try await profiles.whole(user), to: user))
        }
    }

    func declare(in endpoints: inout Endpoints) {
        endpoints.add(
            "GET /v1/me", .read, .accounts, "The person's account.", responses: [200: .json(Account.self)]
        ) { _, context in try Response.json(try await accounts.account(try context.user())) }
        endpoints.add(
            "GET /v1/profile", .session, .accounts,
            "The person's settings, and their body profile as `body`; without its numbers while these are away.",
            responses: [200: .json(WholeProfile.self)]
        ) { _, context in
            let user = try context.user()
            return try Response.json(await withoutHiddenNumbers(try await profiles.whole(user), to: user))
        }
        endpoints.add(
            "PUT /v1/profile", .session, .accounts,
            """
            Replaces the settings, and the body profile if `body` is given; `fields` names every wrong field of it. With \
            `numbersHidden`, and while numbers are away, weight, target weight and body fat that `body` lacks stay.
            """,
            request: .json(
                WholeProfile.self,
                limits: [
                    "timeZones": ["minItems": 1, "maxItems": 1000], "country": ["maxLength": 2],
                    "sourceOrder": ["maxItems": 100],
                ]),
            responses: [200: .json(WholeProfile.self)],
            errors: [409: "`revision` or `body.revision` is not the stored one."], takesKey: true
        ) { request, context in
            let user = try context.user()
            var (whole, id) = try await request.command(WholeProfile.self, for: user)
            whole.profile.user = user
            if whole.body != nil, await bus.hidesNumbers(of: user) { whole.numbersHidden = true }
            do {
                return try Response.json(await withoutHiddenNumbers(try await profiles.set(id, whole: whole), to: user))
            } catch let error as ServiceError where whole.numbersHidden == true {
                throw error.withoutLimits
            }
        }
        endpoints.add(
            "GET /v1/export", .recent, .accounts, "Everything about the person in open formats.",
            responses: [200: .file("application/zip")], errors: [503: "A service is down: nothing is sent."]
        ) { _, context in
            let response = try await export(try context.known())
            await accounts.record.note(.exported, of: try context.user(), from: "\(context.clientAddress)")
            return response
        }
        endpoints.add(
            "POST /v1/erase", .recent, .accounts, "Erases the person; repeats until every service has answered.",
            responses: [202: .json(EraseReport.self)]
        ) { _, context in
            let user = try context.user()
            await accounts.record.note(.eraseAsked, of: user, from: "\(context.clientAddress)")
            return try Response.json(try await erasures.start(user), status: .accepted)
        }
    }

    /// The profile, without numbers while the person sees none (PLN-10).
    private func withoutHiddenNumbers(_ whole: WholeProfile, to user: UserID) async -> WholeProfile {
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

extension AccountEndpoints {
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
