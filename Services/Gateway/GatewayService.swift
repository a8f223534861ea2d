import Bus
import Foundation
import Logging
import Messages
import ServiceKit
import Storage
import SystemKit

/// The gateway service: consent, data minimisation and the only outbound connection.
struct GatewayService: Sendable {
    /// Maximum number of receipts in one reply.
    static let page = ReceiptsQuery.limit

    let store: Store
    /// Used to request verdicts from the safety service.
    let bus: any Requesting
    let cloud: any Cloud
    let settings: Settings
    let holder: ProcessLease
    /// This host, where several machines share the database; nil on SQLite.
    let host: HostIdentity?
    let log: Logger
    let calls = CallsInFlight()
    let clock: @Sendable () -> Milliseconds

    struct Settings: Sendable {
        let address: CloudAddress
        let model: CloudModel
        /// The text of the consent, which names the provider and the model.
        let copy: ConsentCopy
        /// File of the installation's API key, read for each call so that the key can change without a restart.
        let keyFile: String?
        /// Text of a micro-moment in the shipped library; nil for any other id.
        let moment: @Sendable (String) -> String?

        init(
            address: CloudAddress, model: String, keyFile: String?, moment: @escaping @Sendable (String) -> String?
        ) {
            (self.address, self.model) = (address, CloudModel(model))
            copy = ConsentCopy(model: model, address: address)
            (self.keyFile, self.moment) = (keyFile, moment)
        }

        /// The body of a call with this prompt.
        func body(_ prompt: String) throws -> [UInt8] {
            try CloudBody(
                model: model, shape: address.shape, isOpenAI: address.isOpenAI,
                instructions: PromptBuilder.instructions, input: prompt
            ).bytes()
        }
    }

    init(
        store: Store, bus: any Requesting, cloud: any Cloud, settings: Settings, holder: ProcessLease,
        host: HostIdentity? = nil, log: Logger,
        clock: @escaping @Sendable () -> Milliseconds = WallClock.milliseconds
    ) {
        (self.store, self.bus, self.cloud, self.settings, self.holder, self.host, self.log, self.clock) = (
            store, bus, cloud, settings, holder, host, log, clock
        )
    }

    // MARK: Key

    /// Stores the person's own API key; an empty key removes it.
    /// - Throws: `ServiceError(.invalid)` if the key cannot be sent in a header.
    func setKey(_ request: SetCloudKey) async throws -> Empty {
        let key = request.key.trimmingCharacters(in: .whitespacesAndNewlines)
        guard key.utf8.count <= 512, key.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw ServiceError(.invalid, "An API key is one line without spaces, of at most 512 characters.")
        }
        try await store.write { transaction in
            try transaction.check(request.user)
            try KeyRows(user: request.user, transaction: transaction).set(key)
        }
        return Empty()
    }

    /// The person's own key, else the installation's key.
    func key(of user: UserID) async throws -> CloudKey {
        let own = try await store.read { try KeyRows(user: user, transaction: $0).key() }
        return CloudKey(text: own ?? sharedKey(), isOwn: own != nil)
    }

    /// The installation's key; nil if there is none, or if others may read or write its file (`Keeping` warns then).
    func sharedKey() -> String? {
        guard let path = settings.keyFile, let text = (try? Files.readSecret(path)) ?? nil else { return nil }
        let key = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return key.isEmpty ? nil : key
    }

    // MARK: Receipts

    func receipts(_ request: ReceiptsQuery) async throws -> ReceiptsQuery.Reply {
        try await store.read { transaction in
            let rows = ReceiptRows(user: request.user, transaction: transaction)
            return ReceiptsQuery.Reply(
                receipts: try rows.page(before: request.before ?? .max, after: request.beforeID, limit: Self.page))
        }
    }

    func usage(_ request: CloudUsage) async throws -> CloudUsage.Reply {
        try await store.read { transaction in
            CloudUsage.Reply(
                since: request.since,
                calls: try ReceiptRows(user: request.user, transaction: transaction).count(since: request.since))
        }
    }

    /// Records a call's outcome, even if the calling task is cancelled.
    /// - Parameter outcome: nil for a receipt that its writer left open.
    /// - Returns: false if the database write failed; the receipt is still open.
    @discardableResult
    func close(_ id: EntityID, of user: UserID, outcome: String?) async -> Bool {
        let (store, log) = (store, log)
        return await Task {
            do {
                try await store.write { transaction in
                    let rows = ReceiptRows(user: user, transaction: transaction)
                    if let outcome { try rows.close(id, outcome: outcome) } else { try rows.closeLeftover(id) }
                }
                return true
            } catch {
                log.error("a receipt could not be closed", metadata: ["error": "\(ServiceError.logText(error))"])
                return false
            }
        }.value
    }
}
