import ArgumentParser
import Foundation
import Messages
import ServiceKit
import Storage
import SystemKit

struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copies all stored data to one file, whether Pulsum runs or not.",
        discussion: """
            The file holds every service's database and the uploads under way, all of one instant, encrypted and authenticated. It opens with the master key, which \
            is not in it: keep a copy of the key in another place. With --passphrase the file holds the master key too and opens with the passphrase alone: it may lie \
            in a cloud drive. Who is erased later still is in earlier backups until you delete them, but does not come back: see “pulsum help restore”.
            """)
    @Argument(help: "The file to make; - for standard output.", completion: .file(extensions: ["backup"])) var file:
        String
    @Flag(
        help:
            "Put the master key into it, and a passphrase in its place; asked for, or from the file that PULSUM_BACKUP_PASSPHRASE_FILE names."
    )
    var passphrase = false
    @OptionGroup var common: Common

    /// - Throws: `CLIError` if PostgreSQL holds the databases, which this command cannot copy or replace.
    static func requireFiles(_ configuration: Configuration) throws {
        guard !configuration.usesServer else {
            throw CLIError(
                "PULSUM_DATABASE names a PostgreSQL server, which its own tools back up and restore; see docs/postgresql.md."
            )
        }
    }

    func run() async throws {
        do {
            let configuration = try common.settings()
            try Self.requireFiles(configuration)
            let staging = DataLayout("\(configuration.run)/backup.\(getpid())")
            // Containers reuse process ids, so a dead process with this id may have left files.
            try? FileManager.default.removeItem(atPath: staging.root)
            let isPiped = file == "-"
            let path = isPiped ? staging.root + "/archive" : absolute(file)
            guard !FileManager.default.fileExists(atPath: path) else {
                throw CLIError("\(path) exists already; choose another name.")
            }
            let layout = DataLayout(configuration.data)
            let services = layout.services
            guard !services.isEmpty else {
                throw CLIError(
                    "There is nothing to back up in \(configuration.data); name the data directory with --data.")
            }
            let key = try KeyPrompts.existingMasterKey(configuration)
            let secret = passphrase ? try KeyPrompts.backupPassphrase(configuration, isNew: true) : nil
            StaleRunFiles.clear(configuration.run)
            defer { try? FileManager.default.removeItem(atPath: staging.root) }
            try staging.make()
            try Snapshot.copy(services.map { (layout.database($0), staging.database($0)) }) {
                try layout.linkSpools(to: staging)
            }
            let archive = try NewFile(path: path)
            do {
                let sink: ([UInt8]) throws -> Void = { try archive.write($0) }
                var writer =
                    try secret.map { try ArchiveWriter(passphrase: $0, sink: sink) } ?? ArchiveWriter(key, sink: sink)
                if secret != nil { try TarFile.write(key.content, as: DataLayout.masterKey) { try writer.write($0) } }
                for name in staging.files {
                    try TarFile.write("\(staging.root)/\(name)", as: name) { try writer.write($0) }
                }
                try TarFile.end { try writer.write($0) }
                try writer.finish()
                try archive.finish()
            } catch {
                archive.discard()
                throw error
            }
            if isPiped { try Pipes.copy(path, to: .standardOutput) }
            // For the page and the metric that say how old the last backup is; a data directory that cannot be written
            // is backed up all the same.
            let lost = layout.lost
            if lost.isEmpty {
                let now = Milliseconds(Date().timeIntervalSince1970 * 1000)
                let note = Configuration.lastBackupPath(in: configuration.data)
                try? Files.replace(note, "\(now)\n")
            }
            // With the archive on standard output, text must go to standard error.
            func say(_ text: String) { if isPiped { Terminal.tell(text) } else { Terminal.say(text) } }
            let names = services.count == 1 ? "The database of \(services[0]) is" : "\(services.count) databases are"
            let target = isPiped ? "what was written" : path
            let opener =
                secret == nil
                ? "\(configuration.masterKey) (key \(key.id)), which is not in it."
                : "its passphrase alone; the master key is in it."
            say("\(names) in \(target), as of one instant. To open it takes \(opener)")
            if !lost.isEmpty {
                Terminal.tell(
                    "Warning: the database of \(lost.map(\.rawValue).joined(separator: ", ")) was here and is missing, so this backup lacks it; keep earlier ones."
                )
            }
            let missing = Topology.services.filter { !services.contains($0) && !lost.contains($0) }
            if !missing.isEmpty {
                say("There is no database of \(missing.map(\.rawValue).joined(separator: ", ")) here.")
            }
        } catch {
            throw CLIError(error)
        }
    }
}

/// Copies archives from and to pipes.
enum Pipes {
    private static let piece = 1 << 20

    static func copy(_ path: String, to target: FileHandle) throws {
        guard let source = FileHandle(forReadingAtPath: path) else { throw CLIError("\(path) cannot be read.") }
        defer { try? source.close() }
        try copy(source, to: target)
    }

    /// Copies until the source ends; its size is unknown.
    static func copy(_ source: FileHandle, to path: String) throws {
        let target = try NewFile.open(path)
        defer { try? target.close() }
        try copy(source, to: target)
    }

    private static func copy(_ source: FileHandle, to target: FileHandle) throws {
        while let bytes = try source.read(upToCount: piece), !bytes.isEmpty { try target.write(contentsOf: bytes) }
    }
}

/// The files of a data directory that belong in a backup.
struct DataLayout {
    let root: String

    init(_ root: String) { self.root = root }

    func database(_ service: ServiceName) -> String { "\(root)/db/\(service).sqlite" }
    var spool: String { root + "/spool" }

    /// Name of the master key in an archive with a passphrase.
    static let masterKey = "master.key"

    /// The services with a database in this directory.
    var services: [ServiceName] { Topology.services.filter { FileManager.default.fileExists(atPath: database($0)) } }

    /// The services whose database was in this directory, as its lock shows, and is not any more.
    var lost: [ServiceName] {
        Topology.services.filter {
            !FileManager.default.fileExists(atPath: database($0))
                && FileManager.default.fileExists(atPath: lock($0))
        }
    }

    /// The lock of a service's database, which stays when the file is lost.
    func lock(_ service: ServiceName) -> String { database(service) + ".lock" }

    /// Creates the directories with access for the owner only.
    func make() throws { for path in [root, root + "/db", spool] { try Files.makeDirectory(path) } }

    /// Every file of a backup, relative to the root.
    var files: [String] {
        services.map { "db/\($0).sqlite" }
            + names(spool).flatMap { user in
                names("\(spool)/\(user)").filter { EntityID($0) != nil }.map { "spool/\(user)/\($0)" }
            }
    }

    /// True if a backup may contain a file of this name.
    static func isOurs(_ name: String) -> Bool {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        switch (parts.first, parts.count) {
        case ("db", 2): return Topology.services.contains { parts[1] == "\($0).sqlite" }
        case ("spool", 3):
            return UserID(parts[1]).map { "\($0)" == parts[1] } == true
                && EntityID(parts[2]).map { "\($0)" == parts[2] } == true
        default: return false
        }
    }

    /// Deletes the uploads in progress of these people.
    func removeSpools(of users: Set<UserID>) {
        for user in users { try? FileManager.default.removeItem(atPath: "\(spool)/\(user)") }
    }

    /// Hard-links every upload in progress to another directory on the same disk, in constant time whatever its size.
    func linkSpools(to other: DataLayout) throws {
        for user in names(spool) where UserID(user) != nil {
            try Files.makeDirectory("\(other.spool)/\(user)")
            for job in names("\(spool)/\(user)") where EntityID(job) != nil {
                let path = "\(spool)/\(user)/\(job)"
                // An upload that has just finished can be skipped, because its samples are committed.
                guard link(path, "\(other.spool)/\(user)/\(job)") == 0 || errno == ENOENT else {
                    throw CLIError("The upload \(path) cannot be backed up (\(Platform.message(errno))).")
                }
            }
        }
    }

    private func names(_ directory: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []).sorted()
    }
}
