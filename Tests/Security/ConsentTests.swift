import Bus
import Fixtures
import Foundation
import Messages
import Storage
import TestTraits
import Testing

@testable import Gateway

extension Security {
    @Suite("Consent", .tags(.processes)) struct ConsentTests {
        /// A second connection to the gateway's database.
        private static func database(_ stack: Stack) throws -> Store {
            try Store(
                path: stack.directory + "/db/gateway.sqlite", service: .gateway,
                key: try MasterKey.loadOrCreate(path: stack.directory + "/master.key"),
                migrations: Schema.migrations)
        }

        private static func grant(_ user: UserID, follows: EntityID? = nil) -> SetConsent {
            SetConsent(user: user, granted: true, copyVersion: 1, at: 1, follows: follows)
        }

        private static func withdrawal(_ user: UserID) -> SetConsent {
            SetConsent(user: user, granted: false, copyVersion: 1, at: 2)
        }

        private static func code(_ work: () async throws -> some Sendable) async -> ServiceError.Code? {
            do {
                _ = try await work()
                return nil
            } catch { return (error as? ServiceError)?.code }
        }

        @Test(
            "SEC-9 a grant that waits at one gateway's database lock does not follow a withdrawal that another gateway has acknowledged",
            .timeLimit(.minutes(2)))
        func lateGrant() async throws {
            try await Stack.run(["--scale", "gateway=2"]) { stack in
                let user = try await stack.makeAccount()
                let seen = try await stack.bus.request(ConsentQuery(user: user)).record
                _ = try await eventually("both gateways are there") {
                    try await stack.workers(of: .gateway) == 2 ? true : nil
                }
                let database = try Self.database(stack)
                let lock = Barricade()
                let holding = Task { try await database.write { _ in lock.wait() } }
                await lock.reached()
                let late = Task { try await stack.bus.request(Self.grant(user, follows: seen)) }
                let waiting = try await eventually("a gateway has the grant") {
                    try await stack.bus.request(BusStatus()).services.first { $0.service == .gateway }?.workers.first {
                        $0.inFlight > 0
                    }?.processID
                }
                // It waits for the lock in SQLite; stopped there, it is certain to be late.
                kill(pid_t(waiting), SIGSTOP)
                lock.open()
                try await holding.value
                let state = try await stack.bus.request(Self.withdrawal(user))
                #expect(!state.granted && !state.pending, "the withdrawal is acknowledged")
                kill(pid_t(waiting), SIGCONT)
                let refusal = await Self.code { try await late.value }
                #expect(refusal == .conflict, "\(String(describing: refusal))")
                let now = try await stack.bus.request(ConsentQuery(user: user))
                #expect(!now.granted && now.record == state.record)
            }
        }

        @Test(
            "SEC-9 a grant names the record that was seen, over HTTP, the bus and the command line; withdrawals need nothing; a repeated grant does not override one",
            .timeLimit(.minutes(2)), .tags(.sharedStack))
        func follows() async throws {
            try await Stack.shared { stack in
                let user = try await stack.makeAccount()
                let browser = Browser(stack.url)
                #expect(
                    try await browser.post("/v1/sessions", ["name": "Ada", "password": "correct horse battery"]).status
                        == 201)
                func put(_ granted: Bool, follows: String? = nil) async throws -> Browser.Answer {
                    try await browser.put(
                        "/v1/consent",
                        ["granted": granted, "copyVersion": 1].merging(follows.map { ["follows": $0] } ?? [:]) { $1 })
                }
                #expect(try await browser.get("/v1/consent").json["record"] == nil)
                let first = try #require(try await put(true).json["record"] as? String)
                let second = try #require(try await put(false).json["record"] as? String)
                for stale in [nil, first, "\(EntityID.random())"] {
                    let refused = try await put(true, follows: stale)
                    #expect(
                        refused.status == 409 && refused.text.contains("Your consent changed meanwhile"),
                        "\(refused.text)")
                }
                #expect(try await put(true, follows: "no id").status == 400)
                #expect(try await put(true, follows: second).json["granted"] as? Bool == true)
                #expect(try await put(false, follows: first).json["granted"] as? Bool == false)

                // The bus: a client of the previous release names no predecessor.
                #expect(await Self.code { try await stack.bus.request(Self.grant(user)) } == .conflict)
                let id = RequestID.random()
                let latest = try await stack.bus.request(ConsentQuery(user: user)).record
                #expect(try await stack.bus.request(Self.grant(user, follows: latest), id: id).granted)
                #expect(try await !stack.bus.request(Self.withdrawal(user)).granted)
                let again = try await stack.bus.request(Self.grant(user, follows: latest), id: id)
                #expect(!again.granted && again.version == 6, "a repeated grant is answered with what holds now")

                // The command line names the record that it displayed.
                for (change, isOn) in [("on", true), ("off", false), ("on", true)] {
                    let done = try await stack.pulsum("consent", change)
                    #expect(done.status == 0, "\(done)")
                    #expect(try await stack.bus.request(ConsentQuery(user: user)).granted == isOn)
                }
            }
        }

        @Test(
            "SEC-9 nothing is restored under a gateway that lives on after its “pulsum up” was killed",
            .timeLimit(.minutes(2)))
        func restoreUnderGateway() async throws {
            let scratch = try Scratch()
            let archive = scratch.file("pulsum.tar")
            let stack = try await Stack.start(scratch: scratch)
            let made = try await stack.during(remove: false) { try await $0.pulsum("backup", archive) }
            #expect(made.status == 0, "\(made)")
            // The lock of a gateway that is still ending its call.
            var holder: ProcessLease? = try ProcessLease(directory: stack.directory + "/run")
            let refused = try await stack.pulsum("restore", archive)
            #expect(refused.status == 1 && refused.errors.contains("A gateway that an earlier"), "\(refused)")
            withExtendedLifetime(holder) {}
            holder = nil
            let done = try await stack.pulsum("restore", archive)
            #expect(done.status == 0 && done.output.contains("Everything is as it was"), "\(done)")
            scratch.remove()
        }

        @Test(
            "SEC-10 retries count toward the 20 attempts of an hour and pass the breaker; neither is sent once the limit is reached",
            .timeLimit(.minutes(2)))
        func retries() async throws {
            let cloud = try await RecordingServer.start()
            cloud.answer(.status(503))
            try await Stack.run(environment: ["PULSUM_CLOUD_URL": cloud.url]) { stack in
                let ada = try await Self.person("Ada", stack)
                // The hourly limit is almost reached.
                let now = Milliseconds(Date().timeIntervalSince1970 * 1000)
                try await Self.database(stack).write { transaction in
                    for number in 1...18 {
                        try transaction.execute(
                            "INSERT INTO calls (user, at) VALUES (?, ?)",
                            [ada.user, now - Milliseconds(number) * 60_000])
                    }
                }
                #expect(try await ada.test().contains("20 attempts in an hour"))
                #expect(cloud.arrivals.count == 2, "the second retry would have been the 21st")

                // Two failures are recorded; three more by another person open the breaker, at any attempt.
                let ben = try await Self.person("Ben", stack)
                #expect(try await ben.test().contains("HTTP 503"))
                #expect(cloud.arrivals.count == 5)
                let cem = try await Self.person("Cem", stack)
                #expect(try await cem.test().contains("failed 5 times in a row"))
                #expect(cloud.arrivals.count == 5)
                let receipts = try await stack.bus.request(ReceiptsQuery(user: ada.user)).receipts
                #expect(receipts.map(\.outcome) == ["http 503", "http 503"])
            }
            await cloud.stop()
        }

        @Test("SEC-10 a retry does not get around a breaker that opened since its call began", .timeLimit(.minutes(2)))
        func breaker() async throws {
            let cloud = try await RecordingServer.start()
            cloud.answer(.status(503))
            try await Stack.run(environment: ["PULSUM_CLOUD_URL": cloud.url]) { stack in
                for (name, arrivals) in [("Ada", 3), ("Ben", 5)] {
                    _ = try await Self.person(name, stack).test()
                    #expect(cloud.arrivals.count == arrivals)
                }
            }
            await cloud.stop()
        }

        @Test(
            "SEC-10 an exhausted or invalid key of one person keeps nobody else out; an exhausted shared key rests for those who share it",
            .timeLimit(.minutes(2)))
        func keys() async throws {
            let cloud = try await RecordingServer.start()
            let exhausted = RecordingServer.Answer.failure(
                429, #"{"error": {"type": "insufficient_quota", "code": "insufficient_quota"}}"#)
            try await Stack.run(environment: [
                "PULSUM_CLOUD_URL": cloud.url, "PULSUM_CLOUD_KEY_FILE": "{data}/cloud.key",
            ]) { stack in
                func share(_ key: String) throws {
                    try Data(key.utf8).write(to: URL(fileURLWithPath: stack.directory + "/cloud.key"))
                    chmod(stack.directory + "/cloud.key", 0o600)
                }
                cloud.answer(exhausted)
                for number in 1...3 {
                    #expect(
                        try await Self.person("Exhausted\(number)", stack, key: "used-up-\(number)").test().contains(
                            "no quota left"))
                }
                cloud.answer(.status(401))
                let wrong = try await Self.person("Wrong", stack, key: "not-a-key")
                #expect(try await wrong.test().contains("refused the API key"))
                for number in 1...3 {
                    #expect(
                        try await Self.person("Wrong\(number)", stack, key: "not-a-key").test().contains(
                            "refused the API key"))
                }
                #expect(cloud.arrivals.count == 7, "none of them is worth a retry")
                cloud.answer(.reply(coachReply: "The connection works."))
                let ben = try await Self.person("Ben", stack, key: "good-key")
                #expect(try await ben.test() == "The connection works.")
                // Another key is tried as soon as the minimum spacing of calls permits.
                #expect(try await wrong.browser.put("/v1/cloud-key", ["key": "right-key"]).status == 204)
                #expect(try await wrong.testSpaced() == "The connection works.")

                try share("shared-key")
                let (cem, dana) = (
                    try await Self.person("Cem", stack, key: nil), try await Self.person("Dana", stack, key: nil)
                )
                cloud.answer(exhausted)
                #expect(try await cem.test().contains("no quota left"))
                cloud.answer(.reply(coachReply: "The connection works."))
                let count = cloud.arrivals.count
                #expect(try await dana.test().contains("asked for a rest"))
                #expect(cloud.arrivals.count == count)
                #expect(try await ben.testSpaced() == "The connection works.")
                try share("new-shared-key")
                #expect(try await dana.test() == "The connection works.")
                #expect(cloud.headers.last?["authorization"] == "Bearer new-shared-key")
            }
            await cloud.stop()
        }

        /// A signed-in person who has consented.
        private struct Person {
            let user: UserID
            let browser: Browser

            /// "Test connection" in the settings.
            /// - Returns: its result as displayed.
            func test() async throws -> String {
                let answer = try await browser.post("/v1/cloud-test")
                return try #require(answer.json["message"] as? String, "\(answer.text)")
            }

            /// The same, at least 3 s after the last call.
            func testSpaced() async throws -> String {
                try await eventually("a call is possible again") {
                    let text = try await test()
                    return text.contains("one call in 3 seconds") ? nil : text
                }
            }
        }

        private static func person(_ name: String, _ stack: Stack, key: String? = "sk-test-0123456789abcdef")
            async throws -> Person
        {
            let user = try await stack.makeAccount(name)
            let browser = Browser(stack.url)
            #expect(
                try await browser.post("/v1/sessions", ["name": name, "password": "correct horse battery"]).status
                    == 201)
            if let key { #expect(try await browser.put("/v1/cloud-key", ["key": key]).status == 204) }
            #expect(try await stack.consent(of: user).granted)
            return Person(user: user, browser: browser)
        }
    }
}

/// Blocks a thread until it is released.
private final class Barricade: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    private let (waits, waiting) = AsyncStream<Void>.makeStream()

    /// Blocks the calling thread.
    func wait() {
        waiting.finish()
        semaphore.wait()
    }

    func reached() async { for await _ in waits {} }
    func open() { semaphore.signal() }
}
