import Messages
import Storage

/// The erase jobs of all people in a transaction: one row per person and service. They outlive the person's data. One
/// whose proof fails counts as absent.
struct EraseJobRows {
    let transaction: Transaction

    /// Adds a job for each service; jobs that exist stay.
    func add(_ user: UserID, _ services: [ServiceName]) throws {
        for service in services {
            guard try !insert(user, service), try isDone(user, service) == nil else { continue }
            // A row without a valid proof is in the way.
            try transaction.execute("DELETE FROM erase_jobs WHERE subject = ? AND service = ?", [user, service])
            guard try insert(user, service) else {
                throw ServiceError(.storage, "The database does not take an erase job; compare its schema.")
            }
        }
    }

    /// - Returns: false if there is a row already.
    private func insert(_ user: UserID, _ service: ServiceName) throws -> Bool {
        try transaction.insert(
            ["subject": user, "service": service, "done": 0, "erased": 0], into: .eraseJobs,
            "ON CONFLICT DO NOTHING") == 1
    }

    /// A person's jobs in the order of the services; empty if no erasure was requested. One that is missing is not done.
    func entries(of user: UserID, _ services: [ServiceName]) throws -> [EraseReport.Entry] {
        let found = try transaction.rows("SELECT * FROM erase_jobs WHERE subject = ?", [user])
            .filter { try transaction.isAuthentic($0, in: .eraseJobs, ["subject": user]) }.compactMap { row in
                try transaction.readOne(of: user, in: "erase_jobs") {
                    try EraseReport.Entry(service: row["service"], done: row["done"], rows: row["erased"])
                }
            }
        guard !found.isEmpty else { return [] }
        return services.map { service in
            found.first { $0.service == service } ?? EraseReport.Entry(service: service, done: false, rows: 0)
        }
    }

    /// The people with a job that is not done.
    func open() throws -> [UserID] {
        Array(
            Set(
                try transaction.rows("SELECT * FROM erase_jobs WHERE done = 0").filter(isAuthentic)
                    .compactMap { try? $0["subject"] as UserID }))
    }

    /// Nil if there is no such job.
    func isDone(_ user: UserID, _ service: ServiceName) throws -> Bool? {
        try transaction.rows("SELECT * FROM erase_jobs WHERE subject = ? AND service = ?", [user, service])
            .first { try transaction.isAuthentic($0, in: .eraseJobs, ["subject": user, "service": service]) }
            .map { try $0["done"] }
    }

    private func isAuthentic(_ row: Row) throws -> Bool { try transaction.isAuthentic(row, in: .eraseJobs) }

    /// Records the number of rows that a service erased. A finished job stays in the table.
    func finish(_ user: UserID, _ service: ServiceName, rows: Int64) throws {
        try transaction.update(
            .eraseJobs, ["done": 1, "erased": rows], of: ["subject": user, "service": service, "done": 0],
            where: "subject = ? AND service = ? AND done = 0", [user, service])
    }
}
