/// What a run with a server draws besides its `Schedule`.
struct ServerSchedule {
    /// Processes are spread over these.
    var hosts: Int
    var isStrict: Bool
    /// Probability that the connection breaks during a commit or a look-up.
    var ambiguity: Double
    /// Probability that a transaction conflicts with one that it has nothing to do with, as where rows share a page.
    var falseConflicts: Double
    /// The longest time from the begin of a transaction to its commit, nanoseconds.
    var maximumTransaction: Int64
    /// Mean time between two writes of a process's own, nanoseconds.
    var writeEvery: Int64

    /// Short times, so that a run covers many leases and outages.
    static let leaseLength = 1_500.milliseconds
    /// The server ends a transaction that does nothing for so long.
    static let maximumIdle = 4_000.milliseconds
    static let retries = Duration.seconds(1)
    static let lookUps = Duration.seconds(2)

    init(random: inout SeededGenerator, _ schedule: inout Schedule) {
        schedule.producers = Int.random(in: 2...3, using: &random)
        hosts = Int.random(in: 2...3, using: &random)
        isStrict = Bool.random(using: &random)
        maximumTransaction = Int64.random(in: 1...8, using: &random).milliseconds
        // Transactions of one person run one after the other: what is asked must not exceed that.
        schedule.commandEvery = max(schedule.commandEvery, 8 * maximumTransaction)
        writeEvery = schedule.commandEvery * 2
        let isCalm = schedule.faultEvery == nil
        ambiguity = isCalm ? 0 : Double.random(in: 0...0.1, using: &random)
        falseConflicts = isCalm ? 0 : Double.random(in: 0...0.1, using: &random)
    }
}
