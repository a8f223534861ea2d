import Messages
import Storage

/// The erase jobs of all people in a transaction: one row per person and service. They outlive the person's data.
struct EraseJobRows {
    let transaction: Transaction

    /// Adds a job for each service; jobs that exist stay.
    func add(_ user: UserID, _ services: [ServiceName]) throws {
        for service in services {
            try transaction.execute(
                "INSERT OR IGNORE INTO erase_jobs (subject, service, done, erased) VALUES (?, ?, 0, 0)",
                [user, service])
        }
    }

    /// A person's jobs in the order of their services; empty if no erasure was requested.
    func entries(of user: UserID) throws -> [EraseReport.Entry] {
        try transaction.rows("SELECT service, done, erased FROM erase_jobs WHERE subject = ? ORDER BY rowid", [user])
            .map { try EraseReport.Entry(service: $0["service"], done: $0["done"], rows: $0["erased"]) }
    }

    /// The people with a job that is not done.
    func open() throws -> [UserID] {
        try transaction.rows("SELECT DISTINCT subject FROM erase_jobs WHERE done = 0").map { try $0[0] }
    }

    /// Nil if there is no such job.
    func isDone(_ user: UserID, _ service: ServiceName) throws -> Bool? {
        try transaction.value(
            Bool.self, "SELECT done FROM erase_jobs WHERE subject = ? AND service = ?", [user, service])
    }

    /// Records the number of rows that a service erased. A finished job stays in the table.
    func finish(_ user: UserID, _ service: ServiceName, rows: Int64) throws {
        try transaction.execute(
            "UPDATE erase_jobs SET done = 1, erased = ? WHERE subject = ? AND service = ? AND done = 0",
            [rows, user, service])
    }
}
