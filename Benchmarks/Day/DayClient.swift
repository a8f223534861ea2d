import Fixtures
import Foundation
import Synchronization

/// Sends the requests of people, each on the calling thread and on a connection of its own.
final class DayClient: Sendable {
    /// What became of one request.
    struct Outcome: Sendable {
        let kind: DayKind
        /// From the instant for which the request was planned to the complete response.
        let milliseconds: Double
        /// From that instant to the sending: how late the generator itself was.
        let late: Double
        /// Why it failed; nil for success.
        let failure: String?
    }

    /// How long a page stays open, which holds an event stream meanwhile.
    private static let view = Duration.seconds(60)
    /// How long an entry's page is open before the entry is sent.
    static let writing = Duration.seconds(2)
    private static let scored = "\"type\":\"ScoreUpdated\""
    private static let maximumWait = Duration.seconds(10)
    /// Sign-ins that are refused for a moment are repeated this often.
    private static let attempts = 20

    private struct Record {
        var outcomes: [Outcome] = []
        /// Milliseconds from the planned instant of an entry until its writer's page receives a new score.
        var scores: [Double] = []
        var unscored = 0
        /// Answers "come again in a moment" to sign-ins.
        var deferred = 0
        var traffic = (sent: 0, received: 0)
        var views: [(until: ContinuousClock.Instant, connection: DayConnection)] = []
    }

    let address: String
    private let cookie: String
    private let record = Mutex(Record())

    /// - Parameters:
    ///   - address: `host:port` of the API.
    ///   - cookie: name of the session's cookie.
    init(_ address: String, cookie: String) { (self.address, self.cookie) = (address, cookie) }

    var outcomes: [Outcome] { record.withLock { $0.outcomes } }
    var scores: (milliseconds: [Double], missing: Int) { record.withLock { ($0.scores, $0.unscored) } }
    /// Bytes of all requests and responses, event streams apart.
    var traffic: (sent: Int, received: Int) { record.withLock { $0.traffic } }
    var deferred: Int { record.withLock { $0.deferred } }

    /// Sends a planned request at its instant and waits for the response.
    func perform(_ step: DayPlan.Step, at instant: ContinuousClock.Instant) {
        let person = DayPerson(number: step.person)
        var late = 0.0
        do {
            if step.kind == .entry {
                try write(person, step, instant, &late)
            } else {
                wait(until: instant)
                late = (ContinuousClock.now - instant) / .milliseconds(1)
                try ask(person, step)
                note(step.kind, instant, late, nil)
                if step.kind == .page { try view(person) }
            }
        } catch let refusal as Refused {
            note(step.kind, instant, late, "status \(refusal.status)")
        } catch {
            note(step.kind, instant, late, "\(type(of: error))")
        }
    }

    func wait(until instant: ContinuousClock.Instant) {
        let rest = (instant - .now) / .microseconds(1)
        if rest > 0 { usleep(UInt32(rest)) }
    }

    /// A response that is no success.
    struct Refused: Error { let status: Int }

    // MARK: Requests

    private func session(_ person: DayPerson) -> [String] {
        ["Cookie: \(cookie)=\(person.session)", "Origin: http://\(address)"]
    }

    private func connection(_ person: DayPerson) throws -> DayConnection {
        try DayConnection(to: address, from: person.address)
    }

    private func check(_ answer: DayConnection.Answer, _ expected: Int...) throws {
        record.withLock { record in
            record.traffic.sent += answer.sent
            record.traffic.received += answer.received
        }
        guard expected.contains(answer.status) else { throw Refused(status: answer.status) }
    }

    /// The phone's post of the last quarter of an hour, or of the days before. An answer that the upload is kept and
    /// still being read is a success, as it is for a phone.
    func post(_ body: Data, of person: DayPerson) throws {
        let path = "/v1/ingest/health-auto-export"
        try check(try connection(person).ask("POST", path, ["api-key: \(person.token)"], body), 200, 202)
    }

    func command(_ path: String, _ body: Data, of person: DayPerson) throws {
        try check(try connection(person).ask("POST", path, session(person), body), 200, 201)
    }

    func page(_ path: String, of person: DayPerson) throws {
        let fields = session(person) + ["Accept: text/html", "Accept-Encoding: gzip"]
        try check(try connection(person).ask("GET", path, fields), 200)
    }

    /// Signs in, again where the answer asks for it.
    private func signIn(_ person: DayPerson) throws {
        for _ in 0..<Self.attempts {
            let answer = try connection(person).ask(
                "POST", "/v1/sessions", ["Origin: http://\(address)"], DayBodies.signIn(person))
            if answer.status == 201 { return }
            // Half a minute and more is a lock.
            guard answer.status == 429, let seconds = answer.retryAfter, seconds < 30 else {
                throw Refused(status: answer.status)
            }
            record.withLock { $0.deferred += 1 }
            sleep(UInt32(seconds))
        }
        throw Refused(status: 429)
    }

    private func ask(_ person: DayPerson, _ step: DayPlan.Step) throws {
        let variant = step.variant
        switch step.kind {
        case .post:
            let now = Int(Date().timeIntervalSince1970)
            try post(DayBodies.post(of: person, until: now, place: variant % 96), of: person)
        case .page: try page(DayBodies.page(variant), of: person)
        case .entry: try command("/v1/journal", DayBodies.entry(variant), of: person)
        case .checkIn: try command("/v1/check-ins", DayBodies.checkIn(variant), of: person)
        case .chat: try command("/v1/chat", DayBodies.chat(variant), of: person)
        case .signIn, .burst: try signIn(person)
        }
    }

    // MARK: Pages that stay open

    private func stream(_ person: DayPerson) throws -> DayConnection {
        let stream = try connection(person)
        try stream.send("GET", "/v1/events", session(person) + ["Accept: text/event-stream"], nil)
        return stream
    }

    /// Follows the person's events, as the script of a visible page does.
    private func view(_ person: DayPerson) throws {
        let stream = try stream(person)
        let now = ContinuousClock.now
        record.withLock { record in
            record.views.removeAll { $0.until < now }
            record.views.append((now + Self.view, stream))
        }
    }

    private func write(
        _ person: DayPerson, _ step: DayPlan.Step, _ instant: ContinuousClock.Instant, _ late: inout Double
    ) throws {
        let stream = try stream(person)
        var rest: [UInt8] = []
        guard try stream.waits(for: "event: ready", &rest, within: Self.maximumWait) else { throw Refused(status: 0) }
        wait(until: instant)
        late = (ContinuousClock.now - instant) / .milliseconds(1)
        try ask(person, step)
        note(.entry, instant, late, nil)
        let isScored = try stream.waits(for: Self.scored, &rest, within: Self.maximumWait)
        let milliseconds = (ContinuousClock.now - instant) / .milliseconds(1)
        record.withLock { record in
            if isScored { record.scores.append(milliseconds) } else { record.unscored += 1 }
        }
    }

    private func note(_ kind: DayKind, _ instant: ContinuousClock.Instant, _ late: Double, _ failure: String?) {
        let outcome = Outcome(
            kind: kind, milliseconds: (ContinuousClock.now - instant) / .milliseconds(1), late: late, failure: failure)
        record.withLock { $0.outcomes.append(outcome) }
    }

    func closeViews() { record.withLock { $0.views.removeAll() } }
}

extension DayClient {
    /// Sends the requests of a plan at their instants. A thread that waits for a response delays no other request as
    /// long as a thread is free; a delay counts, because latencies begin at the planned instant.
    func run(_ plan: DayPlan, threads: Int) async {
        let steps = plan.steps.map { step in
            (start: step.kind == .entry ? max(.zero, step.at - Self.writing) : step.at, step: step)
        }.sorted { $0.start < $1.start }
        let begin = ContinuousClock.now + Self.writing
        await Self.inParallel(threads, steps.count) { index in
            self.wait(until: begin + steps[index].start)
            self.perform(steps[index].step, at: begin + steps[index].step.at)
        }
    }

    /// Runs `body` for each of `count` numbers, in order, on threads of its own.
    static func inParallel(_ threads: Int, _ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        let turns = Turns()
        for _ in 0..<threads {
            Thread {
                while let index = turns.take(below: count) { body(index) }
                end.yield()
            }.start()
        }
        var running = threads
        for await _ in ended {
            running -= 1
            if running == 0 { break }
        }
    }

    private final class Turns: Sendable {
        private let next = Mutex(0)

        func take(below count: Int) -> Int? {
            next.withLock { next in
                guard next < count else { return nil }
                defer { next += 1 }
                return next
            }
        }
    }
}
