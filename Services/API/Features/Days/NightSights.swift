import Bus
import LocalTime
import Messages
import Synchronization

/// Notes for scoring which nights' measurements were shown to their person: an answer about sleep that follows them is
/// kept apart (SCO-8). Duration and times alone are no measurements here; pages show them before the answer.
final class NightSights: Sendable {
    private struct Night: Hashable {
        let user: UserID
        let day: Day
    }

    /// Metrics that tell how a night was.
    private static let signals: Set<Signal> = [.hrv, .nocturnalHeartRate, .restingHeartRate, .respiratoryRate]
    /// Age up to which pages ask about a night, in days, with one for the time zone.
    private static let recent = 2

    private let noted = Mutex<Set<Night>>([])

    /// Whether a daily metric tells how the night was: one of its measurements, or the stages of its sleep.
    static func tells(_ metric: String) -> Bool {
        metric == "sleep" || SignalTable.entries.contains { $0.metric?.key == metric && signals.contains($0.signal) }
    }

    /// Whether one of these signals tells how the night was.
    static func tell(_ named: [Signal]) -> Bool { !signals.isDisjoint(with: named) }

    /// The days of which measurements of the night are present.
    static func nights(in days: [DailyMetrics]) -> [Day] {
        days.filter { metrics in
            signals.contains { $0.entry?.metric?.value(metrics).map { !$0.imputed } ?? false }
        }.map(\.day)
    }

    /// Notes that measurements of the nights of these days were shown; of older nights nothing is noted. One that
    /// scoring did not take is noted when it is shown again.
    func note(_ days: [Day], of user: UserID, at: Milliseconds, on bus: any Requesting) async {
        let today = LocalCalendar.utc.day(millisecond: at)
        for day in days where abs(day.distance(to: today)) <= Self.recent {
            let night = Night(user: user, day: day)
            guard noted.withLock({ !$0.contains(night) }) else { continue }
            let note = NoteNightSeen(user: user, day: day, at: at)
            guard (try? await bus.request(note, budget: .milliseconds(500))) != nil else { continue }
            noted.withLock { noted in
                noted = noted.filter { $0.day.distance(to: today) <= Self.recent }
                noted.insert(night)
            }
        }
    }
}

/// A bus of a person who sees all of each reply: what it brings of a recent night is noted as shown.
struct NightWitness: Requesting {
    private let bus: any Requesting
    private let sights: NightSights
    private let now: @Sendable () -> Milliseconds

    init(_ bus: any Requesting, _ sights: NightSights, now: @escaping @Sendable () -> Milliseconds) {
        self.bus = bus
        self.sights = sights
        self.now = now
    }

    func request<R: BusRequest>(
        _ request: R, to service: ServiceName?, id: Messages.RequestID, budget: Duration?
    ) async throws -> R.Reply {
        let reply = try await bus.request(request, to: service, id: id, budget: budget)
        if let user = request.person { await sights.note(Self.nights(request, reply), of: user, at: now(), on: bus) }
        return reply
    }

    private static func tell(_ contributions: [Contribution]) -> Bool {
        contributions.contains { part in
            !part.missing && !part.imputed && NightSights.tells(part.signal.entry?.metric?.key ?? "")
        }
    }

    private static func nights<R: BusRequest>(_ request: R, _ reply: R.Reply) -> [Day] {
        switch reply {
        case let reply as MetricsQuery.Reply: return NightSights.nights(in: reply.days)
        case let reply as ReadingsQuery.Reply:
            guard let request = request as? ReadingsQuery, NightSights.tells(request.metric), !reply.readings.isEmpty
            else { return [] }
            return [request.day]
        case let reply as ScoreBreakdown: return tell(reply.contributions) ? [reply.report.day] : []
        case let reply as RecentDays.Reply:
            return reply.days.prefix(1).filter { tell($0.contributions) }.map(\.report.day)
        case let reply as CardsQuery.Reply:
            guard let day = (request as? CardsQuery)?.today else { return [] }
            return NightSights.tell((reply.cards + [reply.today?.card].compactMap(\.self)).flatMap(\.named))
                ? [day] : []
        case let card as Card:
            return (request as? CardQuery).flatMap { NightSights.tell(card.named) ? [$0.today] : nil } ?? []
        case let reply as ChatReply:
            return reply.chart.flatMap { NightSights.tells($0.metric) ? [$0.through] : nil } ?? []
        default: return []
        }
    }
}
