import ArgumentParser
import Foundation
import Messages
import ServiceKit
import Storage

/// `pulsum restored`: what `pulsum restore` does after it has replaced the files, for a PostgreSQL server that its own
/// tools have restored.
struct RestoredCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restored",
        abstract: "After PostgreSQL was restored from a backup: ends what had ended since. Pulsum must be stopped.",
        discussion: """
            Services refuse a database that is older than what their machine knows, until this command has run once, on one machine. It erases again whoever was \
            erased since the backup, by the lists in the data directory, and marks every service's tables: at their next start consents are withdrawn, and sessions, \
            device tokens and recovery codes end. It may be repeated. Where each service has a login and a master key of its own, it runs once for each; \
            deploy/compose/restored does that.
            """)
    @Option(
        help: ArgumentHelp(
            "Further lists of erased people: files from “erased” in the data directories of other machines.",
            valueName: "file"), completion: .file()) var erased: [String] = []
    @Option(
        help: ArgumentHelp(
            "A file of the master key that was in use at the time of the backup, where it is not the present one.",
            valueName: "file"), completion: .file()) var key: [String] = []
    @OptionGroup var common: Common

    func run() async throws {
        do {
            let configuration = try common.settings()
            guard configuration.usesServer else {
                throw CLIError("This is for PostgreSQL (PULSUM_DATABASE); “pulsum restore” restores SQLite files.")
            }
            try Files.makeDirectory(configuration.run)
            let lock = try UpLock(stopped: configuration)
            defer { withExtendedLifetime(lock) {} }
            guard let master = try KeyPrompts.adding(key, to: try KeyPrompts.existingMasterKey(configuration)) else {
                return
            }
            let reachable = try configuration.reachableDatabases()
            let databases = reachable.found
            guard !databases.isEmpty else {
                throw CLIError("The database that PULSUM_DATABASE names has no tables of Pulsum; restore it first.")
            }
            for database in databases { try DatabaseMove.requireUnused(database.address, service: database.service) }
            let lists = Topology.services.map { ErasureLog.path(in: configuration.data, $0) }
            let missing = erased.first { !FileManager.default.fileExists(atPath: absolute($0)) }
            if let missing { throw CLIError("There is no file \(missing).") }
            var gone = try (lists + erased.map(absolute)).reduce(into: Set<UserID>()) {
                $0.formUnion(try ErasureLog(path: $1).erased)
            }
            let restored = RestoredDatabases(databases, master)
            gone.formUnion(try await restored.erasedUsers(isStrict: true))
            let again = try await restored.erase(gone)
            DataLayout(configuration.data).removeSpools(of: gone)
            try await restored.mark { try configuration.erasureLog(of: $0)?.instant ?? 0 }
            Terminal.say(
                "\(databases.count == 1 ? "One database is" : "\(databases.count) databases are") accepted as restored; consents, sessions and device tokens end at the next start."
            )
            RestoredDatabases.sayErased(again)
            if !reachable.unreached.isEmpty {
                Terminal.say(
                    "This login does not reach the databases of \(reachable.unreached.map(\.rawValue).joined(separator: ", ")); run this where they run too, with --erased and the lists of all."
                )
            }
            if lists.allSatisfy({ !FileManager.default.fileExists(atPath: $0) }) {
                Terminal.say(
                    "\(configuration.data) has no list of erased people. If another machine ran Pulsum, repeat this with --erased and its lists."
                )
            }
        } catch {
            throw CLIError(error)
        }
    }
}
