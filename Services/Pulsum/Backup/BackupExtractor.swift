import Foundation
import Messages
import ServiceKit
import Storage

/// Opens backups of all formats and extracts them to a staging directory.
final class BackupExtractor {
    private let configuration: Configuration
    /// The available master keys; nil on a machine without any.
    private let master: MasterKey?
    private let allowsUnauthenticated: Bool
    private var passphrase: String?

    init(_ configuration: Configuration, master: MasterKey?, allowsUnauthenticated: Bool) {
        (self.configuration, self.master, self.allowsUnauthenticated) = (configuration, master, allowsUnauthenticated)
    }

    /// Empties the staging directory and extracts the archive to it. Changes nothing else.
    /// - Parameter name: the archive's name in error messages; nil for its path.
    /// - Returns: the master key in the archive, if it is protected by a passphrase.
    /// - Throws: `CLIError` or `StorageError`, which name the file's fault.
    func unpack(_ path: String, name: String? = nil, to staging: DataLayout) throws -> MasterKey? {
        let title = name ?? path
        try? FileManager.default.removeItem(atPath: staging.root)
        try staging.make()
        let keyFile = "\(staging.root)/\(DataLayout.masterKey)"
        var holdsKey = false
        func place(_ name: String) throws -> String {
            if name == DataLayout.masterKey, holdsKey { return keyFile }
            guard DataLayout.isOurs(name) else {
                throw CLIError("\(title) is not a backup of Pulsum: it holds \(name).")
            }
            let target = "\(staging.root)/\(name)"
            try Files.makeDirectory((target as NSString).deletingLastPathComponent)
            return target
        }
        if let reader = try ArchiveReader(path: path, name: title) {
            holdsKey = try open(reader, title)
            try TarFile.read(title, { try reader.read(upTo: $0) }, place: place)
        } else {
            try readPlain(path, title, place)
        }
        guard !staging.services.isEmpty else {
            throw CLIError("\(title) holds no database; it is no backup of Pulsum.")
        }
        guard holdsKey else { return nil }
        guard let content = FileManager.default.contents(atPath: keyFile) else {
            throw CLIError("\(title) holds no master key; it is no backup of Pulsum.")
        }
        try FileManager.default.removeItem(atPath: keyFile)
        return try MasterKey(content: [UInt8](content), path: configuration.masterKey)
    }

    /// - Returns: true if the archive is protected by a passphrase.
    private func open(_ reader: ArchiveReader, _ title: String) throws -> Bool {
        switch reader.opener {
        case .masterKey(let id):
            guard let master else {
                throw CLIError(
                    "The master key \(configuration.masterKey) is missing; put back the one that was in use when the backup was made (key \(id)), or name its file with --key."
                )
            }
            guard master.knows(id) else {
                throw CLIError(
                    "\(title) opens with the master key \(id), and \(master.path) is \(master.id); name the file of the other key with --key."
                )
            }
            try reader.open(master)
            return false
        case .passphrase:
            let text = try passphrase ?? KeyPrompts.backupPassphrase(configuration, isNew: false)
            try reader.open(passphrase: text)
            passphrase = text
            return true
        }
    }

    /// Reads a plain tar file of a release without encrypted backups.
    private func readPlain(_ path: String, _ title: String, _ place: (String) throws -> String) throws {
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw CLIError("\(path) cannot be read; check the name and its permissions.")
        }
        defer { try? file.close() }
        guard let start = try file.read(upToCount: 512), start.count == 512, TarFile.entry(start) != nil else {
            throw CLIError("\(title) is not a backup of Pulsum, or it is damaged.")
        }
        guard allowsUnauthenticated else {
            throw CLIError(
                "\(title) is a backup of an older release, and nothing shows whether somebody changed it. If you know where it comes from, add --unauthenticated."
            )
        }
        try file.seek(toOffset: 0)
        try TarFile.read(title, { [UInt8](try file.read(upToCount: $0) ?? Data()) }, place: place)
    }
}
