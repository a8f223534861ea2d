import Foundation
import TestTraits

/// A private PostgreSQL server for one run of the tests: a cluster in a temporary folder with fsync on, reachable through
/// a Unix socket and, with TLS, on loopback. It ends with this process, however that dies.
public final class PostgresCluster: Sendable {
    /// The cluster of this run, started on first use. Tests that use it have the trait `needs(.postgres)`.
    /// - Throws: `Requirement.Missing` if PostgreSQL is not installed.
    public static var running: PostgresCluster { get async throws { try await started.value } }

    private static let started = Task<PostgresCluster, any Error> { try await start() }

    /// Starts a cluster of its own, for a test that changes the server's settings.
    /// - Throws: `Requirement.Missing` if PostgreSQL is not installed.
    public static func start() async throws -> PostgresCluster {
        guard let programs = Requirement.postgresFolder else { throw Requirement.Missing(requirement: .postgres) }
        return try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result { try started(programs) }) }
        }
    }

    /// Between the choice of the port and the server's start another process may take the port.
    private static func started(_ programs: String, attempts: Int = 5) throws -> PostgresCluster {
        do { return try PostgresCluster(programs) } catch let failed as ClusterFailed {
            guard attempts > 1, failed.log.contains("Address already in use") else { throw failed }
            return try started(programs, attempts: attempts - 1)
        }
    }

    /// The folder of the cluster: the socket, and `data`.
    public let folder: String
    /// Port on loopback, also part of the socket's name.
    public let port: UInt16
    /// The certificate of the authority that signed the server's, which names `host`.
    public let authority: String
    /// The host name that the server's certificate names.
    public let host = "db.pulsum.test"
    /// The folder of the server's programs.
    public let programs: String
    /// Its standard input ends with this process, and the cluster with that.
    private let keeper: FileHandle

    /// PostgreSQL refuses to run as root.
    private static let script = """
        set -e
        as() { if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi; }
        cd "$1"
        if [ "$(id -u)" = 0 ]; then chown -R postgres "$1"; fi
        as "$2/initdb" -D data -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync >log 2>&1
        cat settings >>data/postgresql.conf
        as "$2/pg_ctl" -D data -w -l server.log start >>log 2>&1
        echo ready
        cat >/dev/null
        as "$2/pg_ctl" -D data -m immediate stop >>log 2>&1 || true
        cd /
        rm -rf "$1"
        """

    private init(_ programs: String) throws {
        self.programs = programs
        let scratch = try Scratch()
        folder = scratch.path
        port = try Self.freePort()
        let root = try TestCertificate()
        authority = folder + "/authority.pem"
        try root.certificate.write(toFile: authority, atomically: true, encoding: .utf8)
        try TestCertificate(signedBy: root, host: host).write(
            certificate: folder + "/server.pem", key: folder + "/server.key")
        chmod(folder + "/server.key", 0o600)
        chmod(folder, 0o755)
        let settings = """
            listen_addresses = '127.0.0.1'
            port = \(port)
            unix_socket_directories = '\(folder)'
            max_connections = 400
            max_pred_locks_per_transaction = 256
            ssl = on
            ssl_cert_file = '\(folder)/server.pem'
            ssl_key_file = '\(folder)/server.key'
            autovacuum = off

            """
        try settings.write(toFile: folder + "/settings", atomically: true, encoding: .utf8)
        let (process, input, output) = (Process(), Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", Self.script, "cluster", folder, programs]
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        keeper = input.fileHandleForWriting
        guard let line = try output.fileHandleForReading.read(upToCount: 5), line == Data("ready".utf8) else {
            let log = ["log", "server.log"].compactMap {
                try? String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)
            }
            scratch.remove()
            throw ClusterFailed(log: log.joined(separator: "\n"))
        }
    }

    private struct ClusterFailed: Error, CustomStringConvertible {
        let log: String
        var description: String { "PostgreSQL: \(log.suffix(2000))" }
    }

    /// URL of a database through the socket, as the superuser.
    public func url(_ database: String = "postgres", user: String = "postgres") -> String {
        "postgresql://\(user)@/\(database)?host=\(folder)&port=\(port)"
    }

    /// Makes an empty database.
    /// - Returns: its URL.
    public func makeDatabase() async throws -> String {
        let name = "d" + UUID().uuidString.prefix(8).lowercased()
        let result = try await Executable.run(
            programs + "/createdb", ["-h", folder, "-p", "\(port)", "-U", "postgres", name])
        guard result.status == 0 else { throw ClusterFailed(log: result.errors) }
        return url(name)
    }

    /// The rows of a query as the superuser, columns separated by `|`.
    public func query(_ sql: String, in url: String) async throws -> [String] {
        let result = try await Executable.run(programs + "/psql", ["-AtXq", "-v", "ON_ERROR_STOP=1", "-c", sql, url])
        guard result.status == 0 else { throw ClusterFailed(log: result.errors) }
        return result.output.split(separator: "\n").map(String.init)
    }

    /// Path of the Unix socket.
    public var socket: String { "\(folder)/.s.PGSQL.\(port)" }

    private static func freePort() throws -> UInt16 {
        let file = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(file) }
        var address = LoopbackSocket.address("127.0.0.1", 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutableBytes(of: &address) { bytes -> Int32 in
            guard let address = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return -1 }
            return bind(file, address, length) == 0 ? getsockname(file, address, &length) : -1
        }
        guard status == 0 else { throw LoopbackSocket.failure }
        return UInt16(bigEndian: address.sin_port)
    }
}
