/// What may go wrong in one simulated run, and how much is asked of it. Everything is drawn from the seed.
struct Schedule {
    var brokers: Int
    /// Processes per service.
    var producers: Int
    var consumers: Int
    var users: Int
    /// Between two commands of the caller, on average. Nanoseconds.
    var commandEvery: Int64
    /// The longest a handler works of its own accord. Nanoseconds.
    var longestHandler: Int64
    /// How often one of the faults below begins. Nanoseconds; nil: nothing goes wrong.
    var faultEvery: Int64?
    /// Per message: it is lost, comes twice, or overtakes others.
    var loss: Double
    var repetition: Double
    var overtaking: Double
    /// Share of events that the consumer refuses some times before it takes them.
    var poison: Double

    init(random: inout SeededGenerator) {
        brokers = Int.random(in: 1...2, using: &random)
        producers = Int.random(in: 1...2, using: &random)
        consumers = Int.random(in: 1...3, using: &random)
        users = Int.random(in: 1...6, using: &random)
        commandEvery = Int64.random(in: 5...60, using: &random).milliseconds
        longestHandler = Int64.random(in: 2...30, using: &random).milliseconds
        faultEvery = Int64.random(in: 150...3_000, using: &random).milliseconds
        let isLossy = Bool.random(using: &random)
        loss = isLossy ? Double.random(in: 0...0.01, using: &random) : 0
        repetition = isLossy ? Double.random(in: 0...0.02, using: &random) : 0
        overtaking = isLossy ? Double.random(in: 0...0.02, using: &random) : 0
        poison = Bool.random(using: &random) ? 0.01 : 0
        if Int.random(in: 0..<8, using: &random) == 0 { becomeCalm(&random) }
    }

    /// Nothing goes wrong, but handlers may take longer than the silence after which a process counts as dead.
    private mutating func becomeCalm(_ random: inout SeededGenerator) {
        faultEvery = nil
        (loss, repetition, overtaking, poison) = (0, 0, 0, 0)
        commandEvery = Int64.random(in: 500...2_000, using: &random).milliseconds
        longestHandler = 8_000.milliseconds
    }
}

/// Classic mistakes that a run can be told to make, to show that its checks find them.
enum Flaw: String, CaseIterable {
    case none
    /// The consumer acknowledges an event before the transaction that applies it.
    case acknowledgesBeforeCommit
    /// The consumer's position is saved in a transaction of its own, after the effect's.
    case positionOutsideTransaction
    /// A process says that it is alive only while it has nothing to do.
    case beatsOnlyWhenIdle
    /// The relay takes what was under way on a lost connection for delivered.
    case relaySkipsOnReconnect
    /// The relay counts a delivery that timed out as the consumer's refusal.
    case timeoutCountsAsAttempt
    /// The reply of a command is stored in a transaction of its own, after the effect's.
    case replyStoredAfterEffect
}

/// SplitMix64 (Steele, Lea and Flood 2014): the same numbers for the same seed, everywhere.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64
    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func chance(_ probability: Double) -> Bool {
        probability > 0 && Double.random(in: 0..<1, using: &self) < probability
    }
}

/// In nanoseconds.
extension BinaryInteger {
    var milliseconds: Int64 { Int64(self) * 1_000_000 }
    var microseconds: Int64 { Int64(self) * 1_000 }
}
