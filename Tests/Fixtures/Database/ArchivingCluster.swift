import Foundation
import TestTraits

/// A PostgreSQL server that archives its write-ahead log, makes base backups and is restored to a named point of time,
/// with the programs that an administrator uses. It ends with this value's process.
public final class ArchivingCluster: Sendable {
    private let folder: String
    private let programs: String
    private let input: FileHandle
    private let output: FileHandle

    /// Reads one step a line. PostgreSQL refuses to run as root.
    private static let script = """
        set -e
        as() { if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi; }
        cd "$1"
        as "$2/initdb" -D data -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync >log 2>&1
        as sh -c 'mkdir archive; cat settings >>data/postgresql.conf'
        as "$2/pg_ctl" -D data -w -l server.log start >>log 2>&1
        echo ready
        while read -r step point; do
            case "$step" in
            backup)
                as "$2/pg_basebackup" -h "$1" -U postgres -D "$1/base" -c fast >>log 2>&1 ;;
            restore)
                as "$2/pg_ctl" -D data -m fast -w stop >>log 2>&1
                as mv data replaced
                as mv base data
                as sh -c "cat >>data/postgresql.auto.conf" <<END
        restore_command = 'cp $1/archive/%f %p'
        recovery_target_name = '$point'
        recovery_target_action = 'promote'
        END
                as touch data/recovery.signal
                as "$2/pg_ctl" -D data -w -l server.log start >>log 2>&1
                until [ "$(as "$2/psql" -h "$1" -U postgres -AtXc 'SELECT pg_is_in_recovery()' postgres)" = f ]; do
                    sleep 0.1
                done ;;
            esac
            echo done
        done
        as "$2/pg_ctl" -D data -m immediate stop >>log 2>&1 || true
        cd /
        rm -rf "$1"
        """

    /// Starts a server.
    /// - Throws: `Requirement.Missing` if PostgreSQL is not installed.
    public init() async throws {
        guard let programs = Requirement.postgresFolder else { throw Requirement.Missing(requirement: .postgres) }
        self.programs = programs
        folder = try Scratch().path
        chmod(folder, 0o777)
        let settings = """
            listen_addresses = ''
            unix_socket_directories = '\(folder)'
            max_connections = 200
            max_pred_locks_per_transaction = 256
            archive_mode = on
            archive_command = 'test ! -f \(folder)/archive/%f && cp %p \(folder)/archive/%f'

            """
        try settings.write(toFile: folder + "/settings", atomically: true, encoding: .utf8)
        chmod(folder + "/settings", 0o644)
        let (process, stdin, stdout) = (Process(), Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", Self.script, "cluster", folder, programs]
        (process.standardInput, process.standardOutput) = (stdin, stdout)
        process.environment = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]
        try process.run()
        (input, output) = (stdin.fileHandleForWriting, stdout.fileHandleForReading)
        try expect("ready")
    }

    private struct Failed: Error, CustomStringConvertible {
        let log: String
        var description: String { "PostgreSQL: \(log.suffix(2000))" }
    }

    private func expect(_ word: String) throws {
        var line = Data()
        while let byte = try output.read(upToCount: 1), byte != Data("\n".utf8) { line += byte }
        guard line == Data(word.utf8) else {
            throw Failed(log: (try? String(contentsOfFile: folder + "/log", encoding: .utf8)) ?? "")
        }
    }

    private func run(_ step: String) async throws {
        try input.write(contentsOf: Data((step + "\n").utf8))
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result { try self.expect("done") }) }
        }
    }

    /// URL of the database.
    public var url: String { "postgresql://postgres@/postgres?host=\(folder)" }

    /// Copies the running server's files.
    public func makeBaseBackup() async throws { try await run("backup") }

    /// Names the present point of time and archives the log up to it.
    public func name(_ point: String) async throws {
        _ = try await query("SELECT pg_create_restore_point('\(point)'); SELECT pg_switch_wal()")
    }

    /// Replaces the server's files by the base backup and replays the archived log up to a named point.
    public func restore(to point: String) async throws { try await run("restore \(point)") }

    /// The rows of a query as the superuser, columns separated by `|`.
    public func query(_ sql: String) async throws -> [String] {
        let result = try await Executable.run(programs + "/psql", ["-AtXq", "-v", "ON_ERROR_STOP=1", "-c", sql, url])
        guard result.status == 0 else { throw Failed(log: result.errors) }
        return result.output.split(separator: "\n").map(String.init)
    }

    /// Ends the server and removes its files.
    public func stop() { try? input.close() }
}
