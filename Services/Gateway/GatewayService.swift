import Bus
import Foundation
import Logging
import Messages
import Storage
import Wire

/// The gateway: consent, minimisation and the only way out.
struct GatewayService: Sendable {
    /// How long a withdrawal waits for calls in flight before it answers `pending`.
    static let patience = Duration.seconds(3)
    /// Receipts in one answer.
    static let page = 100

    let store: Store
    /// Safety is asked over it.
    let bus: any Requesting
    let cloud: any Cloud
    let settings: Settings
    let holder: Holder
    let log: Logger
    let calls = CallsInFlight()
    let clock: @Sendable () -> Milliseconds

    struct Settings: Sendable {
        var address: CloudAddress
        var model: String
        /// Read for each call, so that a key can be changed without a restart.
        var keyFile: String?
        /// Text of a moment of the shipped library; nil for any other id.
        var moment: @Sendable (String) -> String?
    }

    init(
        store: Store, bus: any Requesting, cloud: any Cloud, settings: Settings, holder: Holder, log: Logger,
        clock: @escaping @Sendable () -> Milliseconds = { Milliseconds(Date().timeIntervalSince1970 * 1000) }
    ) {
        (self.store, self.bus, self.cloud, self.settings, self.holder, self.log, self.clock) = (store, bus, cloud, settings, holder, log, clock)
    }

    // MARK: Consent

    /// Writes the person's word down first; a withdrawal then ends this process's calls and waits a little for all of them.
    /// - Throws: `BusError(.conflict)` where the person saw another text than today's.
    func setConsent(_ request: SetConsent, id: RequestID) async throws -> ConsentState {
        guard !request.granted || request.copyVersion == ConsentCopy.version else {
            throw BusError(.conflict, "The text of the consent has changed; read it again before you agree.")
        }
        let consent = try await store.command(id, user: request.user) { transaction in
            let consent = try ConsentRows(user: request.user, transaction: transaction)
                .append(granted: request.granted, copyVersion: request.copyVersion, at: request.at)
            try transaction.emit(ConsentChanged(user: request.user, version: consent.version, granted: consent.granted))
            return consent
        }
        if !consent.granted {
            calls.cancel(request.user)
            let deadline = ContinuousClock.now + Self.patience
            while try await isCallInFlight(request.user), ContinuousClock.now < deadline { try await Task.sleep(for: .milliseconds(20)) }
        }
        return try await consentState(request.user)
    }

    func consentState(_ user: UserID) async throws -> ConsentState {
        let inFlight = try await isCallInFlight(user)
        let hasSharedKey = sharedKey() != nil
        return try await store.read { transaction in
            let consent = try ConsentRows(user: user, transaction: transaction).current()
            let hasKey = try hasSharedKey || transaction.value(Int.self, "SELECT 1 FROM cloud_keys WHERE user = ?", [user]) != nil
            let granted = consent?.allows ?? false
            return ConsentState(
                granted: granted, version: consent?.version ?? 0, at: consent?.at, copyVersion: ConsentCopy.version, pending: !granted && inFlight,
                banner: ConsentCopy.banner, hasKey: hasKey)
        }
    }

    /// Whether an open receipt says so; receipts of dead processes are closed on the way.
    private func isCallInFlight(_ user: UserID) async throws -> Bool {
        let open = try await store.read { try ReceiptRows(user: user, transaction: $0).inFlight() }
        let abandoned = open.filter { $0.holder == holder.name ? !calls.contains($0.id) : holder.isDead($0.holder) }.map(\.id)
        for id in abandoned { await close(id, of: user, outcome: "interrupted") }
        return open.count > abandoned.count
    }

    /// Ends this process's calls of people who withdrew at another gateway. An economy, not the barrier: that is the consent check in the transaction of each
    /// receipt, and the open receipts.
    func follow(_ events: AsyncStream<WatchEvent>) async {
        for await event in events {
            let users: Set<UserID>
            switch event {
            case .event(let event) where event.type == ConsentChanged.type.rawValue: users = Set([event.user].compactMap(\.self))
            case .missed(.gateway): users = calls.users
            case .event, .missed: continue
            }
            for user in users where (try? await store.read { try ConsentRows(user: user, transaction: $0).current()?.allows ?? false }) == false {
                calls.cancel(user)
            }
        }
    }

    // MARK: Key

    /// - Throws: `BusError(.invalid)` for what cannot be sent as a key.
    func setKey(_ request: SetCloudKey) async throws -> Nothing {
        let key = request.key.trimmingCharacters(in: .whitespacesAndNewlines)
        guard key.utf8.count <= 512, key.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw BusError(.invalid, "An API key is one line without spaces, of at most 512 characters.")
        }
        try await store.write { transaction in
            try transaction.check(request.user)
            guard !key.isEmpty else {
                try transaction.execute("DELETE FROM cloud_keys WHERE user = ?", [request.user])
                return
            }
            let sealed = try transaction.sealBytes(Array(key.utf8), user: request.user, table: "cloud_keys", row: "key")
            try transaction.execute(
                "INSERT INTO cloud_keys (user, sealed) VALUES (?, ?) ON CONFLICT (user) DO UPDATE SET sealed = excluded.sealed", [request.user, sealed])
        }
        return Nothing()
    }

    /// The person's own key, else the installation's.
    func key(of user: UserID) async throws -> String? {
        let own = try await store.read { transaction in
            try transaction.value(Data.self, "SELECT sealed FROM cloud_keys WHERE user = ?", [user]).map {
                String(decoding: try transaction.openBytes($0, user: user, table: "cloud_keys", row: "key"), as: UTF8.self)
            }
        }
        return own ?? sharedKey()
    }

    private func sharedKey() -> String? {
        guard let path = settings.keyFile, let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
        let key = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return key.isEmpty ? nil : key
    }

    // MARK: Receipts

    func receipts(_ request: ReceiptsQuery) async throws -> ReceiptsQuery.Reply {
        try await store.read { transaction in
            let rows = ReceiptRows(user: request.user, transaction: transaction)
            return ReceiptsQuery.Reply(receipts: try rows.page(before: request.before ?? .max, limit: Self.page))
        }
    }

    /// Notes how a call ended, also where the call itself was cancelled. A disk that cannot take it leaves the receipt open: it is closed at the next look.
    func close(_ id: EntityID, of user: UserID, outcome: String) async {
        let (store, log) = (store, log)
        await Task {
            do {
                try await store.write { try ReceiptRows(user: user, transaction: $0).close(id, outcome: outcome) }
            } catch {
                log.error("a receipt could not be closed", metadata: ["error": "\(type(of: error))"])
            }
        }.value
    }
}
