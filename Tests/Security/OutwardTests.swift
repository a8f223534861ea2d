import AsyncHTTPClient
import Fixtures
import Foundation
import Messages
import Storage
import Synchronization
import TestTraits
import Testing

@testable import API

extension Security {
    /// What reaches anybody but the person: two people who are alike but for a crisis must look alike.
    @Suite("A withheld day outward", .tags(.processes)) struct OutwardTests {
        /// A person with a device token, and what tells the answers about them apart from those about anybody else.
        private struct Subject {
            let user: UserID
            let name: String
            let browser: Browser
            let token: [String: String]
            let job: EntityID
        }

        /// An answer to a device token.
        private struct Answer: Equatable {
            let status: UInt
            /// Without those that differ by request.
            let headers: [String]
            let body: String
            let tag: String
        }

        private static let arrived: Milliseconds = 1_790_000_000_000

        private func join(_ name: String, _ path: String, _ stack: Stack) async throws -> Subject {
            let user = try await stack.makeAccount(name)
            let browser = Browser(stack.url)
            #expect(
                try await browser.post("/v1/sessions", ["name": name, "password": "correct horse battery"]).status
                    == 201)
            let made = try await browser.post("/v1/tokens", ["label": "wall", "scopes": ["read", "ingest"]])
            let secret = try #require(made.json["token"] as? String, "\(made.text)")
            let job = EntityID.random()
            try await stack.upload(path, for: user, job: job)
            #expect(try await stack.importEnded(job, for: user).phase == .done)
            try await stack.settle()
            // Both arrived in the same millisecond.
            let ingestion = try DatabaseFile(stack.directory + "/db/ingestion.sqlite")
            try ingestion.execute("UPDATE imports SET created = \(Self.arrived)")
            return Subject(
                user: user, name: name, browser: browser, token: ["Authorization": "Bearer \(secret)"], job: job)
        }

        /// The addresses of every route that a device token may read.
        private func addresses(of person: Subject) async throws -> [String] {
            let today = Day(number: Int32(Date().timeIntervalSince1970 / 86_400))
            let letters = try await person.browser.get("/v1/letters").list.compactMap { $0["id"] as? String }
            let routes = try await person.browser.documentedRoutes().filter { ["read", "ingest"].contains($0.access) }
            return routes.map(\.route).flatMap { route in
                let parts = route.split(separator: " ").map(String.init)
                guard parts[0] == "GET", parts[1] != "/v1/events" else { return [String]() }
                let path = parts[1].replacing("{job}", with: "\(person.job)")
                guard !path.contains("/letters/{id}") else {
                    return letters.map { path.replacing("{id}", with: $0) }
                }
                guard !path.contains("{day}") else {
                    return (-1...1).map {
                        path.replacing("{day}", with: "\(today.advanced(by: $0))") + "?metric=restingHeartRate"
                    }
                }
                // With and without the day of the crisis, in both languages.
                return [path, path + "?language=de"]
                    + (-1...1).map { "\(path)?day=\(today.advanced(by: $0))" }
            }
        }

        private func answer(_ path: String, of person: Subject, _ stack: Stack) async throws -> Answer {
            var request = HTTPClientRequest(url: stack.url + path)
            for (name, value) in person.token { request.headers.add(name: name, value: value) }
            // A compressed length depends on the ids, too.
            request.headers.replaceOrAdd(name: "Accept-Encoding", value: "identity")
            let response = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
            let body = String(buffer: try await response.body.collect(upTo: 8 << 20))
            let changing: Set<String> = ["date", "x-trace-id", "etag"]
            return Answer(
                status: response.status.code,
                headers: response.headers.filter { !changing.contains($0.name.lowercased()) }
                    .map { "\($0.name.lowercased()): \($0.value)" }.sorted(),
                body: try own(body, person), tag: response.headers.first(name: "etag") ?? "")
        }

        /// Replaces the ids and the name of the person, each by as many characters.
        private func own(_ text: String, _ person: Subject) throws -> String {
            var text = text.replacing("\(person.user)", with: "U").replacing("\(person.job)", with: "J")
                .replacing("\"\(person.name)\"", with: "\"N\"")
            // When an entry was stored.
            text = text.replacing(/"(at|created|used|arrived|finishedAt|startedAt)":\d{13}/) { "\"\($0.output.1)\":T" }
            return text
        }

        private func compare(_ first: Subject, _ second: Subject, _ stack: Stack) async throws {
            let (mine, theirs) = (try await addresses(of: first), try await addresses(of: second))
            #expect(mine.count == theirs.count && mine.count > 40)
            for (path, other) in zip(mine, theirs) {
                let (one, two) = (
                    try await answer(path, of: first, stack), try await answer(other, of: second, stack)
                )
                #expect(
                    one.status == two.status && one.headers == two.headers, "\(path): \(one.headers) \(two.headers)")
                #expect(one.body == two.body, "\(path): \(one.body) \(two.body)")
                #expect(one.tag.count == two.tag.count, "\(path)")
                for text in ["withheld", "serious", "crisis"] { #expect(!one.body.contains(text), "\(path): \(text)") }
            }
            for path in ["/v1/today", "/v1/score", "/v1/score/history", "/v1/score/breakdown", "/v1/score/record"] {
                let tags = (
                    try await answer(path, of: first, stack).tag, try await answer(path, of: second, stack).tag
                )
                #expect(tags.0 == tags.1 && !tags.0.isEmpty, "\(path)")
            }
        }

        /// The person's own session still shows the support.
        private func seesSupport(_ person: Subject) async throws {
            _ = try await eventually("the day is withheld for the person", within: .seconds(60)) { () -> Bool? in
                try await person.browser.get("/v1/today").json["state"] as? String == "withheld" ? true : nil
            }
            #expect(try await person.browser.get("/v1/score").json["status"] as? String == "withheld")
            let page = try await person.browser.get("/").text
            #expect(page.contains("/safety") && page.contains("No score today."))
        }

        private static let crisis = "I want to kill myself tonight."
        private static let ordinary = "We walked along the lake tonight."

        @Test(
            "SCO-7 a device token reads of a withheld day what it reads of a day without data, byte for byte, on every route",
            .timeLimit(.minutes(5)))
        func withoutData() async throws {
            try await Stack.run { stack in
                let path = stack.scratch.file("until yesterday.zip")
                try ExportGenerator(
                    seed: 7, days: 40, endingOn: Day(number: Int32(Date().timeIntervalSince1970 / 86_400) - 1)
                ).writeZip(to: path)
                let (troubled, other) = (try await join("Ada", path, stack), try await join("Bea", path, stack))
                try await compare(troubled, other, stack)
                #expect(
                    try await troubled.browser.post("/v1/journal", ["text": Self.crisis]).status == 201)
                #expect(try await troubled.browser.post("/v1/chat", ["text": Self.crisis]).status == 200)
                try await seesSupport(troubled)
                try await stack.settle()
                try await compare(troubled, other, stack)
                try await metrics(stack)
            }
        }

        /// No figure of any process counts what happens around a crisis only.
        private func metrics(_ stack: Stack) async throws {
            for service in Topology.services {
                let request = HTTPClientRequest(url: try stack.healthAddress(of: service) + "/metrics")
                let response = try await HTTPClient.shared.execute(request, timeout: .seconds(10))
                let text = String(buffer: try await response.body.collect(upTo: 8 << 20))
                for word in ["NotACrisis", "CrisisChanged", "GoalTextJudged", "withheld"] {
                    #expect(!text.contains(word), "\(service): \(word)")
                }
                // Goals sends other events to the coach, too.
                guard service == .coaching else { continue }
                #expect(!text.contains(/pulsum_bus_requested_total\{[^}]*DeliverEvents/), "\(service)")
                #expect(!text.contains(/pulsum_outbox_pending\{/), "\(service)")
            }
        }

        @Test(
            "SCO-7 of a person whose usual is not known yet, a crisis changes no byte and no event for a device token",
            .timeLimit(.minutes(5)), .tags(.sharedStack))
        func warmingUp() async throws {
            try await Stack.shared { stack in
                let path = stack.scratch.file("few days.zip")
                try ExportGenerator(
                    seed: 7, days: 3, endingOn: Day(number: Int32(Date().timeIntervalSince1970 / 86_400))
                ).writeZip(to: path)
                let (troubled, other) = (try await join("Ada", path, stack), try await join("Bea", path, stack))
                let heard = [Heard(), Heard()]
                var listening: [Task<Void, any Error>] = []
                defer { for task in listening { task.cancel() } }
                for (person, heard) in zip([troubled, other], heard) {
                    let stream = try await Browser(stack.url).events("/v1/events", headers: person.token)
                    listening.append(Task { try await heard.follow(stream) })
                }
                for (person, text) in [(troubled, Self.crisis), (other, Self.ordinary)] {
                    let written = try await person.browser.post("/v1/journal", ["text": text])
                    #expect(written.status == 201)
                    // The moods of the two texts differ; the person sets one for both.
                    let id = try #require(written.json["id"] as? String)
                    _ = try await person.browser.analysis(of: written)
                    #expect(try await person.browser.put("/v1/journal/\(id)/mood", ["value": 0.25]).status == 200)
                }
                // A further verdict raises the revision of the day, which has no score for anybody.
                #expect(try await troubled.browser.post("/v1/chat", ["text": Self.crisis]).status == 200)
                try await seesSupport(troubled)
                try await stack.settle()
                try await compare(troubled, other, stack)
                for stream in heard {
                    try await eventually("the token hears of the score") {
                        stream.lines.contains { $0.contains("ScoreUpdated") } ? () : nil
                    }
                }
                let kinds = heard.map { Set($0.lines) }
                #expect(kinds[0] == kinds[1])
                // The first event holds no age for a token.
                #expect(kinds.allSatisfy { $0.contains("data: {}") })
            }
        }

        /// The lines of an event stream, without ids.
        private final class Heard: Sendable {
            private let all = Mutex<[String]>([])

            var lines: [String] { all.withLock { $0 } }

            func follow(_ stream: AsyncThrowingStream<String, any Error>) async throws {
                for try await line in stream {
                    all.withLock { $0.append(line.replacing(/,"id":"[^"]*"/, with: "")) }
                }
            }
        }
    }
}
