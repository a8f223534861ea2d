import Foundation

/// What one post of a phone held, as ingestion accepted it. Instants are milliseconds since 1970.
struct PhoneDelivery: Sendable {
    var received: Int64
    /// The phone's own clock in the post, where its format carries one.
    var phoneClock: Int64?
    /// Per kind ("steps", "heartRate", "sleep", …).
    var kinds: [String: KindDelivery]
}

struct KindDelivery: Sendable {
    var samples: Int
    /// Those that were not stored before.
    var new: Int
    /// The end of the newest sample.
    var newest: Int64
}

enum SyncFault: String, Sendable, CaseIterable { case silent, looping, partial, late, clockWrong }

struct PlantedFault: Sendable {
    var fault: SyncFault
    /// The kind that is missing; for `partial` alone.
    var kind: String?
    var from: Int64
    var to: Int64
}

/// The deliveries of one person's phone over 120 days, with planted faults of its sync. The same seed gives the same
/// phone on every machine: the source of random numbers, the time zones and the draws are its own, and no function of
/// the C library's mathematics is used.
struct SimulatedPhone: Sendable {
    var seed: UInt64
    var timeZone: String
    /// In order of `received`.
    var deliveries: [PhoneDelivery]
    var faults: [PlantedFault]
    /// Times of which the person said "I'm not wearing it", or journeys: no line is wanted there.
    var quiet: [Range<Int64>]
    /// Times at which Pulsum itself was off, so that nothing could arrive.
    var serverOff: [Range<Int64>]
    var start: Int64
    var end: Int64

    init(seed: UInt64) {
        var dice = Dice(seed: seed, stream: 1)
        let person = Person(&dice)
        var planning = Dice(seed: seed, stream: 2)
        let plans = Self.plans(for: person, &planning)
        var living = Dice(seed: seed, stream: 3)
        let life = Life(of: person, avoiding: plans.map { $0.from..<$0.to }, &living)
        var measuring = Dice(seed: seed, stream: 4)
        let samples = Self.samples(of: person, life, &measuring)
        var syncing = Dice(seed: seed, stream: 5)
        let attempts = Self.attempts(of: person, life, &syncing)
        var posting = Posting(person, life, plans, samples, Dice(seed: seed, stream: 6))
        for attempt in attempts { posting.attempt(at: attempt) }
        self.seed = seed
        timeZone = person.zone.name
        deliveries = posting.inOrder()
        faults = plans.map { PlantedFault(fault: $0.fault, kind: $0.kinds.first, from: $0.from, to: $0.to) }
        quiet = life.quiet
        serverOff = life.serverOff
        start = person.start
        end = person.end
    }
}

extension SimulatedPhone {
    static let second: Int64 = 1000
    static let minute: Int64 = 60_000
    static let hour: Int64 = 3_600_000
    static let day: Int64 = 86_400_000
    /// Days of deliveries.
    static let length = 120
    /// Days before the first fault.
    static let minimumCleanDays = 21
}
