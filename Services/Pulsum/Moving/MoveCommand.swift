import ArgumentParser
import Foundation
import Messages
import ServiceKit
import Storage

/// `pulsum move`: from SQLite files to a PostgreSQL server, and back.
struct MoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Moves all stored data to PostgreSQL, or back to SQLite files; Pulsum must be stopped.",
        discussion: """
            Copies every row of every service as it is, sealed values included, and compares both sides by count and SHA-256. Until then the present place stays in \
            use; after it services refuse the old place, and the new one counts. Interrupted at any moment, repeat the same command: it goes on. Files beside the \
            databases (uploads in progress, keys, models) stay where they are.
            Other accounts of this machine can read the arguments of a command, so a URL there holds no password: it is in a password file (~/.pgpass, or passfile= in \
            the URL), or in a configuration file.
            """)
    @Option(
        help: ArgumentHelp(
            "The new place: sqlite; a URL as PULSUM_DATABASE takes it, without a password, such as postgresql://pulsum@db.example/health; or a configuration file, as for PULSUM_CONFIG, whose PULSUM_DATABASE names it.",
            valueName: "place"), completion: .file()) var to: String
    @OptionGroup var common: Common

    private static let sqlite = "sqlite"

    func validate() throws {
        if let fault = fault() {
            throw ValidationError(
                "\(fault) --to takes sqlite, a URL that begins with postgresql://, or a configuration file with the line PULSUM_DATABASE=postgresql://…"
            )
        }
        guard !isURL || !PostgresAddress.holdsPassword(to) else {
            throw ValidationError(
                "--to must hold no password, for other accounts of this machine can read it there. Put the password into ~/.pgpass or a file that passfile= in the URL names, or the whole URL as PULSUM_DATABASE into a configuration file, and give --to that file."
            )
        }
    }

    /// Why `to` is no place; nil if it may be one. Repeats no URL, which may hold a password.
    private func fault() -> String? {
        guard to != Self.sqlite, !isURL else { return nil }
        guard !to.contains("://") else { return "That URL is of another kind." }
        var isFolder: ObjCBool = false
        let path = absolute(to)
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            return "There is no file \(path)."
        }
        guard !isFolder.boolValue else { return "\(path) is a folder." }
        return FileManager.default.isReadableFile(atPath: path) ? nil : "The file \(path) cannot be read."
    }

    private var isURL: Bool { to.hasPrefix("postgresql://") || to.hasPrefix("postgres://") }

    /// `PULSUM_DATABASE` of the new place; empty for SQLite files.
    func url() throws -> String {
        guard to != Self.sqlite, !isURL else { return isURL ? to : "" }
        let url = try Configuration.load(["PULSUM_CONFIG": absolute(to)]).databaseURL
        guard !url.isEmpty else {
            throw CLIError(
                "The file \(absolute(to)) has no line PULSUM_DATABASE=postgresql://…, which names the new place.")
        }
        return url
    }

    func run() async throws {
        do {
            let source = try common.settings()
            let url = try url()
            let target = try common.settings(["PULSUM_DATABASE": url])
            guard source.usesServer != target.usesServer else {
                throw CLIError(
                    source.usesServer
                        ? "PULSUM_DATABASE names a PostgreSQL server, and so does --to: leave PULSUM_DATABASE at the present place, and move between servers with their own tools."
                        : "The data is in SQLite files already; PULSUM_DATABASE must name the server that it is to be moved from."
                )
            }
            try Files.makeDirectory(source.run)
            let lock = try UpLock(stopped: source)
            defer { withExtendedLifetime(lock) {} }
            try source.requireFinishedRestore()
            let key = try KeyPrompts.existingMasterKey(source)
            guard !key.isRotating else {
                throw CLIError(
                    "A rotation of the master key is under way; finish it first with “pulsum master-key rotate”.")
            }
            let unreached = source.usesServer ? try source.reachableDatabases().unreached : []
            let moves = try Topology.services.filter { !unreached.contains($0) }.map {
                DatabaseMove(
                    $0, from: source.databaseAddress(of: $0), to: target.databaseAddress(of: $0),
                    erasureLog: try target.erasureLog(of: $0))
            }
            let setting = isURL ? "=\(url)" : " as in \(absolute(to))"
            try await Installation(
                moves: moves, key: key, target: target, url: url, setting: setting, common: common
            ).move()
            guard !unreached.isEmpty else { return }
            Terminal.say(
                "This login does not reach the databases of \(unreached.map(\.rawValue).joined(separator: ", ")), so they are not moved; run this with the login of each before the next start."
            )
        } catch {
            throw CLIError(error)
        }
    }
}

/// The databases of all services, which move together.
private struct Installation {
    let moves: [DatabaseMove]
    let key: MasterKey
    let target: Configuration
    /// `PULSUM_DATABASE` of the target.
    let url: String
    /// The setting that the last line of the output names: the URL, or the configuration file that has it, because a URL
    /// from a file may hold a password.
    let setting: String
    let common: Common

    func move() async throws {
        // Everything is looked at before anything changes.
        let steps = try moves.map { ($0, try $0.prepare()) }
        guard steps.contains(where: { $0.1 != .nothing }) else {
            throw CLIError(
                "There is nothing to move; name the data directory with --data, or the server with PULSUM_DATABASE.")
        }
        let line = StatusLine()
        defer { line.clear() }
        var (rows, tables): (Int64, Int) = (0, 0)
        let copied = steps.filter { $0.1 == .makeTarget || $0.1 == .copy }.map(\.0)
        do {
            for (move, step) in steps where step == .makeTarget || step == .copy {
                if step == .makeTarget {
                    line.show("\(move.service): making tables")
                    try move.clearTarget()
                    try await makeTables(of: move.service)
                }
                try move.begin()
            }
        } catch {
            // The tables that were made here are empty.
            for (move, step) in steps where step == .makeTarget { try? move.clearTarget() }
            throw error
        }
        for move in copied {
            let show = { (table: String, count: Int64) in
                line.show("\(move.service): \(table), \(Amount.count(count)) rows")
            }
            try move.copy(progress: show)
            line.show("\(move.service): comparing")
            var comparison = try move.compare()
            if !comparison.different.isEmpty {
                // The present place was used after an interrupted move.
                try move.copyAgain(progress: show)
                comparison = try move.compare()
            }
            guard comparison.different.isEmpty else {
                throw CLIError(
                    "The copy of \(move.service) differs in \(comparison.different.joined(separator: ", ")); the present place stays in use. Please report this."
                )
            }
            (rows, tables) = (rows + comparison.rows, tables + comparison.tables)
        }
        for move in copied { try move.retire() }
        for (move, step) in steps where step != .nothing && step != .done { try move.finish() }
        line.clear()
        say(count: steps.count { $0.1 != .nothing }, rows: rows, tables: tables)
    }

    /// Runs the service's program, which alone knows its schema.
    private func makeTables(of service: ServiceName) async throws {
        var environment = ProcessInfo.processInfo.environment.merging(["PULSUM_DATABASE": url]) { $1 }
        if let data = common.data { environment["PULSUM_DATA"] = absolute(data) }
        environment = LaunchPlan(target, environment: environment, scale: []).environment
        environment[Configuration.newPlaceKey] = "1"
        let isLocked = try KeyRotation.isLocked(key.path)
        if isLocked { environment[Configuration.masterKeyDescriptorKey] = "\(Child.secretDescriptor)" }
        let (lines, output) = AsyncStream.makeStream(of: String.self)
        let child = try Child(
            executable: "\(try Child.programs())/pulsum-\(service)", arguments: ["--migrate"], environment: environment,
            secret: isLocked ? key.content : nil
        ) { output.yield($0) }
        let ended = await child.ended()
        output.finish()
        guard ended.status != 0 else { return }
        for await text in lines { Terminal.tell(LogLine(parsing: text)?.message ?? text) }
        throw CLIError("The tables of \(service) cannot be made; the last line above says what to change.")
    }

    private func say(count: Int, rows: Int64, tables: Int) {
        let place = url.isEmpty ? "SQLite files" : "PostgreSQL"
        Terminal.say(
            "\(count == 1 ? "One database is" : "\(count) databases are") in \(place): \(Amount.count(rows)) rows of \(Amount.count(Int64(tables))) tables, compared by count and SHA-256."
        )
        Terminal.say(
            url.isEmpty
                ? "The tables on the server are not used any more, and later erasures do not reach them: drop the schemas pulsum_… once all is well."
                : "The files in \(target.data)/db are not used any more, and later erasures do not reach them: delete them once all is well."
        )
        Terminal.say(
            url.isEmpty
                ? "Remove PULSUM_DATABASE from the configuration of every process before the next start."
                : "Set PULSUM_DATABASE\(setting) for every process before the next start.")
    }
}
