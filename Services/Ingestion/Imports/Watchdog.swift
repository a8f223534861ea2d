import HealthFormats

/// Knows work that stands still (ING-8): a thread that hangs holds its job's lock, so only the end of its process gives
/// the job to another one.
struct Watchdog<Lane: Hashable> {
    /// No step of an import takes as long on any machine: the longest waits for another process's write to the
    /// database.
    static var timeout: Duration { .seconds(120) }

    private var looked: [Lane: SuspendingClock.Instant] = [:]

    mutating func begin(_ lane: Lane, at now: SuspendingClock.Instant) { looked[lane] = now }
    /// The work of a lane came by, as it does between any two steps.
    mutating func look(_ lane: Lane, at now: SuspendingClock.Instant) { if looked[lane] != nil { looked[lane] = now } }
    mutating func end(_ lane: Lane) { looked[lane] = nil }

    /// True where some work has not come by for longer than `timeout`, twice in a row: a process that was stopped and
    /// goes on is given its turn first.
    mutating func isStalled(at now: SuspendingClock.Instant) -> Bool {
        let late = looked.filter { $0.value + Self.timeout < now }
        defer { suspects = late }
        return late.contains { suspects[$0.key] == $0.value }
    }

    /// Work that was late when it was last asked about, and when it had come by.
    private var suspects: [Lane: SuspendingClock.Instant] = [:]
}
