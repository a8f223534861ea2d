import AsyncHTTPClient
import Fixtures
import Foundation
import Messages
import Synchronization
import TestTraits
import Testing

@testable import API

extension Security {
    @Suite("Device tokens and sessions", .tags(.deadline)) struct TokenTests {
        private static let password = "correct horse battery"

        /// A signed-in browser.
        private func signUp(_ stack: Stack) async throws -> (browser: Browser, user: UserID) {
            let user = try await stack.makeAccount()
            let browser = Browser(stack.url)
            #expect(try await browser.post("/v1/sessions", ["name": "Ada", "password": Self.password]).status == 201)
            return (browser, user)
        }

        private func token(_ browser: Browser, _ label: String, _ scopes: [String]? = nil) async throws -> (
            id: String, headers: [String: String]
        ) {
            let made = try await browser.post(
                "/v1/tokens", ["label": label].merging(scopes.map { ["scopes": $0] } ?? [:]) { $1 })
            let secret = try #require(made.json["token"] as? String, "\(made.text)")
            return (try #require(made.json["id"] as? String), ["Authorization": "Bearer \(secret)"])
        }

        @Test(
            "SEC-1 a device token reaches what its scopes name and nothing else; nobody reaches anything",
            .timeLimit(.minutes(3)))
        func scopes() async throws {
            try await Stack.run { stack in
                let (browser, user) = try await signUp(stack)
                let nobody = Browser(stack.url)
                let standard = try await token(browser, "phone")
                let reader = try await token(browser, "wall display", ["read"])
                let both = try await token(browser, "script", ["ingest", "read"])
                let none = try await token(browser, "old")
                try await APIFile(stack).write {
                    try $0.update(.tokens, ["scopes": ""], of: [:], where: "id = ?", [EntityID(none.id)])
                }
                let older = try await token(browser, "older")
                try await APIFile(stack).write {
                    try $0.update(.tokens, ["scopes": nil], of: [:], where: "id = ?", [EntityID(older.id)])
                }
                let tokens: [(String, [String: String], Set<String>)] = [
                    ("ingest", standard.headers, ["ingest"]), ("read", reader.headers, ["read"]),
                    ("both", both.headers, ["ingest", "read"]),
                    ("none", none.headers, []), ("older", older.headers, ["ingest"]),
                ]
                let routes = try await nobody.documentedRoutes()
                #expect(routes.count > 100)
                for (route, access) in routes where access != "open" {
                    let parts = route.split(separator: " ").map(String.init)
                    let path = parts[1].replacing("{id}", with: "\(EntityID.random())").replacing(
                        "{job}", with: "\(EntityID.random())"
                    )
                    .replacing("{day}", with: "2026-02-06").replacing("{moment}", with: "x")
                    .replacing("{user}", with: "\(user)")
                    let unknown = try await nobody.ask(parts[0], path, parts[0] == "GET" ? nil : [:])
                    #expect(unknown.status == 401, "\(route) without a credential: \(unknown.status)")
                    for (name, headers, scopes) in tokens {
                        let mayUse =
                            ["read", "ingest"].contains(access) && scopes.contains(access)
                        if mayUse, path == "/v1/events" { continue }
                        let answer = try await nobody.ask(
                            parts[0], path, parts[0] == "GET" ? nil : [:], headers: headers)
                        #expect(
                            (answer.status != 403 && answer.status != 401) == mayUse,
                            "\(route) with the token \(name): \(answer.status) \(answer.text)")
                    }
                }
                // Replacing an export deletes data, so a token must not permit it.
                let replaced = try await nobody.post(
                    "/v1/imports?name=x.csv&replace=true", bytes: Data("kind\n".utf8), headers: standard.headers)
                #expect(replaced.status == 403 && replaced.json["code"] as? String == "sessionNeeded")
                // A session is not accepted as a token, nor a token as a session.
                #expect(
                    try await nobody.get(
                        "/v1/me",
                        headers: ["Cookie": "pulsum_session=\(reader.headers["Authorization"]?.dropFirst(7) ?? "")"]
                    ).status == 401)
                #expect(try await browser.get("/v1/export").status == 200)

                let listed = try await browser.get("/v1/tokens").list
                #expect(listed.map { $0["label"] as? String } == ["phone", "wall display", "script", "old", "older"])
                #expect(
                    listed[0]["scopes"] as? [String] == ["ingest"] && listed[0]["used"] is Int
                        && listed[0]["expires"] == nil && listed[0]["token"] == nil)
                try await APIFile(stack).write {
                    try $0.update(.tokens, ["expires": 1], of: [:], where: "id = ?", [EntityID(standard.id)])
                }
                #expect(try await nobody.get("/v1/ingest/anchors", headers: standard.headers).status == 401)
                #expect(try await browser.delete("/v1/tokens/\(reader.id)").status == 204)
                #expect(try await nobody.get("/v1/score", headers: reader.headers).status == 401)
            }
        }

        @Test(
            "SEC-1 a token reads the state of its own device's imports only", .timeLimit(.minutes(3)))
        func ownImports() async throws {
            try await Stack.run { stack in
                let (browser, _) = try await signUp(stack)
                let (phone, tablet) = (
                    try await token(browser, "phone"), try await token(browser, "tablet", ["ingest", "read"])
                )
                let (device, file) = (Browser(stack.url), "kind,start,end,value,unit\n")
                var jobs: [String] = []
                for headers in [phone.headers, phone.headers.merging(["Idempotency-Key": "1"]) { $1 }, [:]] {
                    let from = headers.isEmpty ? browser : device
                    let sent = try await from.post("/v1/imports?name=a.csv", bytes: Data(file.utf8), headers: headers)
                    jobs.append(try #require(sent.json["job"] as? String, "\(sent.text)"))
                }
                func expectOwn(_ phone: [String: String]) async throws {
                    for (job, own) in zip(jobs, [true, true, false]) {
                        let path = "/v1/imports/\(job)"
                        #expect(try await browser.get(path).status == 200)
                        #expect(try await device.get(path, headers: phone).status == (own ? 200 : 404))
                        #expect(try await device.get(path, headers: tablet.headers).status == 404)
                    }
                }
                try await expectOwn(phone.headers)
                // A new token of the same name speaks for the same device.
                _ = try await browser.delete("/v1/tokens/\(phone.id)")
                try await expectOwn(try await token(browser, "phone", ["ingest", "read"]).headers)
            }
        }

        @Test(
            "SEC-1 a token deletes only what its own device sent, and a new one of the same name speaks for the same device",
            .timeLimit(.minutes(3)))
        func ownSamples() async throws {
            try await Stack.run { stack in
                let (browser, _) = try await signUp(stack)
                let (phone, tablet) = (
                    try await token(browser, "phone"), try await token(browser, "tablet", ["ingest", "read"])
                )
                let device = Browser(stack.url)
                func batch(
                    _ headers: [String: String], _ anchor: String, _ next: String, _ samples: [[String: Any]] = [],
                    gone: [String] = []
                ) async throws -> Browser.Answer {
                    try await device.post(
                        "/v1/ingest/samples",
                        [
                            "device": "iPhone", "kind": "restingHeartRate", "anchor": anchor, "newAnchor": next,
                            "samples": samples, "deleted": gone,
                        ],
                        headers: headers)
                }
                let ids = (0..<2).map { _ in EntityID.random().description }
                let samples = ids.enumerated().map { index, id -> [String: Any] in
                    [
                        "id": id, "start": "2026-02-07T0\(7 + index):00:00Z", "value": 55, "unit": "count/min",
                        "source": "Watch",
                    ]
                }
                #expect(try await batch(phone.headers, "", "a", samples).json["added"] as? Int == 2)
                // The other device claims the same name and ids and deletes them: nothing is removed.
                #expect(try await batch(tablet.headers, "", "t", samples).json["added"] as? Int == 0)
                #expect(try await batch(tablet.headers, "t", "u", gone: ids).json["removed"] as? Int == 0)
                #expect(
                    try await device.get("/v1/ingest/anchors", headers: tablet.headers).list.map {
                        $0["anchor"] as? String
                    } == ["u"])
                #expect(try await batch(phone.headers, "a", "b", gone: [ids[0]]).json["removed"] as? Int == 1)
                _ = try await browser.delete("/v1/tokens/\(phone.id)")
                // Its anchors are freed with it: a token of the same name may delete the device's samples, and its
                // query starts again.
                try await eventually("the anchor is free") {
                    try await browser.get("/v1/ingest/anchors").list.count == 1 ? () : nil
                }
                let again = try await token(browser, "phone")
                #expect(try await batch(again.headers, "", "c", gone: [ids[1]]).json["removed"] as? Int == 1)
            }
        }

        @Test(
            "SEC-1 export, erasure, consent and key ask for the password again after 15 minutes; withdrawing consent never does",
            .timeLimit(.minutes(3)))
        func passwordAgain() async throws {
            try await Stack.run { stack in
                let (browser, _) = try await signUp(stack)
                let file = try APIFile(stack)
                let grant: [String: Any] = ["granted": true, "copyVersion": 1]
                #expect(try await browser.put("/v1/consent", grant).status == 200)
                try await file.passQuarterHour()
                let asked: [(String, String, [String: Any]?)] = [
                    ("GET", "/v1/export", nil), ("POST", "/v1/erase", [:]), ("PUT", "/v1/consent", grant),
                    ("PUT", "/v1/cloud-key", ["key": "k"]),
                    ("POST", "/v1/sessions/current/confirm", [:]),
                ]
                for (method, path, body) in asked {
                    let answer = try await browser.ask(method, path, body)
                    #expect(
                        answer.status == 403 && answer.json["code"] as? String == "passwordNeeded",
                        "\(method) \(path): \(answer.text)")
                }
                #expect(try await browser.put("/v1/consent", ["granted": false, "copyVersion": 1]).status == 200)
                #expect(try await browser.get("/v1/journal").status == 200)
                let wrong = try await browser.post("/v1/sessions/current/confirm", ["password": "wrong horse battery"])
                #expect(wrong.status == 403 && wrong.json["code"] as? String != "passwordNeeded")
                #expect(try await browser.get("/v1/export").status == 403)
                #expect(
                    try await browser.post("/v1/sessions/current/confirm", ["password": Self.password]).status == 204)
                #expect(try await browser.get("/v1/export").status == 200)
                // Guesses are limited as at sign-in.
                var last = 0
                for _ in 0..<12 where last != 429 {
                    last = try await browser.post("/v1/sessions/current/confirm", ["password": "wrong horse battery"])
                        .status
                }
                #expect(last == 429)
            }
        }

        @Test(
            "SEC-1 SEC-13 an event stream ends with its token, session or person, each of three times within 4 s; a person has at most eight",
            .timeLimit(.minutes(3)))
        func streams() async throws {
            try await Stack.run { stack in
                let (browser, _) = try await signUp(stack)
                let reader = try await token(browser, "wall display", ["read"])
                // Separate clients: each opens at most eight connections to an address.
                let (client, display) = (HTTPClient(), HTTPClient())
                var open: [Listener] = []
                // The streams of tokens take no place of the sessions'.
                for _ in 0..<8 {
                    open.append(try await Listener(Browser(stack.url), display, headers: reader.headers))
                }
                for _ in 0..<8 { open.insert(try await Listener(browser, client), at: 0) }
                for headers in [[:], reader.headers] {
                    let ninth = try await (headers.isEmpty ? browser : Browser(stack.url)).get(
                        "/v1/events", headers: headers)
                    #expect(ninth.status == 429 && ninth.json["code"] as? String == "tooManyStreams")
                }
                open.removeFirst().close()
                let freed = try await eventually("a closed stream's place", within: .seconds(10)) {
                    try? await Listener(browser, client)
                }
                open.insert(freed, at: 0)

                let clock = ContinuousClock()
                func ended(_ listeners: [Listener], _ what: String, after act: () async throws -> Void) async throws {
                    let begin = clock.now
                    try await act()
                    for listener in listeners { await listener.ended() }
                    let took = clock.now - begin
                    // Less than a second on an idle machine; the margin is for a busy one.
                    #expect(took < .seconds(4), "\(what): \(took)")
                }
                try await ended(Array(open[8...]), "revoked token") {
                    _ = try await browser.delete("/v1/tokens/\(reader.id)")
                }
                #expect(open[..<8].allSatisfy { !$0.hasEnded })
                // Simulates another replica.
                let file = try APIFile(stack)
                try await ended(Array(open[..<8]), "session ended elsewhere") { try file.execute("DELETE FROM tokens") }
                #expect(try await browser.get("/v1/me").status == 401)
                #expect(
                    try await browser.post("/v1/sessions", ["name": "Ada", "password": Self.password]).status == 201)
                let last = try await Listener(browser, client)
                try await ended([last], "erased person") { _ = try await browser.post("/v1/erase") }
                try await client.shutdown()
                try await display.shutdown()
            }
        }

        @Test("SEC-1 pulsum token makes, lists and revokes device tokens", .timeLimit(.minutes(3)))
        func commandLine() async throws {
            try await Stack.run { stack in
                _ = try await stack.makeAccount()
                let made = try await stack.pulsum(
                    "token", "create", "phone", "--scope", "read", "--days", "3", "--user", "Ada")
                let secret = try #require(made.output.split(separator: "\n").last.map(String.init), "\(made.errors)")
                let headers = ["Authorization": "Bearer \(secret)"]
                let phone = Browser(stack.url)
                #expect(try await phone.get("/v1/score", headers: headers).status == 200)
                #expect(try await phone.get("/v1/ingest/anchors", headers: headers).status == 403)
                let listed = try await stack.pulsum("token", "list", "--user", "Ada")
                #expect(
                    listed.output.contains("phone") && listed.output.contains("read")
                        && !listed.output.contains(secret), "\(listed.output)")
                #expect(try await stack.pulsum("token", "revoke", "phone", "--user", "Ada").status == 0)
                #expect(try await stack.pulsum("token", "revoke", "phone", "--user", "Ada").status != 0)
                #expect(try await phone.get("/v1/score", headers: headers).status == 401)
            }
        }
    }
}

/// Reads an event stream to its end.
private final class Listener: Sendable {
    private let over = Over()
    private let reading: Task<Void, Never>

    private final class Over: Sendable {
        let value = Mutex(false)
    }

    /// Returns once the stream has reported that it is ready.
    init(_ browser: Browser, _ client: HTTPClient, headers: [String: String] = [:]) async throws {
        let lines = try await browser.events("/v1/events", headers: headers, client: client)
        let (ready, continuation) = AsyncStream<Void>.makeStream()
        reading = Task { [over] in
            do { for try await line in lines where line.contains("ready") { continuation.yield() } } catch {}
            over.value.withLock { $0 = true }
            continuation.finish()
        }
        for await _ in ready { return }
        throw TimedOut(what: "a first line of the event stream")
    }

    var hasEnded: Bool { over.value.withLock { $0 } }

    func ended() async { await reading.value }

    /// Closes the connection, as a page that is left does.
    func close() { reading.cancel() }
}
