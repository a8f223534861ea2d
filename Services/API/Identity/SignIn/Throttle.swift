import Crypto
import Foundation
import Messages
import Storage
import SystemKit

/// Limits failed sign-ins. Failures are counted under a MAC of their subject, whether or not the account exists: the
/// table holds no names or addresses, and its replies do not reveal which accounts exist.
struct Throttle {
    /// The subject of a failure count.
    enum Subject {
        /// A name, for browsers that are not known to its account.
        case name(String)
        /// A network address, whatever the name. IPv6 addresses count by their first 64 bits, the prefix of one
        /// subscriber.
        case address(String)
        /// A browser that signed in to this account before. Its limit is separate, so failures of other browsers do not
        /// use it up.
        case device(Data, UserID)
        /// Codes of the second factor after a right password: from one known browser, or from all other browsers
        /// together.
        case code(Data?, UserID)
        /// Repeated password checks of one session.
        case session(EntityID, UserID)

        fileprivate var parts: (kind: String, Data) {
            switch self {
            case .name(let name): ("name", Data(name.trimmingCharacters(in: .whitespacesAndNewlines).lowercased().utf8))
            case .address(let address): ("address", Data(Self.subscriber(address).utf8))
            case .device(let device, let user): ("device", device + user.bytes)
            case .code(let device, let user): ("code", (device ?? Data()) + user.bytes)
            case .session(let session, let user): ("session", Data(session.bytes) + user.bytes)
            }
        }

        /// Number of failures that triggers the first delay, and the longest delay in milliseconds. Many people may
        /// share an address, so it gets a higher limit and a shorter delay.
        fileprivate var allowance: (free: Int, maximumWait: Milliseconds) {
            if case .address = self { (50, 900_000) } else { (5, 3_600_000) }
        }

        private static func subscriber(_ address: String) -> String {
            NetworkAddress(address)?.subscriber.description ?? address
        }
    }

    /// Failures expire after this time.
    static let memory: Milliseconds = 86_400_000

    let key: SymmetricKey
    let now: Milliseconds

    private struct Entry {
        let subject: Subject
        let id: Data
        let isNew: Bool
        var failures = 0
        var until: Milliseconds = 0
    }

    /// - Throws: `ServiceError(.busy)` with the longest remaining delay of the subjects.
    func check(_ subjects: [Subject], _ transaction: Transaction) throws {
        _ = try open(subjects, ThrottleRows(transaction: transaction))
    }

    /// Counts an attempt before the check, so that concurrent attempts do not count as one.
    /// - Throws: as `check`; nothing is counted then.
    func count(_ subjects: [Subject], _ transaction: Transaction) throws {
        let rows = ThrottleRows(transaction: transaction)
        for entry in try open(subjects, rows) {
            if entry.isNew { try rows.makeRoom(expired: now - Self.memory) }
            // Another program may have written any number.
            let failures = min(max(entry.failures, 0), 1_000_000) + 1
            let (free, maximumWait) = entry.subject.allowance
            let wait: Milliseconds = failures < free ? 0 : min(maximumWait, 30_000 << min(failures - free, 10))
            try rows.set((failures, until: now + wait, last: now), of: entry.id)
        }
    }

    /// Resets the failures after a successful attempt. An address only loses one failure: otherwise an attacker with an
    /// account could reset it repeatedly.
    func forgive(_ subjects: [Subject], _ transaction: Transaction) throws {
        let rows = ThrottleRows(transaction: transaction)
        for subject in subjects {
            if case .address = subject {
                try rows.forgiveOne(id(subject), free: subject.allowance.free)
            } else {
                try rows.delete(id(subject))
            }
        }
    }

    /// The subjects' failures, if none of them is closed.
    private func open(_ subjects: [Subject], _ rows: ThrottleRows) throws -> [Entry] {
        let found = try subjects.map { subject in
            let id = id(subject)
            let stored = try rows.failures(id)
            var entry = Entry(subject: subject, id: id, isNew: stored == nil)
            if let stored, stored.last > now - Self.memory {
                (entry.failures, entry.until) = (stored.count, stored.until)
            }
            return entry
        }
        if let until = found.map(\.until).max(), until > now {
            throw ServiceError(.busy, "Too many attempts failed: try again later.", retryAfter: until - now)
        }
        return found
    }

    private func id(_ subject: Subject) -> Data {
        let (kind, content) = subject.parts
        return Data(HMAC<SHA256>.authenticationCode(for: Data("\(kind)\0".utf8) + content, using: key).prefix(16))
    }
}

/// The failures of all subjects in a transaction, by the MAC of the subject.
struct ThrottleRows {
    /// Maximum number of rows. Beyond that, rows with the fewest failures are deleted first, oldest first, so that a
    /// flood of invented names does not reset a name under attack.
    static let capacity = 10_000

    typealias Failures = (count: Int, until: Milliseconds, last: Milliseconds)

    let transaction: Transaction

    /// A damaged row counts as none, like one that was deleted: it must not lock anyone out.
    func failures(_ id: Data) throws -> Failures? {
        try transaction.row("SELECT failures, until, last FROM throttle WHERE id = ?", [id]).flatMap { row in
            try? (row["failures"], row["until"], row["last"])
        }
    }

    func set(_ failures: Failures, of id: Data) throws {
        try transaction.execute(
            """
            INSERT INTO throttle (id, failures, until, last) VALUES (?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET failures = excluded.failures, until = excluded.until, last = excluded.last
            """, [id, failures.count, failures.until, failures.last])
    }

    func delete(_ id: Data) throws { try transaction.execute("DELETE FROM throttle WHERE id = ?", [id]) }

    /// Takes one failure back, and ends the delay if at most `free` were counted.
    func forgiveOne(_ id: Data, free: Int) throws {
        try transaction.execute(
            "UPDATE throttle SET until = CASE WHEN failures <= ? THEN 0 ELSE until END, failures = max(0, failures - 1) WHERE id = ?",
            [free, id])
    }

    /// Deletes rows to make room for a new one.
    /// - Parameter expired: rows whose last failure is not later count no more.
    func makeRoom(expired: Milliseconds) throws {
        try transaction.execute(
            "DELETE FROM throttle WHERE id IN (SELECT id FROM throttle WHERE last <= ? LIMIT 64)", [expired])
        guard let count = try transaction.value(Int.self, "SELECT count(*) FROM throttle"), count >= Self.capacity
        else { return }
        try transaction.execute(
            "DELETE FROM throttle WHERE id IN (SELECT id FROM throttle ORDER BY failures, last LIMIT 100)")
    }
}
