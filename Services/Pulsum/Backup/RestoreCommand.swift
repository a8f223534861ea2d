import ArgumentParser
import Foundation
import Messages
import ServiceKit
import Storage
import SystemKit

struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Restores all data from a backup; Pulsum must be stopped.",
        discussion: """
            Whoever was erased since the backup stays erased: the lists of erased people (random numbers, no names) of the databases that are replaced, of this \
            backup and of every backup named with --erased are applied to what is restored. On a machine where nothing is left, name your latest backup there. \
            Consent to cloud processing is withdrawn for everybody, and sessions and device tokens end: an old backup could bring back what was ended since.
            Meanwhile the address of the web app (PULSUM_HTTP) answers that Pulsum is being restored.
            """)
    @Argument(help: "A file made by “pulsum backup”; - for standard input.", completion: .file(extensions: ["backup"]))
    var file: String
    @Option(help: ArgumentHelp("Further backups whose erased people stay erased.", valueName: "backup")) var erased:
        [String] = []
    @Option(
        help: ArgumentHelp(
            "A file of the master key that opens the backup, where it is not the present one.", valueName: "file"))
    var key: [String] = []
    @Flag(
        help:
            "Put what a backup under a passphrase holds under the master key that is here, instead of the one in the backup."
    ) var rekey = false
    @Flag(help: "Accepts an unauthenticated backup of an older release.") var unauthenticated = false
    @OptionGroup var common: Common

    func run() async throws {
        do {
            let configuration = try common.settings()
            try BackupCommand.requireFiles(configuration)
            try Files.makeDirectory(configuration.data)
            try Files.makeDirectory(configuration.run)
            let lock = try UpLock(stopped: configuration)
            defer { withExtendedLifetime(lock) {} }
            try RestoredFiles.undoInterrupted(configuration.data)
            let page = MaintenancePage(configuration)
            do {
                try await restore(configuration)
            } catch {
                await page?.end()
                throw error
            }
            await page?.end()
        } catch {
            throw CLIError(error)
        }
    }

    private func restore(_ configuration: Configuration) async throws {
        let here = try KeyPrompts.masterKey(configuration)
        let given = here == nil ? try KeyPrompts.given(key, configuration) : nil
        let master = try KeyPrompts.adding(key, to: here) ?? given
        let work = "\(configuration.run)/backup.\(getpid())"
        try? FileManager.default.removeItem(atPath: work)
        defer { try? FileManager.default.removeItem(atPath: work) }
        try Files.makeDirectory(work)
        let staging = DataLayout(work + "/data")
        let archive = file == "-" ? work + "/archive" : absolute(file)
        if file == "-" { try Pipes.copy(.standardInput, to: archive) }
        let unpacking = BackupExtractor(configuration, master: master, allowsUnauthenticated: unauthenticated)
        var gone: Set<UserID> = []
        for path in erased.map(absolute) {
            let inside = try unpacking.unpack(path, to: staging)
            guard let key = Self.joined(master, inside) else {
                throw CLIError(
                    "\(path) cannot say who was erased without its master key; put the key back, or leave this backup out."
                )
            }
            gone.formUnion(try await RestoredDatabases(staging, key).erasedUsers(isStrict: true))
        }
        let title = file == "-" ? "The backup from standard input" : archive
        let inside = try unpacking.unpack(archive, name: title, to: staging)
        if let here, let inside, !here.knows(inside.id), !inside.knows(here.id), !rekey {
            throw CLIError(
                "\(title) holds the master key \(inside.id), and \(here.path) is \(here.id). Move that file away to use the one in the backup, "
                    + "or add --rekey to put what is restored under the present one.")
        }
        // On a machine without a key the backup's own becomes the master key, else the one that opened it.
        guard let key = here == nil ? inside ?? given : Self.joined(master, inside) else {
            throw CLIError(
                "The master key \(configuration.masterKey) is missing; put back the one that was in use when the backup was made, or name its file with --key."
            )
        }
        let present = DataLayout(configuration.data)
        // The restore replaces the folder with its locks, and without a lock a service makes an empty database.
        let lost = present.lost.filter { !staging.services.contains($0) }
        guard lost.isEmpty else {
            throw CLIError(
                "\(title) has no database of \(lost.map(\.rawValue).joined(separator: ", ")), and the one that was in \(configuration.data) is missing. "
                    + "Restore an earlier backup that has it; to begin with an empty one instead, delete \(lost.map { present.lock($0) }.joined(separator: ", ")) first."
            )
        }
        let missing = present.services.filter { !staging.services.contains($0) }
        guard missing.isEmpty else {
            throw CLIError(
                "\(title) has no database of \(missing.map(\.rawValue).joined(separator: ", ")), and restoring it would lose what is in \(configuration.data). "
                    + "Restore it into the data directory it was made from, or move those databases away.")
        }
        gone.formUnion(try await RestoredDatabases(present, key).erasedUsers(isStrict: false))
        let restored = RestoredDatabases(staging, key)
        gone.formUnion(try await restored.erasedUsers(isStrict: true))
        let again = try await restored.erase(gone)
        staging.removeSpools(of: gone)
        try await restored.mark()
        if here == nil { try key.keep() }
        try RestoredFiles.exchange(configuration.data, with: staging)
        Terminal.say(
            "Everything is as it was when \(file == "-" ? "this" : archive) was made; start Pulsum with “pulsum up”. Everybody signs in again, phones need a new token, and consents to the cloud are withdrawn."
        )
        RestoredDatabases.sayErased(again)
    }

    /// The current master key, extended by the backup's key for unwrapping; the backup's key if there is no current
    /// one.
    private static func joined(_ master: MasterKey?, _ inside: MasterKey?) -> MasterKey? {
        guard let master else { return inside }
        return master.adding(inside.map { [$0] } ?? [])
    }
}

/// Replaces the current files with the restored ones. At any instant either the old or the new files are complete.
enum RestoredFiles {
    private static let folders = ["spool", "db"]

    /// Deletes the replaced files, because they may hold data of a person who is erased later.
    static func exchange(_ data: String, with staging: DataLayout) throws {
        for folder in folders {
            if FileManager.default.fileExists(atPath: "\(data)/\(folder)") {
                try move("\(data)/\(folder)", to: old(data, folder))
            }
        }
        for folder in folders { try move("\(staging.root)/\(folder)", to: "\(data)/\(folder)") }
        sync()
        for folder in folders.reversed() { try? FileManager.default.removeItem(atPath: old(data, folder)) }
    }

    /// Moves the old files back after a restore that was interrupted between its renames.
    static func undoInterrupted(_ data: String) throws {
        guard FileManager.default.fileExists(atPath: old(data, "db")) else {
            // Either the new databases are in place, or the old ones were never moved.
            try? FileManager.default.removeItem(atPath: old(data, "spool"))
            return
        }
        for folder in folders where FileManager.default.fileExists(atPath: old(data, folder)) {
            try? FileManager.default.removeItem(atPath: "\(data)/\(folder)")
            try move(old(data, folder), to: "\(data)/\(folder)")
        }
    }

    private static func old(_ data: String, _ folder: String) -> String { "\(data)/\(folder)" + Configuration.replaced }

    private static func move(_ from: String, to target: String) throws {
        guard rename(from, target) == 0 else {
            throw CLIError(
                "\(from) cannot be moved to \(target) (\(Platform.message(errno))); the old files are still there, restore again."
            )
        }
    }
}
