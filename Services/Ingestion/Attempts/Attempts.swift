import HealthFormats
import Messages
import Storage

/// Progress of a piece of work.
struct WorkPlace: Equatable, Sendable {
    enum Stage: UInt8, Sendable {
        /// Preview: the last days of a large export.
        case recent = 1
        /// The full pass over the file.
        case reading = 2
        /// Computing daily metrics; the position is the number of days times `spread`.
        case reducing = 3
    }

    var stage: Stage
    /// Bytes of the file (for a zip, of the XML in it) that the reader consumed.
    var position: Int64

    static func days(_ done: Int) -> WorkPlace { WorkPlace(stage: .reducing, position: Int64(done) * spread) }
    /// Spacing that keeps two blocks of days from counting as near.
    private static let spread = 2 * Attempts.near

    func isNear(_ other: WorkPlace) -> Bool {
        stage == other.stage && (position - other.position).magnitude <= UInt64(Attempts.near)
    }
}

/// Counts the crashes during one piece of work, so that a file that crashes its worker is not retried forever.
struct Attempts: Equatable, Sendable {
    /// After this many consecutive crashes at one place, the file is the cause, not chance.
    static let maximumDeaths = 3
    /// Positions within this distance count as one place, bytes: the reader consumes at most this much at a time.
    static let near: Int64 = 1 << 20

    /// Number of the current attempt; all earlier ones ended in a crash.
    private(set) var number: Int64 = 0
    /// Consecutive crashes at `place`.
    private(set) var deaths = 0
    /// Place of the last crashes.
    private(set) var place: WorkPlace?
    /// When the last crash was noticed, ms since 1970.
    private(set) var at: Milliseconds = 0

    init() {}

    init(number: Int64, deaths: Int, place: WorkPlace?, at: Milliseconds) {
        (self.number, self.deaths, self.place, self.at) = (number, deaths, place, at)
    }

    var isPoisoned: Bool { deaths >= Self.maximumDeaths }
    /// True if the next crash would be the last: no other work in the process may be its cause.
    var runsAlone: Bool { deaths >= Self.maximumDeaths - 1 }

    /// Counts a crash. Crashes at different places do not add up.
    mutating func died(at place: WorkPlace, now: Milliseconds) {
        if let known = self.place, known.isNear(place) { deaths += 1 } else { (deaths, self.place) = (1, place) }
        number += 1
        at = now
    }
}

/// The crashes of one person's work in a transaction, by job.
struct AttemptRows {
    let user: UserID
    let transaction: Transaction

    /// Key of computing a user's days, which is not a job.
    static let daysWork = EntityID(high: 0, low: 0)

    func attempts(_ job: EntityID) throws -> Attempts? {
        try transaction.row(
            "SELECT attempt, stage, position, deaths, at FROM attempts WHERE user = ? AND job = ?", [user, job]
        ).map { row in
            let stage: Int = try row["stage"]
            let place = try WorkPlace.Stage(rawValue: UInt8(clamping: stage)).map {
                try WorkPlace(stage: $0, position: row["position"])
            }
            return try Attempts(number: row["attempt"], deaths: row["deaths"], place: place, at: row["at"])
        }
    }

    func set(_ attempts: Attempts, _ job: EntityID) throws {
        try transaction.check(user)
        try transaction.execute(
            """
            INSERT INTO attempts (user, job, attempt, stage, position, deaths, at) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (user, job) DO UPDATE SET attempt = excluded.attempt, stage = excluded.stage, position = excluded.position,
                deaths = excluded.deaths, at = excluded.at
            """,
            [
                user, job, attempts.number, Int(attempts.place?.stage.rawValue ?? 0), attempts.place?.position ?? 0,
                attempts.deaths, attempts.at,
            ])
    }

    func remove(_ job: EntityID) throws {
        try transaction.execute("DELETE FROM attempts WHERE user = ? AND job = ?", [user, job])
    }
}
