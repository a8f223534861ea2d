/// Faults and load of one simulated run; all values are drawn from the seed.
struct Schedule {
    var brokers: Int
    /// Processes per service.
    var producers: Int
    var consumers: Int
    var users: Int
    /// Mean time between two commands of the caller, in nanoseconds.
    var commandEvery: Int64
    /// The longest undisturbed run of a handler, in nanoseconds.
    var maximumHandler: Int64
    /// Mean time between two faults, in nanoseconds; nil without faults.
    var faultEvery: Int64?
    /// Probability per message of being lost, duplicated or reordered.
    var loss: Double
    var repetition: Double
    var overtaking: Double
    /// Share of events that the consumer refuses some times before it accepts them.
    var poison: Double

    init(random: inout SeededGenerator) {
        brokers = Int.random(in: 1...2, using: &random)
        producers = Int.random(in: 1...2, using: &random)
        consumers = Int.random(in: 1...3, using: &random)
        users = Int.random(in: 1...6, using: &random)
        commandEvery = Int64.random(in: 5...60, using: &random).milliseconds
        maximumHandler = Int64.random(in: 2...30, using: &random).milliseconds
        faultEvery = Int64.random(in: 150...3_000, using: &random).milliseconds
        let isLossy = Bool.random(using: &random)
        loss = isLossy ? Double.random(in: 0...0.01, using: &random) : 0
        repetition = isLossy ? Double.random(in: 0...0.02, using: &random) : 0
        overtaking = isLossy ? Double.random(in: 0...0.02, using: &random) : 0
        poison = Bool.random(using: &random) ? 0.01 : 0
        if Int.random(in: 0..<8, using: &random) == 0 { becomeCalm(&random) }
    }

    /// No faults, but handlers may run longer than the silence after which a process counts as dead.
    private mutating func becomeCalm(_ random: inout SeededGenerator) {
        faultEvery = nil
        (loss, repetition, overtaking, poison) = (0, 0, 0, 0)
        commandEvery = Int64.random(in: 500...2_000, using: &random).milliseconds
        maximumHandler = 8_000.milliseconds
    }
}

/// Classic mistakes that a run can include, to prove that its checks detect them.
enum Flaw: String {
    case none

    // On a disk.
    /// The consumer acknowledges an event before the transaction that applies it.
    case acknowledgesBeforeCommit
    /// The consumer's position is saved in a transaction of its own, after the effect's.
    case positionOutsideTransaction
    /// A process sends heartbeats only while it is idle.
    case beatsOnlyWhenIdle
    /// The relay treats deliveries in flight on a lost connection as delivered.
    case relaySkipsOnReconnect
    /// The relay counts a timed-out delivery as a refusal by the consumer.
    case timeoutCountsAsAttempt
    /// The reply of a command is stored in a transaction of its own, after the effect's.
    case replyStoredAfterEffect

    // On a server.
    /// Transactions see what others committed since their begin, and commit all the same.
    case readCommitted
    /// Transactions of which each reads what the other one changes both commit.
    case snapshotIsolation
    /// A commit whose answer was lost counts as failed: the body runs again.
    case markerIgnored
    /// A commit whose answer was lost counts as done.
    case unknownIsCommitted
    /// The caller receives that nothing was changed where that is not known.
    case unknownIsFailure
    /// A look-up reads the marker and does not take its place, so the commit may still arrive.
    case lookUpAddsNothing
    /// A look-up takes a row that an earlier look-up added for the transaction's.
    case lookUpTrustsAnyRow
    /// The relay and the duties do not require the lease.
    case fenceOmitted
    /// A settlement reads the lease and does not lock it, so another holder may take it before the commit.
    case leaseNotLocked
    /// The end of a lease is extended without looking who holds it.
    case renewsLostLease

    static let onDisk: [Flaw] = [
        .acknowledgesBeforeCommit, .positionOutsideTransaction, .beatsOnlyWhenIdle, .relaySkipsOnReconnect,
        .timeoutCountsAsAttempt, .replyStoredAfterEffect,
    ]
    static let onServer: [Flaw] = [
        .readCommitted, .snapshotIsolation, .markerIgnored, .unknownIsCommitted, .unknownIsFailure, .lookUpAddsNothing,
        .lookUpTrustsAnyRow, .fenceOmitted, .leaseNotLocked, .renewsLostLease,
    ]
}

/// SplitMix64 (Steele, Lea and Flood 2014): the same seed gives the same numbers on every platform.
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

/// Units in nanoseconds.
extension BinaryInteger {
    var milliseconds: Int64 { Int64(self) * 1_000_000 }
    var microseconds: Int64 { Int64(self) * 1_000 }
}
