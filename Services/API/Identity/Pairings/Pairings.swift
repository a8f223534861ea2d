import Crypto
import Foundation
import Messages
import Storage
import SystemKit

/// Pairs companions: each gets a token for its own routes, whose secret takes the companion's form.
struct Pairings: Sendable {
    let accounts: Accounts

    private var credentials: Credentials { accounts.credentials }
    private var store: Store { credentials.store }

    /// Length of an access token of Open Wearables.
    static let accessLifetime: Milliseconds = 3_600_000
    /// How long a refresh token that was exchanged still gives the same new pair: the answer may have been lost.
    static let grace: Milliseconds = 600_000
    /// How long an exchanged refresh token is known, to find out that two have used it.
    static let memory: Milliseconds = 60 * 86_400_000
    /// Bytes of the shortest credential that an app may make.
    private static let minimumCredential = 24
    private static let maximumCredential = 256
    /// Ended pairings that are kept, so that what they brought can be undone.
    private static let maximumEnded = 100
    /// Letters of codes: none that are easily mistaken for another.
    private static let letters = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")

    /// A new pairing with its secrets: each app uses one of them.
    struct Made {
        var pairing: Pairing
        /// The token that the app sends in a header; nil for apps that exchange a code.
        var token: String?
        /// To be typed in.
        var code: String?
        /// Part of a link.
        var invitation: String?
        var expires: Milliseconds
    }

    /// Access and refresh token of Open Wearables.
    struct Pair: Sendable {
        var access: String
        var refresh: String
        var user: UserID
    }

    static func digest(_ secret: String) -> Data { Credentials.digest(secret) }

    // MARK: Pairings

    /// Ends pairings of which nobody used the secret in time, and one of the same app and label whose secret nobody has
    /// used yet: a lost secret is made again.
    /// - Throws: `ServiceError`: `invalid`; `conflict` if the label is in use or there are too many; `erased`.
    func make(
        _ app: CompanionApp, label: String, member: String?, for user: UserID, from address: String
    ) async throws -> Made {
        let label = label.trimmingCharacters(in: .whitespacesAndNewlines)
        try Credentials.check(label: label)
        let now = credentials.now()
        let pairing = Pairing(
            id: .random(), companion: app, label: label, member: member.flatMap { $0.isEmpty ? nil : $0 }, created: now)
        if let member = pairing.member { try Credentials.check(label: member) }
        if app == .openScale, pairing.member == nil {
            throw ServiceError(
                .invalid, "member is your user in openScale, by name or number: the app sends all users of the scale.")
        }
        var made = Made(pairing: pairing, expires: now + app.patience)
        var codes: [String] = []
        switch app {
        case .hcWebhook, .openScale, .healthAutoExport: made.token = Self.hex(SymmetricKey(size: .bits256))
        case .openWearables:
            made.code = Self.code(8)
            codes = [made.code ?? ""]
        case .healthBridge:
            made.code = Self.code(15)
            made.invitation = "hbi_" + Self.base64(SymmetricKey(size: .bits256))
            codes = [made.code ?? "", made.invitation ?? ""]
        }
        let (secrets, given, expires) = (codes, made.token, made.expires)
        let replaced = try await store.write { transaction -> [Pairing] in
            guard try !transaction.isErased(user) else { throw ServiceError(.erased, "This account has been erased.") }
            try TokenRows(transaction: transaction).deleteExpired(now)
            let rows = PairingRows(user: user, transaction: transaction)
            let known = try rows.all()
            for old in known where Self.isExpired(old, at: now) { try rows.end(old.id, at: now) }
            let replaced = known.filter { $0.label == label && Self.isUnclaimed($0, by: app, at: now) }
            for old in replaced { try rows.end(old.id, at: now) }
            try Credentials.checkRoom(for: label, of: user, transaction)
            let ended = try rows.all().filter { $0.ended != nil }
            for old in ended.dropLast(Self.maximumEnded) { try rows.remove(old.id) }
            try rows.set(pairing)
            if let given { try Self.give(given, to: pairing, of: user, at: now, expires: expires, transaction) }
            let invitation = InvitationRows.Invitation(user: user, pairing: pairing.id, expires: expires)
            for secret in secrets {
                try InvitationRows(transaction: transaction).add(Self.digest(secret), app, invitation)
            }
            return replaced
        }
        for old in replaced { await accounts.record.note(.tokenRevoked, of: user, from: address, label: old.label) }
        await accounts.record.note(.tokenMade, of: user, from: address, label: label)
        return made
    }

    /// Whether the app did not use its secret within a day: nothing leads to a token any more.
    private static func isUnused(_ pairing: Pairing, at now: Milliseconds) -> Bool {
        !pairing.isUsed && now - (pairing.redeemed ?? pairing.created) > CompanionApp.unusedLifetime
    }

    /// Whether nobody used its secret in time.
    private static func isExpired(_ pairing: Pairing, at now: Milliseconds) -> Bool {
        pairing.expires.map { $0 <= now } ?? false
    }

    /// Whether it is a living pairing of the app whose secret nobody has used.
    private static func isUnclaimed(_ pairing: Pairing, by app: CompanionApp, at now: Milliseconds) -> Bool {
        guard pairing.companion == app.rawValue, pairing.redeemed == nil, let expires = pairing.expires else {
            return false
        }
        return expires > now
    }

    /// The label, with a number after it if `make` would refuse it.
    func freeLabel(_ label: String, for app: CompanionApp, of user: UserID) async throws -> String {
        let now = credentials.now()
        let paired = try await all(of: user).map(\.pairing)
        let kept = paired.filter {
            $0.ended == nil && !Self.isExpired($0, at: now) && !Self.isUnclaimed($0, by: app, at: now)
        }
        let others = Set(paired.map(\.id)).subtracting(kept.map(\.id))
        let tokens = try await credentials.tokens(of: user, kind: .device).filter { !others.contains($0.id) }
        let taken = Set(kept.map(\.label) + tokens.map(\.label))
        guard taken.contains(label) else { return label }
        return (2...).lazy.map { "\(label) \($0)" }.first { !taken.contains($0) } ?? label
    }

    /// Oldest first, each with its token; nil for one without. `isPaired` is false if nothing leads to a token.
    func all(of user: UserID) async throws -> [(pairing: Pairing, token: Credentials.Token?, isPaired: Bool)] {
        let tokens = try await credentials.tokens(of: user, kind: .device)
        return try await store.read { transaction in
            try PairingRows(user: user, transaction: transaction).all().map { pairing in
                let token = tokens.first { $0.id == pairing.id }
                let isPaired =
                    try token != nil
                    || RefreshRows(transaction: transaction).isRefreshable(pairing.id, of: user)
                return (pairing, token, isPaired)
            }
        }
    }

    /// A pairing, ended ones included.
    func pairing(_ id: EntityID, of user: UserID) async throws -> Pairing? {
        try await store.read { try PairingRows(user: user, transaction: $0).pairing(id) }
    }

    /// The pairing of a token, which this use keeps: a secret that its companion has not used ends after a day.
    /// - Throws: `Problem`: 401 for a pairing that has ended, 403 for one of another companion.
    func use(_ token: Credentials.Token, by app: CompanionApp) async throws -> Pairing {
        guard let pairing = try await pairing(token.id, of: token.user), pairing.ended == nil else {
            throw Problem(
                status: .unauthorized, code: "tokenUnknown",
                detail: "This pairing has ended: pair the app again.")
        }
        guard pairing.companion == app.rawValue else {
            throw Problem(
                status: .forbidden, code: "refused", detail: "This token belongs to another companion: pair this one.")
        }
        guard !pairing.isUsed else { return pairing }
        let now = credentials.now()
        return try await change(pairing.id, of: token.user) { pairing, transaction in
            pairing.isUsed = true
            pairing.begun = now
            // The access token of Open Wearables ends by itself.
            if app != .openWearables { try TokenRows(transaction: transaction).keep(token) }
        } ?? pairing
    }

    /// Ends a pairing. What it brought stays, and can be undone.
    func end(_ id: EntityID, of user: UserID, from address: String) async throws {
        let now = credentials.now()
        let ended = try await store.write { try PairingRows(user: user, transaction: $0).end(id, at: now) }
        guard let ended else { return }
        await accounts.record.note(.tokenRevoked, of: user, from: address, label: ended.label)
    }

    /// Removes a pairing that has ended and of which nothing is left.
    func forget(_ id: EntityID, of user: UserID) async throws {
        try await store.write { transaction in
            let rows = PairingRows(user: user, transaction: transaction)
            if try rows.pairing(id)?.ended != nil { try rows.remove(id) }
        }
    }

    /// Changes a pairing that has not ended.
    /// - Returns: the changed pairing; nil if it has ended.
    @discardableResult
    func change(
        _ id: EntityID, of user: UserID, _ body: @escaping @Sendable (inout Pairing, Transaction) throws -> Void
    ) async throws -> Pairing? {
        try await store.write { transaction -> Pairing? in
            try transaction.check(user)
            let rows = PairingRows(user: user, transaction: transaction)
            guard var pairing = try rows.pairing(id), pairing.ended == nil else { return nil }
            let before = pairing
            try body(&pairing, transaction)
            if pairing != before { try rows.set(pairing) }
            return pairing
        }
    }

    /// Notes that a phone reaches this installation, once for a pairing whose app has not sent yet. Does nothing for an
    /// unknown or ended one.
    func reach(_ id: EntityID, of user: UserID) async throws {
        let now = credentials.now()
        guard let known = try await pairing(id, of: user), known.reached == nil, known.expires.map({ $0 > now }) == true
        else { return }
        try await change(id, of: user) { pairing, transaction in
            pairing.reached = now
            // Open pages of the person show it.
            try TokenRows(transaction: transaction).emitDevices(of: user)
        }
    }

    // MARK: Invitations

    /// Exchanges a code of Open Wearables; nil for an unknown one.
    /// - Throws: `ServiceError`: `busy` after too many wrong codes of the address, `unavailable` while the person's
    ///   tokens are suspended.
    func redeem(code: String, from address: String) async throws -> Pair? {
        let now = credentials.now()
        return try await guessing(address) { transaction in
            let rows = InvitationRows(transaction: transaction)
            guard let invitation = try rows.invitation(Self.digest(code), .openWearables, at: now),
                let pairing = try Self.markRedeemed(invitation, at: now, transaction)
            else { return nil }
            try rows.remove(invitation)
            let pair = Pair(
                access: Self.hex(SymmetricKey(size: .bits256)), refresh: "rt-" + Self.hex(SymmetricKey(size: .bits128)),
                user: invitation.user)
            try Self.add(pair, pairing, at: now, transaction)
            return pair
        }
    }

    /// Makes a credential of Health Bridge a token. The same request again succeeds again.
    /// - Parameter invitation: a secret or a typed code.
    /// - Returns: the label; nil for an unknown or used invitation.
    /// - Throws: as `redeem(code:from:)`.
    func redeem(
        invitation secret: String, installation: String, credential: String, from address: String
    ) async throws -> String? {
        guard (Self.minimumCredential...Self.maximumCredential).contains(credential.utf8.count) else { return nil }
        let now = credentials.now()
        let bound = Self.digest("\(installation)\u{0}\(credential)")
        let spelled = secret.hasPrefix("hbi_") ? secret : secret.uppercased().filter { $0.isLetter || $0.isNumber }
        return try await guessing(address) { transaction in
            let rows = InvitationRows(transaction: transaction)
            guard let invitation = try rows.invitation(Self.digest(spelled), .healthBridge, at: now),
                let pairing = try Self.markRedeemed(invitation, at: now, transaction)
            else { return nil }
            if let known = invitation.bound { return known == bound ? pairing.label : nil }
            guard try TokenRows(transaction: transaction).token(Self.digest(credential), at: now) == nil else {
                return nil
            }
            try Self.give(
                credential, to: pairing, of: invitation.user, at: now, expires: now + CompanionApp.unusedLifetime,
                transaction)
            try rows.bind(invitation, to: bound)
            return pairing.label
        }
    }

    /// The pairing of an invitation, marked as redeemed; nil if it has ended.
    private static func markRedeemed(
        _ invitation: InvitationRows.Invitation, at now: Milliseconds, _ transaction: Transaction
    ) throws -> Pairing? {
        try checkSuspension(of: invitation.user, transaction)
        guard try !transaction.isErased(invitation.user) else { return nil }
        let rows = PairingRows(user: invitation.user, transaction: transaction)
        guard var pairing = try rows.pairing(invitation.pairing), pairing.ended == nil else { return nil }
        if pairing.redeemed == nil {
            pairing.redeemed = now
            try rows.set(pairing)
        }
        return pairing
    }

    private static func checkSuspension(of user: UserID, _ transaction: Transaction) throws {
        guard try IdentityRows(transaction: transaction).isSuspended(user) else { return }
        throw ServiceError(
            .unavailable, "Device tokens are suspended until their person signs in through the identity provider again."
        )
    }

    /// Counts an attempt against the address, and takes it back if it succeeds.
    private func guessing<T: Sendable>(
        _ address: String, _ body: @escaping @Sendable (Transaction) throws -> T?
    ) async throws -> T? {
        let throttle = try await accounts.throttle()
        return try await store.write { transaction in
            let subjects = [Throttle.Subject.address(address)]
            try throttle.count(subjects, transaction)
            let found = try body(transaction)
            if found != nil { try throttle.forgive(subjects, transaction) }
            return found
        }
    }

    // MARK: Tokens that end

    /// Exchanges a refresh token for a new pair. The one before gives the same pair for `grace`. Later it ends the pairing:
    /// two have used it, and nobody can tell which of them is the app (RFC 9700, 4.14.2).
    /// - Returns: nil for an unknown one, for one that was exchanged before, and for one whose companion sent nothing
    ///   within a day.
    /// - Throws: `ServiceError(.unavailable)` while the person's tokens are suspended.
    func refresh(_ secret: String, from address: String) async throws -> Pair? {
        let now = credentials.now()
        let (pair, ended) = try await store.write { transaction -> (Pair?, (pairing: Pairing, user: UserID)?) in
            let rows = RefreshRows(transaction: transaction)
            let digest = Self.digest(secret)
            guard let known = try rows.refresh(digest), try !transaction.isErased(known.user) else { return (nil, nil) }
            let pairings = PairingRows(user: known.user, transaction: transaction)
            // A clock that was set back makes the exchange lie in the future.
            if let used = known.used, now - used > Self.grace {
                return (nil, try pairings.end(known.pairing, at: now).map { ($0, known.user) })
            }
            try Self.checkSuspension(of: known.user, transaction)
            guard let pairing = try pairings.pairing(known.pairing), pairing.ended == nil else { return (nil, nil) }
            guard !Self.isUnused(pairing, at: now) else {
                try pairings.end(pairing.id, at: now)
                return (nil, nil)
            }
            let pair = try Self.next(secret, known.user, transaction)
            guard known.used == nil else { return (pair, nil) }
            try rows.deleteUsed(before: now - Self.memory, of: known)
            try rows.use(digest, known, at: now)
            try Self.add(pair, pairing, at: now, transaction)
            return (pair, nil)
        }
        if let ended {
            await accounts.record.note(.tokenRevoked, of: ended.user, from: address, label: ended.pairing.label)
        }
        return pair
    }

    /// The pair after a refresh token: derived, so that nothing but digests is stored.
    private static func next(_ secret: String, _ user: UserID, _ transaction: Transaction) throws -> Pair {
        let hash = try transaction.dataKey(user).keyedHash(for: "companion tokens")
        return Pair(
            access: hash.hash("access \(secret)").hexadecimal,
            refresh: "rt-" + hash.hash("refresh \(secret)").prefix(16).hexadecimal, user: user)
    }

    private static func add(
        _ pair: Pair, _ pairing: Pairing, at now: Milliseconds, _ transaction: Transaction
    ) throws {
        try give(pair.access, to: pairing, of: pair.user, at: now, expires: now + accessLifetime, transaction)
        try RefreshRows(transaction: transaction).add(
            digest(pair.refresh), RefreshRows.Refresh(user: pair.user, pairing: pairing.id))
    }

    /// Makes a secret the token of a pairing, in place of the one before. It has the pairing's id: whoever revokes the
    /// token ends the pairing.
    private static func give(
        _ secret: String, to pairing: Pairing, of user: UserID, at now: Milliseconds, expires: Milliseconds,
        _ transaction: Transaction
    ) throws {
        let tokens = TokenRows(transaction: transaction)
        try tokens.deleteExpired(now)
        let before = try tokens.delete(pairing.id, of: user, kind: .device)
        try tokens.add(
            Credentials.Token(
                id: pairing.id, user: user, kind: .device, label: pairing.label, scopes: [], created: now,
                expires: expires, used: before?.used, confirmed: nil, isOlder: false, isCompanion: true),
            digest: digest(secret))
        try tokens.emitDevices(of: user)
    }

    // MARK: Spelling

    private static func code(_ count: Int) -> String {
        String((0..<count).map { _ in letters[Int.random(in: 0..<letters.count)] })
    }

    private static func hex(_ key: SymmetricKey) -> String { key.withUnsafeBytes { $0.hexadecimal } }

    private static func base64(_ key: SymmetricKey) -> String {
        key.withUnsafeBytes { Self.base64(Data($0)) }
    }

    /// base64url without padding.
    static func base64(_ bytes: Data) -> String {
        bytes.base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }
}
