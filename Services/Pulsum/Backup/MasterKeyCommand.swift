import ArgumentParser
import Foundation
import Messages
import ServiceKit
import Storage

/// `pulsum master-key`: manages the key that wraps all data keys.
struct MasterKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "master-key", abstract: "Shows, rotates, locks and unlocks the master key.",
        discussion: """
            Where it is kept: a file of mode 0600 (PULSUM_MASTER_KEY, by default in the data directory), the same file locked by a passphrase that “pulsum up” asks \
            for, or the systemd credential pulsum.master-key. Each service's data keys are wrapped by it.
            """,
        subcommands: [StateCommand.self, RotateCommand.self, LockCommand.self, UnlockCommand.self])

    struct StateCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "status", abstract: "Shows the key's location and the progress of its rotation.")
        @OptionGroup var common: Common

        func run() async throws {
            do {
                let configuration = try common.settings()
                let key = try KeyPrompts.existingMasterKey(configuration)
                let how =
                    configuration.masterKeyIsCredential
                    ? ", a systemd credential" : try KeyRotation.isLocked(key.path) ? ", locked by a passphrase" : ""
                Terminal.say("The master key \(key.id) is in \(key.path)\(how).")
                for path in KeyRotation.olderFiles(of: key.path) {
                    Terminal.say("An older key, for backups made before it was replaced: \(path)")
                }
                guard key.isRotating else { return }
                var table = TextTable(["service", "under the new key", "of"], right: [1, 2])
                let databases = try configuration.reachableDatabases()
                for (service, store) in try MasterKeyCommand.stores(databases, key) {
                    let state = try await store.rewrapping()
                    table.add("\(service)", Amount.count(state.all - state.left), Amount.count(state.all))
                }
                Terminal.say("A rotation is under way; “pulsum master-key rotate” goes on with it.\n\(table.text)")
                MasterKeyCommand.tellUnreached(databases)
            } catch {
                throw CLIError(error)
            }
        }
    }

    struct RotateCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rotate",
            abstract:
                "Rotates the master key, whether Pulsum runs or not; a repeated call resumes an interrupted rotation.",
            discussion: """
                The old key is kept beside the new one under a dated name, for it alone opens backups made before. If the old key is known to somebody else, delete \
                that file and those backups, and take a new backup: who has the old key and an old copy of the data can still read that copy.
                """)
        @Flag(
            help:
                "Puts a new key next to the old one and ends, for a file that processes elsewhere read: they follow. Once all have, a call without this ends the rotation."
        ) var begin = false
        @OptionGroup var common: Common

        func run() async throws {
            do {
                let configuration = try common.settings()
                let path = configuration.masterKey
                guard !configuration.masterKeyIsCredential else {
                    throw CLIError(
                        "The master key is a systemd credential, which only systemd-creds writes. Stop Pulsum, decrypt it into a file of mode 0600 that PULSUM_MASTER_KEY names, "
                            + "rotate that, and encrypt the result again.")
                }
                // Asked for before anything is changed.
                let databases = begin ? nil : try configuration.reachableDatabases()
                let passphrase =
                    try KeyRotation.isLocked(path) ? try KeyPrompts.ask("Passphrase of the master key: ") : nil
                let kept = try KeyRotation.begin(path: path, passphrase: passphrase, day: KeyManager.today())
                if let kept {
                    Terminal.tell("A new master key is in force. The old one is kept as \(kept).")
                } else {
                    Terminal.tell("A rotation is under way; it goes on.")
                }
                guard let databases else { return }
                guard let key = try MasterKey.load(path: path, passphrase: passphrase.map { text in { text } }) else {
                    throw CLIError("The master key \(path) is missing; put it back from where you keep it safe.")
                }
                let stores = try MasterKeyCommand.stores(databases, key)
                try await MasterKeyCommand.finish(key, stores.map(\.store), databases.found.map(\.address))
                MasterKeyCommand.tellUnreached(databases)
                let older = KeyRotation.olderFiles(of: path)
                Terminal.say(
                    "Everything is under the master key \(key.id); \(path) holds only this one. Keep a copy of it in another place. "
                        + "Backups made before open with \(older.isEmpty ? "the old key" : older.joined(separator: ", ")) only."
                )
            } catch {
                throw CLIError(error)
            }
        }
    }

    struct LockCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "lock",
            abstract:
                "Sets or changes the passphrase of the key file; “pulsum up” then asks for it at each start.",
            discussion:
                "Whoever forgets the passphrase and has no other copy of the key loses everything. Processes that run go on."
        )
        @OptionGroup var common: Common

        func run() async throws {
            do {
                let path = try MasterKeyCommand.file(common)
                let old = try KeyRotation.isLocked(path) ? try KeyPrompts.ask("Present passphrase: ") : nil
                try KeyRotation.lock(path, passphrase: try KeyPrompts.askNew("New passphrase: "), old: old)
                Terminal.say("\(path) is locked. “pulsum up” asks for the passphrase when it starts.")
                for older in KeyRotation.olderFiles(of: path) where try !KeyRotation.isLocked(older) {
                    Terminal.say("The older key \(older) is not; delete it when no backup needs it any more.")
                }
            } catch {
                throw CLIError(error)
            }
        }
    }

    struct UnlockCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "unlock", abstract: "Stores the key without a passphrase.")
        @OptionGroup var common: Common

        func run() async throws {
            do {
                let path = try MasterKeyCommand.file(common)
                guard try KeyRotation.isLocked(path) else { throw CLIError("No passphrase locks \(path).") }
                try KeyRotation.unlock(path, passphrase: try KeyPrompts.ask("Passphrase: "))
                Terminal.say("\(path) is not locked any more.")
            } catch {
                throw CLIError(error)
            }
        }
    }

    private static func file(_ common: Common) throws -> String {
        let configuration = try common.settings()
        guard !configuration.masterKeyIsCredential else {
            throw CLIError("The master key is a systemd credential, which systemd-creds encrypts already.")
        }
        return configuration.masterKey
    }

    private static func stores(_ databases: ReachableDatabases, _ key: MasterKey) throws -> [(
        service: ServiceName, store: Store
    )] {
        try databases.found.map { ($0, try Store(at: $1, service: $0, key: key, migrations: [])) }
    }

    private static func tellUnreached(_ databases: ReachableDatabases) {
        guard !databases.unreached.isEmpty else { return }
        Terminal.tell(
            "This login does not reach the databases of \(databases.unreached.map(\.rawValue).joined(separator: ", ")), which never ran with this data directory; their master keys are replaced where they run."
        )
    }

    /// Re-wraps the data keys. Running services do the same: both together are faster, and either is sufficient.
    private static func finish(_ key: MasterKey, _ stores: [Store], _ databases: [DatabaseAddress]) async throws {
        let bar = StatusLine()
        let deadline = ContinuousClock.now + .seconds(120)
        repeat {
            for store in stores where try await !store.rewrapping().isDone {
                try await store.rewrapKeys {
                    let state = try await store.rewrapping()
                    bar.show(
                        "\(store.service): \(Amount.count(state.all - state.left)) of \(Amount.count(state.all)) keys")
                }
            }
            if try KeyRotation.finish(key, databases: databases) { return bar.clear() }
            try await Task.sleep(for: .milliseconds(250))
        } while ContinuousClock.now < deadline
        throw CLIError(
            "Not everything is under the new master key yet; both keys stay in force. Repeat “pulsum master-key rotate”."
        )
    }
}
