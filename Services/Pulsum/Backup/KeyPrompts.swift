import Foundation
import Messages
import ServiceKit
import Storage

/// Loads the master key and reads passphrases for commands.
enum KeyPrompts {
    /// The configured master key; nil if there is none. Prompts for the passphrase of a locked key.
    static func masterKey(_ configuration: Configuration) throws -> MasterKey? {
        try MasterKey.load(path: configuration.masterKey) { try ask("Passphrase of the master key: ") }
    }

    /// - Throws: `CLIError` if there is no master key.
    static func existingMasterKey(_ configuration: Configuration) throws -> MasterKey {
        guard let key = try masterKey(configuration) else {
            throw CLIError(
                "The master key \(configuration.masterKey) is missing; put it back from where you keep it safe.")
        }
        return key
    }

    /// A master key that also opens what older ones have sealed: those that a rotation kept, and these files.
    static func adding(_ files: [String], to key: MasterKey?) throws -> MasterKey? {
        guard let key else { return nil }
        let older = KeyRotation.olderFiles(of: key.path) + files.map(absolute)
        return try key.adding(
            older.compactMap { path in try MasterKey.load(path: path) { try ask("Passphrase of \(path): ") } })
    }

    /// The first of these files as the master key of a machine that has none.
    /// - Returns: nil without files.
    /// - Throws: `CLIError` if the file is missing.
    static func given(_ files: [String], _ configuration: Configuration) throws -> MasterKey? {
        guard let path = files.first.map(absolute) else { return nil }
        guard let key = try MasterKey.load(path: path, passphrase: { try ask("Passphrase of \(path): ") }) else {
            throw CLIError("The key file \(path) is missing; check its name.")
        }
        return try MasterKey(content: key.content, path: configuration.masterKey)
    }

    /// The passphrase of a backup: from the configured file, else from a prompt.
    static func backupPassphrase(_ configuration: Configuration, isNew: Bool) throws -> String {
        if let path = configuration.backupPassphraseFile {
            guard let text = try Files.readSecret(path) else {
                throw CLIError("The passphrase file \(path) is missing (PULSUM_BACKUP_PASSPHRASE_FILE).")
            }
            return text.trimmingCharacters(in: .newlines)
        }
        return isNew ? try askNew("Passphrase of the backup: ") : try ask("Passphrase of the backup: ")
    }

    static func ask(_ prompt: String) throws(CLIError) -> String {
        guard let text = Terminal.secret(prompt), !text.isEmpty else {
            throw CLIError("A passphrase is needed; type it, or give it as the first line of standard input.")
        }
        return text
    }

    /// Prompts twice on a terminal, because the input is hidden.
    static func askNew(_ prompt: String) throws(CLIError) -> String {
        let text = try ask(prompt)
        guard Terminal.isTyped else { return text }
        guard try ask("Once more: ") == text else { throw CLIError("The two passphrases differ; try again.") }
        return text
    }
}
