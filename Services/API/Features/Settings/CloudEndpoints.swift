import Bus
import Foundation
import Hummingbird
import LocalTime
import Messages

/// Routes for consent, receipts and the cloud model.
struct CloudEndpoints {
    let profiles: Profiles
    let bus: any Requesting
    let credentials: Credentials
    let record: SecurityRecord
    let now: @Sendable () -> Milliseconds

    struct CloudKey: Decodable { let key: String }
    struct ConsentDecision: Decodable {
        let granted: Bool
        let copyVersion: Int32
        /// `record` of the consent state that the person saw. A grant must name it once there is one.
        let follows: EntityID?
    }

    func declare(in endpoints: inout Endpoints) {
        endpoints.add(
            "GET /v1/consent", .session, .cloud, "The state of consent to cloud phrasing.",
            responses: [200: .json(ConsentState.self)]
        ) { _, context in
            try Response.json(try await bus.request(ConsentQuery(user: try context.user())))
        }
        endpoints.add(
            "PUT /v1/consent", .session, .cloud, "Grants consent, or withdraws it.",
            request: .json(CloudEndpoints.ConsentDecision.self), responses: [200: .json(ConsentState.self)],
            errors: [403: "A grant needs a recent password.", 409: "The text or the record changed."], takesKey: true
        ) { request, context in
            let session = try context.person()
            let user = session.user
            let (body, id) = try await request.command(ConsentDecision.self, for: user)
            guard !body.granted || credentials.isConfirmed(session) else { throw Problem.confirmationNeeded(session) }
            let consent = SetConsent(
                user: user, granted: body.granted, copyVersion: body.copyVersion, at: now(), follows: body.follows)
            let state = try await bus.request(consent, id: id)
            await record.note(
                body.granted ? .consentGiven : .consentWithdrawn, of: user, from: "\(context.clientAddress)")
            return try Response.json(state)
        }
        endpoints.add(
            "GET /v1/receipts", .session, .cloud,
            "What left this machine, newest first, at most 100; `Link` names the next page.",
            query: [
                .number("before", .min ... .max, "Only receipts before this time, ms since 1970."),
                .id("beforeID", "Id of the previous page's last receipt, whose time is `before`."),
            ], responses: [200: .json([Receipt].self)], isCompressed: true
        ) { request, context in
            let query = ReceiptsQuery(
                user: try context.user(), before: try request.query("before") { Milliseconds($0) },
                beforeID: try request.query("beforeID") { EntityID($0) })
            let receipts = try await bus.request(query).receipts
            let last = receipts.count == ReceiptsQuery.limit ? receipts.last : nil
            return try Response.page(
                receipts, next: last.map { [("before", "\($0.at)"), ("beforeID", "\($0.id)")] }, of: request)
        }
        endpoints.add(
            "GET /v1/cloud-preview", .session, .cloud,
            "What a chat message would send to the cloud model now, and the gate that would keep it here. Nothing is sent.",
            query: [
                .names("topic", Topic.names.map(\.name), "Topic of the message; what stands out today by default.")
            ],
            responses: [200: .json(PreviewedCall.self)]
        ) { request, context in
            let user = try context.user()
            let (profile, at) = (try await profiles.profile(user), now())
            let topic = try request.query("topic") { name in Topic.names.first { $0.name == name }?.value }
            let query = CloudPreview(user: user, at: at, today: profile.localTime(at: at).day, topic: topic)
            return try Response.json(try await bus.request(query))
        }
        endpoints.add(
            "GET /v1/cloud-usage", .session, .cloud,
            "The number of calls to the cloud model this month, in the person's zone.",
            responses: [200: .json(CloudUsage.Reply.self)]
        ) { _, context in
            let user = try context.user()
            let since = CloudUsage.month(try await profiles.profile(user), at: now())
            return try Response.json(try await bus.request(CloudUsage(user: user, since: since)))
        }
        endpoints.add(
            "PUT /v1/cloud-key", .recent, .cloud, "Stores the key of the cloud model; an empty one removes it.",
            request: .json(CloudEndpoints.CloudKey.self), responses: [204: nil], takesKey: true
        ) { request, context in
            let user = try context.user()
            let (body, id) = try await request.command(CloudKey.self, for: user)
            _ = try await bus.request(SetCloudKey(user: user, key: body.key), id: id)
            await record.note(body.key.isEmpty ? .keyRemoved : .keySet, of: user, from: "\(context.clientAddress)")
            return Response(status: .noContent)
        }
        endpoints.add(
            "POST /v1/cloud-test", .session, .cloud, "Tests the connection; needs consent like every call.",
            responses: [200: .json(TestConnection.Reply.self)]
        ) { _, context in
            try Response.json(try await bus.request(TestConnection(user: try context.user())))
        }
    }
}

extension CloudUsage {
    /// Start of the person's month, local time.
    static func month(_ profile: Profile, at instant: Milliseconds) -> Milliseconds {
        let today = profile.localTime(at: instant).day
        return profile.calendar.start(of: today.advanced(by: 1 - today.components.day)) * 1000
    }
}
