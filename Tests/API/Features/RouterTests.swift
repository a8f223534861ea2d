import HTTPTypes
import Messages
import Testing

@testable import API

/// What holds for the routes of every feature.
@Suite struct RouterTests {
    /// Those that end the session or never end.
    private static let left: Set = [
        "POST /v1/erase", "DELETE /v1/sessions", "DELETE /v1/sessions/current", "GET /v1/events",
    ]

    private static func allows(_ access: Access, _ caller: Caller) -> Bool {
        switch (access, caller) {
        case (.open, _), (.session, .session), (.recent, .session), (.read, .session), (.ingest, .session),
            (.read, .reader), (.ingest, .ingester), (.companion, .companion):
            true
        default: false
        }
    }

    @Test(
        "SEC-1 each route answers the credentials of its class of access only", arguments: Operation.Group.allCases)
    func access(group: Operation.Group) async throws {
        try await FeatureWorld.run { world in
            let operations = world.application.endpoints.operations.filter {
                $0.group == group && !Self.left.contains($0.route)
            }
            for operation in operations {
                let path = operation.path.replacing("{day}", with: "2026-02-25").replacing(/\{\w+\}/) { _ in
                    "\(EntityID.random())"
                }
                let method = try #require(HTTPRequest.Method(operation.method))
                for caller in Caller.allCases {
                    let answer = try await world.call(method, path, as: caller)
                    let code = answer.json["code"] as? String
                    let isRefused =
                        answer.status == .unauthorized
                        || ["sessionNeeded", "scopeNeeded", "pairingNeeded", "passwordNeeded", "personNeeded"].contains(
                            code)
                    // A replacement of data is refused to devices by the route itself, and asks for none here.
                    #expect(
                        isRefused == !Self.allows(operation.access, caller),
                        "\(operation.route) by \(caller): \(answer.status) \(code ?? "")")
                }
            }
        }
    }

    @Test(
        "A page without a session leads to the sign-in, and back",
        arguments: [
            "/journal", "/coach", "/goals", "/plan", "/settings", "/settings/data", "/breakdown", "/calendar",
            "/review",
        ])
    func signIn(path: String) async throws {
        try await FeatureWorld.run { world in
            let page = try await world.open(path, as: .nobody)
            #expect(page.status == .seeOther && page.headers[.location] == "/sign-in?next=\(path)")
            // A device token is no session.
            #expect(try await world.open(path, as: .reader).status == .seeOther)
            let sent = world.bus.count
            #expect(try await world.submit(path, [:], as: .nobody).status != .ok)
            #expect(world.bus.count == sent, "a form without a session sends nothing")
        }
    }

    @Test(
        "A page has its other parts if a service is away",
        arguments: ["/", "/settings", "/coach", "/look-back", "/pulse", "/settings/data", "/settings/status"])
    func away(path: String) async throws {
        try await FeatureWorld.run { world in
            let page = try await world.open(path)
            #expect(page.status == .ok, "\(page.status)")
            #expect(page.headers[.contentType] == "text/html; charset=utf-8")
            #expect(page.headers[.cacheControl]?.hasPrefix("no-store") == true)
        }
    }

    @Test("A form of another person of the same browser is refused, and sends nothing")
    func otherPerson() async throws {
        try await FeatureWorld.run { world in
            let page = try await world.submit("/check-ins", ["key": "0123456789abcdef.1", "stress": "3"])
            #expect(page.status == .conflict)
            #expect(world.bus.sent(SubmitCheckIn.self).isEmpty)
        }
    }
}
