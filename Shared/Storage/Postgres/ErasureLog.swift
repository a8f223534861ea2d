import Foundation
import Messages
import Synchronization
import SystemKit

/// The erasures and instants of a service's PostgreSQL database, in a file outside of it. Instants are times that
/// services add to the database and to this file. A database that lacks one of them was restored from a backup: then
/// nothing may start before `pulsum restored` has erased these people again.
///
/// The file is only appended to, one line for each fact, and a line is on disk before its fact is acknowledged:
///
/// ```
/// instant 1767225600000
/// erased 3d1c86a3-7a52-4f0e-9a55-0c7d3b6a1f10
/// ```
///
/// Identifiers are random, as in `storage_erased`. Several processes may append; a line that was cut by a crash is
/// skipped.
public final class ErasureLog: Sendable {
    /// The latest instant and every erasure.
    struct Content: Sendable {
        fileprivate(set) var instant: Int64 = 0
        fileprivate(set) var erased: Set<UserID> = []
    }

    /// Path of the file.
    public let path: String
    private let content: Mutex<Content>

    /// Reads the file, which need not exist.
    /// - Throws: `StorageError(.open)` if it cannot be read.
    public init(path: String) throws {
        self.path = path
        content = Mutex(try Self.read(path))
    }

    /// The path of a service's log in a data directory.
    public static func path(in data: String, _ service: ServiceName) -> String { "\(data)/erased/\(service).log" }

    /// Everybody who was erased, as far as this file knows.
    public var erased: Set<UserID> { content.withLock { $0.erased } }

    /// The latest instant that is known, ms since 1970; 0 if none is.
    public var instant: Int64 { content.withLock { $0.instant } }

    // MARK: The file

    private static func read(_ path: String) throws -> Content {
        var content = Content()
        guard PrivateFile.exists(path) else { return content }
        guard let text = FileManager.default.contents(atPath: path) else {
            throw StorageError(.open, "The list of erased people \(path) cannot be read; check its permissions.")
        }
        for line in text.split(separator: UInt8(ascii: "\n")) {
            let words = String(decoding: line, as: UTF8.self).split(separator: " ")
            guard words.count == 2 else { continue }
            switch words[0] {
            case "instant":
                // Lines that an earlier release copied from a damaged row do not count.
                if let instant = Int64(words[1]), instant <= latestPlausible {
                    content.instant = max(content.instant, instant)
                }
            case "erased": if let user = UserID(String(words[1])) { content.erased.insert(user) }
            default: continue
            }
        }
        return content
    }

    /// Reads what other processes added.
    /// - Returns: all that is known; the database committed it before.
    @discardableResult
    func refresh() throws -> Content {
        let fresh = try Self.read(path)
        return content.withLock { content in
            content.instant = max(content.instant, fresh.instant)
            content.erased.formUnion(fresh.erased)
            return content
        }
    }

    /// Records erasures; returns once they are on disk.
    /// - Throws: `ServiceError(.storage)`.
    func append(_ users: [UserID]) throws {
        let new = content.withLock { content in users.filter { !content.erased.contains($0) } }
        guard !new.isEmpty else { return }
        try write(new.map { "erased \($0)\n" }.joined())
        content.withLock { $0.erased.formUnion(new) }
    }

    /// Records an instant that the database has; returns once it is on disk.
    /// - Throws: `ServiceError(.storage)`.
    func append(instant: Int64) throws {
        try write("instant \(instant)\n")
        content.withLock { $0.instant = max($0.instant, instant) }
    }

    private func write(_ lines: String) throws {
        do {
            try PrivateFile.makeDirectory(PrivateFile.directory(of: path))
            try FileLock.holding(path + ".lock") { try append(lines) }
        } catch {
            let reason =
                switch error {
                case let error as SystemError: error.reason
                case let error as PrivateFile.Problem: error.sentence
                default: "\(error)"
                }
            throw ServiceError(
                .storage,
                "The list of erased people \(path) cannot be written (\(reason)); make it writable and repeat.",
                retryAfter: 1000)
        }
    }

    private func append(_ lines: String) throws {
        let isNew = !PrivateFile.exists(path)
        let file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw SystemError("The file cannot be opened") }
        defer { close(file) }
        // A line that a crash has cut must not swallow the next one.
        var last = UInt8(ascii: "\n")
        let end = lseek(file, 0, SEEK_END)
        if end > 0 { guard pread(file, &last, 1, end - 1) == 1 else { throw SystemError("The file cannot be read") } }
        let bytes = Array(((last == UInt8(ascii: "\n") ? "" : "\n") + lines).utf8)
        guard bytes.withUnsafeBytes({ Platform.write(file, $0) }), fsync(file) == 0 else {
            throw SystemError("The file cannot be written")
        }
        if isNew { PrivateFile.synchronizeDirectory(of: path) }
    }

    // MARK: The database

    /// Verifies that a database has the latest instant of this file.
    /// - Throws: `StorageError(.restored)` if it has not.
    func check(_ session: Session, place: String) throws { try Self.check(session, has: instant, place: place) }

    private static func check(_ session: Session, has known: Int64, place: String) throws {
        guard known > 0 else { return }
        let isKnown =
            try session.first(
                "SELECT 1 FROM storage_instants WHERE number >= ?1 AND (number = ?1 OR accepted = 1) LIMIT 1",
                [.integer(known)]
            ) { _ in true } ?? false
        guard isKnown else { throw restored(place) }
    }

    /// Verifies that a database is neither older than this file nor lacks an erasure, and records the latest instant and
    /// the erasures that the file lacks, such as those of other machines.
    /// - Parameter known: result of a `refresh` before the session's snapshot was taken. Processes may note more
    ///   meanwhile, which the snapshot lacks.
    /// - Throws: `StorageError(.restored)`; `ServiceError(.storage)`.
    func follow(_ session: Session, knowing known: Content, place: String) throws {
        try Self.check(session, has: known.instant, place: place)
        let latest =
            try session.first("SELECT coalesce(max(number), 0) FROM storage_instants WHERE \(Self.isPlausible)") {
                $0.integer(0)
            } ?? 0
        if latest > instant { try append(instant: latest) }
        let count = try session.first("SELECT count(*) FROM storage_erased") { Int($0.integer(0)) } ?? 0
        guard count != known.erased.count else { return }
        var stored: Set<UserID> = []
        try session.run("SELECT user FROM storage_erased") {
            stored.insert(try $0.id(0))
            return true
        }
        guard known.erased.isSubset(of: stored) else { throw Self.restored(place) }
        try append(Array(stored.subtracting(known.erased)))
    }

    /// Records a database that was just filled from another one: its erasures, and an instant that stands for all
    /// before it. Before its transaction is committed: the instant of a repetition stands for this one too.
    func begin(_ session: Session) throws {
        try refresh()
        var erased: [UserID] = []
        try session.run("SELECT user FROM storage_erased") {
            erased.append(try $0.id(0))
            return true
        }
        try append(erased)
        try append(instant: try Self.advance(session, after: instant, isAccepted: true))
    }

    /// Adds an instant to the database: the server's time, or one more than its latest.
    /// - Parameters:
    ///   - after: an instant that the new one exceeds.
    ///   - isAccepted: the new one stands for all before it.
    /// - Returns: the new instant, to be recorded after the commit.
    static func advance(_ session: Session, after: Int64 = 0, isAccepted: Bool = false) throws -> Int64 {
        let (latest, now) =
            try session.first(
                """
                SELECT coalesce((SELECT max(number) FROM storage_instants WHERE \(isPlausible)), 0),
                    \(PostgresMigrator.clock)
                """
            ) { ($0.integer(0), $0.integer(1)) } ?? (0, 0)
        let next = max(latest + 1, now, after + 1)
        // Another process may have added the same one.
        try session.run(
            """
            INSERT INTO storage_instants (number, accepted) VALUES (?1, ?2)
            ON CONFLICT (number) DO UPDATE SET accepted = greatest(storage_instants.accepted, excluded.accepted)
            """, [.integer(next), .integer(isAccepted ? 1 : 0)])
        try session.run("DELETE FROM storage_instants WHERE number < ? AND accepted = 0", [.integer(next - kept)])
        return next
    }

    /// The year 2100, ms since 1970. A later number is not one of ours: no instant follows it, and no file gets it.
    private static let latestPlausible: Int64 = 4_102_444_800_000
    private static let isPlausible = "number BETWEEN 1 AND \(latestPlausible)"

    /// How long a database has its instants: two years, about 20,000 rows for each process.
    private static let kept: Int64 = 2 * 365 * 24 * 60 * 60 * 1000

    private static func restored(_ place: String) -> StorageError {
        StorageError(
            .restored,
            "\(place) is older than what this machine knows of it: it was restored from a backup, or a failover lost commits. Stop every service, run “pulsum restored” and start again."
        )
    }
}
