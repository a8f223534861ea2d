import Bus
import Foundation
import Messages
import Storage
import Synchronization
import Testing

@testable import API

@Suite struct EventStreamsTests {
    private func with(_ body: (Credentials, UserID) async throws -> Void) async throws {
        let (world, clock) = (try TestStore(), TestClock())
        defer { world.remove() }
        try await body(Credentials(store: world.store, now: { clock.now }), .random())
    }

    @Test("SEC-13 a person has at most eight event streams, and each ends when its session or token does")
    func streams() async throws {
        try await with { credentials, user in
            let streams = EventStreams(credentials: credentials)
            let made = try await credentials.issue(.device, to: user, label: "phone")
            let token = try #require(try await credentials.authenticate(made.secret))
            let (ended, closed) = (Counter(), Counter())
            func open() throws -> EventStreams.Place {
                try streams.add(token) { _ in
                } deliver: { _ in
                } end: {
                    ended.add()
                } close: {
                    closed.add()
                }
            }
            var places = try (0..<EventStreams.maximumStreams).map { _ in try open() }
            let refused = #expect(throws: Problem.self) { try open() }
            #expect(refused?.status == .tooManyRequests)
            let other = try await credentials.issue(.session, to: .random(), label: "browser").secret
            let stranger = try #require(try await credentials.authenticate(other))
            let theirs = try streams.add(stranger) { _ in
            } deliver: { _ in
            } end: {
                Issue.record("Somebody else's stream ended.")
            } close: {
            }
            places.removeLast()
            places.append(try open())
            await streams.check()
            #expect(ended.value == 0)
            try await credentials.revoke(made.id, of: user)
            await streams.check()
            #expect(ended.value == EventStreams.maximumStreams)
            #expect(closed.value == 0)
            places.removeLast()
            await streams.check()
            #expect(ended.value == EventStreams.maximumStreams)
            #expect(closed.value == EventStreams.maximumStreams - 1)
            withExtendedLifetime((places, theirs)) {}
        }
    }

    @Test("WEB: a stream begins with the age of the person's last change, and no change falls between the two")
    func changesBeforeReady() async throws {
        try await with { credentials, user in
            let instant = ContinuousClock.now
            let passed = Mutex(Duration.zero)
            let streams = EventStreams(credentials: credentials) { instant + passed.withLock { $0 } }
            let session = try await credentials.issue(.session, to: user, label: "browser").secret
            let token = try #require(try await credentials.authenticate(session))
            let change = MirrorEvent(
                service: .scoring, epoch: 1, sequence: 1, type: ScoreUpdated.type, user: user, id: nil)
            let heard = Mutex<[String]>([])
            func open() throws -> EventStreams.Place {
                try streams.add(token) { changed in
                    heard.withLock { $0.append(changed.map { "ready \($0 / .milliseconds(1))" } ?? "ready") }
                } deliver: { event in
                    heard.withLock { $0.append(event == .event(change) ? "changed" : "missed") }
                } end: {
                } close: {
                }
            }
            var places = [try open()]
            var other = change
            other.user = .random()
            streams.deliver(.event(other))
            streams.deliver(.event(change))
            places = []
            for later in [Duration.milliseconds(840), .seconds(61), .seconds(61)] {
                passed.withLock { $0 += later }
                streams.deliver(.event(other))
                places = [try open()]
            }
            streams.deliver(.missed(.scoring))
            passed.withLock { $0 += .milliseconds(5) }
            places = [try open()]
            #expect(
                heard.withLock { $0 } == [
                    "ready", "changed", "ready 840.0", "ready 61840.0", "ready", "missed", "ready 5.0",
                ])
            withExtendedLifetime(places) {}
        }
    }
}
