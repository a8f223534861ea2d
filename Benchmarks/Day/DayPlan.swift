import Fixtures

/// A kind of request of a person's day.
enum DayKind: String, CaseIterable, Sendable {
    case post = "phone's post"
    case page
    case entry = "journal entry"
    case checkIn = "check-in"
    case chat
    case signIn = "sign-in"
    /// Sign-ins of one moment: of many people, and of one person in several browsers.
    case burst = "sign-in in the burst"

    /// Requests per person and day; the burst is one moment of the peak hour and not counted.
    var perDay: Double {
        switch self {
        case .post: 96
        case .page: 5
        case .entry: 2
        case .checkIn, .chat: 1
        case .signIn: 1.0 / 7
        case .burst: 0
        }
    }
}

/// The requests of a slice of the peak hour, each with its instant: an open-loop plan, which does not depend on how fast
/// requests are answered. Phones post at a fixed interval from a random phase; all other requests are a Poisson process
/// of a given number.
struct DayPlan: Sendable {
    struct Step: Sendable {
        let kind: DayKind
        /// Number of the person.
        let person: Int
        /// Since the beginning of the slice.
        let at: Duration
        /// Chooses a text, a page or an answer.
        let variant: Int
    }

    /// The peak hour's rate, as a multiple of the day's mean rate.
    static let peak = 3.0
    /// Sign-ins of one person at the same moment in the burst.
    static let ownBurst = 6

    /// By instant.
    let steps: [Step]
    /// Person-days of requests in the slice.
    let personDays: Double

    /// - Parameter seconds: length of the slice.
    init(people: Int, seconds: Double, seed: UInt64) {
        var random = SplitMix(seed: seed)
        var steps: [Step] = []
        func add(_ kind: DayKind, _ person: Int, at second: Double) {
            steps.append(
                Step(
                    kind: kind, person: person, at: .seconds(second),
                    variant: Int.random(in: 0..<1 << 30, using: &random)))
        }
        let interval = 86_400 / DayKind.post.perDay / Self.peak
        for person in 0..<people {
            var second = Double.random(in: 0..<interval, using: &random)
            while second < seconds {
                add(.post, person, at: second)
                second += interval
            }
        }
        personDays = Double(people) * seconds * Self.peak / 86_400
        for kind in DayKind.allCases where kind != .post {
            for _ in 0..<Int((kind.perDay * personDays).rounded()) {
                add(
                    kind, Int.random(in: 0..<people, using: &random),
                    at: Double.random(in: 0..<seconds, using: &random))
            }
        }
        // One sign-in in a thousand people, and one person's browsers, in the middle of the slice.
        for _ in 0..<people / 1000 { add(.burst, Int.random(in: 0..<people, using: &random), at: seconds / 2) }
        for _ in 0..<Self.ownBurst { add(.burst, 0, at: seconds / 2) }
        self.steps = steps.sorted { $0.at < $1.at }
    }

    /// People who do more than their phones do.
    var active: Set<Int> { Set(steps.filter { $0.kind != .post }.map(\.person)) }
}
