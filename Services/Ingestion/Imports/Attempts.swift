import HealthFormats
import Messages
import Storage

/// Where in its work an import is.
struct WorkPlace: Equatable, Sendable {
    enum Stage: UInt8, Sendable {
        /// The last days of a large export, looked for first.
        case recent = 1
        case reading = 2
        /// Days of the days' metrics; the position counts them, `spread` apart.
        case reducing = 3
    }

    var stage: Stage
    /// Bytes of the file (for a zip: of the XML inside it) that were handed to the reader.
    var position: Int64

    static func days(_ done: Int) -> WorkPlace { WorkPlace(stage: .reducing, position: Int64(done) * spread) }
    /// Two blocks of days are two places.
    private static let spread = 2 * Attempts.near

    func isNear(_ other: WorkPlace) -> Bool {
        stage == other.stage && (position - other.position).magnitude <= UInt64(Attempts.near)
    }
}

/// How often workers died over one piece of work, so that a file that ends its worker is not handed out for ever.
struct Attempts: Equatable, Sendable {
    /// As many deaths in a row at one place are the file's fault, not chance.
    static let most = 3
    /// Bytes within which places count as one: the reader is handed at most so many at a time.
    static let near: Int64 = 1 << 20

    /// Of the attempt at hand; those before ended with a death.
    private(set) var number: Int64 = 0
    private(set) var deaths = 0
    /// Where the deaths were.
    private(set) var place: WorkPlace?
    /// When the last was noticed, ms since 1970.
    private(set) var at: Milliseconds = 0

    init() {}

    init(number: Int64, deaths: Int, place: WorkPlace?, at: Milliseconds) {
        (self.number, self.deaths, self.place, self.at) = (number, deaths, place, at)
    }

    var isPoisoned: Bool { deaths >= Self.most }
    /// The next death decides: no other work in the process may be what causes it.
    var runsAlone: Bool { deaths >= Self.most - 1 }

    /// Deaths at different places do not add up.
    mutating func died(at place: WorkPlace, now: Milliseconds) {
        if let known = self.place, known.isNear(place) { deaths += 1 } else { (deaths, self.place) = (1, place) }
        number += 1
        at = now
    }
}

extension Transaction {
    /// Stands for the days of a user, which are no job.
    static let daysWork = EntityID(high: 0, low: 0)

    func attempts(_ user: UserID, _ job: EntityID) throws -> Attempts? {
        try row("SELECT attempt, stage, position, deaths, at FROM attempts WHERE user = ? AND job = ?", [user, job]).map
        { row in
            let stage: Int = row["stage"]
            let place = WorkPlace.Stage(rawValue: UInt8(clamping: stage)).map {
                WorkPlace(stage: $0, position: row["position"])
            }
            return Attempts(number: row["attempt"], deaths: row["deaths"], place: place, at: row["at"])
        }
    }

    func setAttempts(_ attempts: Attempts, _ user: UserID, _ job: EntityID) throws {
        try check(user)
        try execute(
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

    func removeAttempts(_ user: UserID, _ job: EntityID) throws {
        try execute("DELETE FROM attempts WHERE user = ? AND job = ?", [user, job])
    }
}
