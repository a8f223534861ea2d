import Fixtures
import Foundation

typealias EventsPeer = (name: String, run: (EventsBenchmark.Load, String) throws -> EventsBenchmark.Times)

/// A private Redis on a socket in the directory; its append-only file is synced before each reply.
enum RedisEvents {
    static func peer(_ bytes: Int) -> Result<EventsPeer, BenchmarkError> {
        guard let server = Executables.server("redis-server"), let client = Executables.compiled("redis_events") else {
            return .failure(
                BenchmarkError(
                    "Redis is not compared with: redis-server or libhiredis is missing (deploy/bench fetches them where apt-get works)."
                ))
        }
        return .success(
            (
                "Redis Streams, appendfsync always",
                { load, directory in
                    let socket = directory + "/redis"
                    let redis = try Child(
                        server,
                        [
                            "--port", "0", "--unixsocket", socket, "--dir", directory, "--appendonly", "yes",
                            "--appendfsync", "always", "--save", "",
                            "--auto-aof-rewrite-percentage", "0", "--loglevel", "warning",
                        ], environment: Executables.serverEnvironment)
                    defer { redis.end() }
                    try wait(for: redis) { FileManager.default.fileExists(atPath: socket) }
                    let consumer = try Child(
                        client, ["consume", socket, "\(load.count)", "\(EventsBenchmark.Load.taken)"], reads: true)
                    let producer = try Child(
                        client, ["produce", socket, "\(load.count)", "\(load.writers * load.batch)", "\(bytes)"],
                        reads: true)
                    return try times(producer, consumer)
                }
            ))
    }
}

/// A private PostgreSQL on a socket in the directory with defaults: fsync and synchronous_commit are on.
enum PostgresEvents {
    static func peer(_ bytes: Int) -> Result<EventsPeer, BenchmarkError> {
        guard let server = Executables.server("postgres"), let initdb = Executables.server("initdb"),
            let client = Executables.compiled("postgres_events")
        else {
            return .failure(
                BenchmarkError(
                    "PostgreSQL is not compared with: its server or libpq is missing (deploy/bench fetches them where apt-get works)."
                ))
        }
        return .success(
            (
                "PostgreSQL, SKIP LOCKED",
                { load, directory in
                    // PostgreSQL refuses to run as root.
                    let home = directory + "/postgres"
                    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
                    let isRoot = geteuid() == 0
                    if isRoot {
                        guard let nobody = getpwnam("nobody"),
                            chown(home, nobody.pointee.pw_uid, nobody.pointee.pw_gid) == 0
                        else {
                            throw BenchmarkError("PostgreSQL does not run as root, and there is no user nobody.")
                        }
                    }
                    func child(_ program: String, _ arguments: [String]) throws -> Child {
                        let prefix = isRoot ? ["--reuid=nobody", "--clear-groups", program] : []
                        return try Child(
                            isRoot ? "setpriv" : program, prefix + arguments, environment: Executables.serverEnvironment
                        )
                    }
                    let made = try child(
                        initdb,
                        ["--pgdata", home + "/data", "--username", "pulsum", "--auth", "trust", "--no-instructions"])
                    guard made.ended() == 0 else { throw BenchmarkError("initdb failed") }
                    let postgres = try child(
                        server,
                        [
                            "-D", home + "/data", "-c", "listen_addresses=", "-c", "unix_socket_directories=\(home)",
                            "-c", "log_min_messages=fatal",
                        ])
                    // Fast shutdown (pg_ctl(1)).
                    defer { postgres.end(with: SIGINT) }
                    let place = "host=\(home) user=pulsum dbname=postgres"
                    try wait(for: postgres) { try Child(client, ["prepare", place]).ended() == 0 }
                    let consumer = try Child(
                        client, ["consume", place, "\(load.count)", "\(EventsBenchmark.Load.taken)"], reads: true)
                    let producer = try Child(
                        client, ["produce", place, "\(load.count)", "\(load.writers)", "\(load.batch)", "\(bytes)"],
                        reads: true)
                    return try times(producer, consumer)
                }
            ))
    }
}

private func times(_ producer: Child, _ consumer: Child) throws -> EventsBenchmark.Times {
    let (produced, consumed) = (try producer.figures(2), try consumer.figures(1))
    return EventsBenchmark.Times(began: produced[0] / 1e9, written: produced[1] / 1e9, acknowledged: consumed[0] / 1e9)
}

/// Polls until the server replies; it sends no readiness signal.
private func wait(for server: Child, _ isThere: () throws -> Bool) throws {
    for _ in 0..<100 {
        if try isThere() { return }
        guard server.isRunning else { break }
        usleep(100_000)
    }
    throw BenchmarkError("a server did not start")
}
