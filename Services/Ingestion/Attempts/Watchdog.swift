import HealthFormats

/// Detects stalled work (ING-8). A stalled thread holds its job's lock, so the job becomes available only when the
/// process ends.
struct Watchdog<Work: Hashable> {
    /// Longer than any step of an import on any machine; the longest waits for another process's database write.
    static var timeout: Duration { .seconds(120) }

    private var looked: [Work: SuspendingClock.Instant] = [:]

    mutating func begin(_ work: Work, at now: SuspendingClock.Instant) { looked[work] = now }
    /// Records progress; called between any two steps of the work.
    mutating func look(_ work: Work, at now: SuspendingClock.Instant) { if looked[work] != nil { looked[work] = now } }
    mutating func end(_ work: Work) { looked[work] = nil }

    /// Returns true if some work made no progress for longer than `timeout` in two successive checks: a process that
    /// was suspended gets the chance to continue first.
    mutating func isStalled(at now: SuspendingClock.Instant) -> Bool {
        let late = looked.filter { $0.value + Self.timeout < now }
        defer { suspects = late }
        return late.contains { suspects[$0.key] == $0.value }
    }

    /// Work that was late at the last check, with its last progress.
    private var suspects: [Work: SuspendingClock.Instant] = [:]
}
