import Bus
import Foundation
import Language
import Logging
import Messages
import Moments
import Storage
import Synchronization

@testable import Coaching

/// A coaching service on a real database, with the other services played in process.
final class World: Sendable {
    let directory: String
    let store: Store
    let others = Others()
    let coaching: CoachingService
    let user = UserID.random()
    let events = Mutex<[CommittedEvent]>([])

    /// 2026-05-04T08:00Z, a Monday.
    static let at: Milliseconds = 1_777_881_600_000
    static let day = Day(number: 20_577)
    static let hour: Milliseconds = 3_600_000

    init() throws {
        directory = NSTemporaryDirectory() + "/pulsum-coaching-" + EntityID.random().description
        let key = try MasterKey.loadOrCreate(path: directory + "/master.key")
        store = try Store(path: directory + "/coaching.sqlite", service: .coaching, key: key, migrations: Schema.migrations)
        coaching = try CoachingService(store: store, bus: others, log: Logger(label: "test"))
        store.onCommit { [weak self] new in self?.events.withLock { $0 += new } }
    }

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    func told(_ type: MessageType) -> Int { events.withLock { $0.count { $0.type == type } } }

    func state() async throws -> CoachState { try await store.read { [user] in try $0.coach(user) } }

    func ownCount() async throws -> Int { try await store.read { [user] in try $0.ownMoments(user).count } }

    func say(_ text: String, at: Milliseconds = World.at, country: String = "US", id: RequestID = .random()) async throws -> ChatReply {
        try await coaching.chat(Chat(user: user, text: text, at: at, country: country), id: id)
    }

    func cards(at: Milliseconds = World.at) async throws -> CardsQuery.Reply { try await coaching.cards(CardsQuery(user: user, at: at)) }

    func answer(
        _ moment: String, _ action: CardFeedback.Action, at: Milliseconds = World.at, day: Day = World.day, hour: Int32 = 9, id: RequestID = .random()
    ) async throws -> CardFeedback.Reply {
        try await coaching.feedback(CardFeedback(user: user, moment: moment, action: action, at: at, day: day, hour: hour), id: id)
    }

    func hear(score: Double? = 60, revision: UInt64 = 1, _ levels: [(Signal, Double)]) async throws {
        let event = ScoreUpdated(
            user: user, revision: revision, report: ScoreReport(day: World.day, status: .final, score: score),
            signals: levels.map { SignalLevel(signal: $0.0, z: $0.1, contribution: 0) }, revisedFrom: World.day)
        try await store.write { [coaching] in try coaching.apply(event, $0) }
    }

    func hear(journal level: Verdict.Level, entry: EntityID = .random(), revision: UInt64 = 1, at: Milliseconds = World.at, deleted: Bool = false) async throws
    {
        let event = JournalAnalyzed(
            user: user, entry: entry, revision: revision, day: World.day, at: at, sentiment: nil, level: level, embedding: [], deleted: deleted)
        try await store.write { [coaching] in try coaching.apply(event, $0) }
    }
}

/// Safety, gateway and API as a test wants them; remembers what they were asked.
final class Others: Requesting {
    private struct Answers {
        var verdict: Verdict? = Verdict(level: .safe)
        var phrase: PhraseReply? = PhraseReply(gate: "consent")
        var phrases: [Phrase] = []
        var asked: [MessageType] = []
    }

    private let answers = Mutex(Answers())

    /// nil: safety is down.
    func judge(_ verdict: Verdict?) { answers.withLock { $0.verdict = verdict } }
    /// nil: the gateway is down.
    func phrase(_ reply: PhraseReply?) { answers.withLock { $0.phrase = reply } }
    var phrases: [Phrase] { answers.withLock(\.phrases) }
    var asked: [MessageType] { answers.withLock(\.asked) }

    func request<R: BusRequest>(_ request: R, to service: ServiceName?, id: RequestID, budget: Duration?) async throws -> R.Reply {
        let reply: (any Message)? = answers.withLock { answers in
            answers.asked.append(R.type)
            switch request {
            case is Classify: return answers.verdict
            case let phrase as Phrase:
                answers.phrases.append(phrase)
                return answers.phrase
            case let resources as CrisisResources: return answers.verdict == nil ? nil : Others.card(country: resources.country)
            case let query as ProfileQuery:
                return Profile(
                    user: query.user, revision: 1, timeZones: [ZonePeriod(since: 0, zone: "Europe/Berlin")], country: "DE", sourceOrder: [], units: "metric")
            default: return nil
            }
        }
        guard let reply = reply as? R.Reply else { throw BusError(.unavailable, "Nobody answers \(R.type).") }
        return reply
    }

    static func card(country: String) -> CrisisCard {
        CrisisCard(
            title: "Help", message: "Call.", emergencyNumber: country == "US" ? "911" : "112",
            lines: [CrisisCard.Line(name: "Lifeline", phone: "988", text: "", url: "https://988lifeline.org")], disclaimer: "Not a substitute.",
            country: country,
            checkedOn: World.day)
    }

    static let crisis = Verdict(level: .crisis, reason: .selfHarm, rules: ["test"], card: card(country: "US"))
    static let caution = Verdict(level: .caution, reason: .distress, rules: ["test"])
}

/// Sentences as a reader counts them.
func sentences(_ text: String) -> Int {
    text.split { ".!?".contains($0) }.count { $0.contains { $0.isLetter } }
}

let library = #"""
    [{"episodeNumber": 3, "episodeTitle": "Mine", "recommendations": [
      {"recommendation": "Juggle three lemons", "microActivity": "Juggle. Then stop!", "timeToComplete": "5 min", "category": "goals"},
      {"recommendation": "Sing in the shower", "timeToComplete": "3 min", "category": "mood", "researchLink": "https://www.nature.com/x"},
      {"shortDescription": "no act"}
    ]}]
    """#
