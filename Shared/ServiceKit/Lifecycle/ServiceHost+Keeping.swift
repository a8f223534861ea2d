import Bus
import Foundation
import Messages
import Storage

extension ProcessHost {
    /// The master key: passed on by `pulsum up`, a systemd credential, or a file.
    func masterKey() throws -> MasterKey {
        if let descriptor = ProcessInfo.processInfo.environment[Configuration.masterKeyDescriptorKey].flatMap({
            Int32($0)
        }) {
            return try MasterKey(descriptor: descriptor, path: configuration.masterKey)
        }
        guard configuration.masterKeyIsCredential else {
            return try MasterKey.loadOrCreate(path: configuration.masterKey)
        }
        guard let key = try MasterKey.load(path: configuration.masterKey) else {
            throw StartFailure(
                "The credential \(configuration.masterKey) is gone; see LoadCredentialEncrypted in the unit.",
                status: StartFailure.badConfiguration)
        }
        return key
    }
}

extension ServiceHost {
    /// Runs the post-restore steps, before the service accepts requests.
    func runRestoreSteps() async throws {
        let steps = duties.withLock { $0.afterRestore }
        guard
            let restored = try await store.runRestoreSteps({ transaction, restored in
                for step in steps { try step(transaction, restored) }
            })
        else { return }
        log.notice(
            "This database was restored from a backup; its post-restore steps are done.",
            metadata: ["restore": "\(restored.id)", "at": "\(restored.at)"])
    }

    /// Checks for a new master key and takes part in its rotation.
    func followMasterKey() {
        let (store, configuration, log) = (store, configuration, log)
        // A key outside the data directory may wrap keys of other installations too; its operator finishes the
        // rotation.
        let isOurs = configuration.masterKey.hasPrefix(configuration.data + "/")
        background("master key") {
            while true {
                if try store.refreshMasterKey() {
                    log.notice("The master key was read again.", metadata: ["key": "\(store.masterKey.id)"])
                }
                if store.masterKey.isRotating {
                    if try await !store.rewrapping().isDone {
                        try await store.rewrapKeys()
                        log.notice(
                            "Every data key is under the new master key.", metadata: ["key": "\(store.masterKey.id)"])
                    }
                    if isOurs {
                        let databases = try configuration.reachableDatabases().found.map(\.address)
                        if try KeyRotation.finish(store.masterKey, databases: databases) {
                            try store.refreshMasterKey()
                        }
                    }
                }
                try await Task.sleep(for: KeyRotation.pollInterval)
            }
        }
    }

    /// Ends the process once its database was moved away, deleted or restored from a backup while it ran. On a server
    /// notes instants by which the next start notices that.
    func followDatabase() {
        let store = store
        let part = HostedTask("database", isVital: true, ending: .cancelled) {
            var noted = ContinuousClock.now
            while true {
                try await Task.sleep(for: Self.databaseInterval)
                let isDue = ContinuousClock.now - noted >= Self.instantInterval
                do {
                    try await store.checkDatabase(advances: isDue)
                    if isDue { noted = .now }
                } catch let error as StorageError where [.moved, .restored, .replaced, .missing].contains(error.code) {
                    throw error
                } catch is CancellationError {
                    throw CancellationError()
                } catch {
                    // The server does not answer; readiness says so.
                    continue
                }
            }
        }
        process.parts.withLock { $0.append(part) }
    }

    /// How often a process looks whether its database was moved, deleted or restored.
    private static let databaseInterval = Duration.seconds(30)
    /// How often it notes an instant.
    private static let instantInterval = Duration.seconds(3600)

    func handleKeepingQuery() {
        let (store, configuration) = (store, configuration)
        let duties = duties.withLock { $0 }
        bus.handle(KeepingQuery.self) { _, _ in
            let key = store.masterKey
            var rotation: RotationProgress?
            if key.isRotating {
                let state = try await store.rewrapping()
                rotation = RotationProgress(done: state.all - state.left, all: state.all)
            }
            let damaged = store.damaged.map { KeepingWarning($0, in: store.service) }
            var warnings = Keeping.warnings(configuration) + duties.warnings + [damaged].compactMap(\.self)
            if try await !store.hidesContent() { warnings.append(Keeping.rowsOfEarlierRelease) }
            return KeepingQuery.Reply(
                warnings: warnings, masterKey: "\(key.id)", rotation: rotation)
        }
    }

    /// Logs the warnings of `Keeping`, except under `pulsum up`, which logs them once for all services.
    func logKeepingWarnings() {
        guard !process.isSupervised else { return }
        let warnings = Keeping.warnings(configuration)
        if !warnings.isEmpty { log.warning("\(warnings.map(\.text).joined(separator: " "))") }
    }
}

extension KeepingWarning {
    /// - Parameter damaged: rows that this service could not open.
    init(_ damaged: DamagedRows, in service: ServiceName) {
        let named = damaged.names.prefix(10).joined(separator: ", ") + (damaged.names.count > 10 ? ", …" : "")
        self.init(
            kind: "damagedRows",
            text:
                "\(damaged.count) rows in the database of \(service) were damaged or altered and cannot be opened: \(named). "
                + "Lists and exports have all others; restore these from a backup, and check the disk.")
    }
}

extension ProcessHost {
    var isSupervised: Bool { Supervisor(environment: ProcessInfo.processInfo.environment) != nil }
}
