import Crypto
import Fixtures
import Foundation
import Messages
import Storage
import SystemKit

/// A person of the benchmark. Everything follows from the number, so that a kept data directory can be used again.
struct DayPerson: Sendable {
    static let password = "correct horse battery"

    let number: Int

    var name: String { "Person \(number)" }
    var user: UserID {
        var random = SplitMix(seed: 0xDA7_0000 + UInt64(number))
        return .random(using: &random)
    }
    /// Secrets of the browser's session and of the phone's token.
    var session: String { Self.hex(digest("session")) }
    var token: String { Self.hex(digest("phone")) }
    /// An address of 127/8 of their own, because the API limits connections per address.
    var address: String { "127.\(1 + number / 50_000).\(number / 200 % 250).\(1 + number % 200)" }

    fileprivate func digest(_ purpose: String) -> Data { Data(SHA256.hash(data: Data("\(purpose) of \(number)".utf8))) }
    private static func hex(_ bytes: Data) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

/// Makes accounts with a session and a phone's token. They are written through the store of the API, as a replica of
/// it would: by the command line each account costs a password hash of 0.3 s.
struct DayAccounts {
    private let store: Store

    /// People per transaction, which then holds the database's writer for some 20 ms.
    private static let page = 50

    /// - Parameter data: data directory of a running stack.
    init(_ data: String) throws {
        let server = Executables.environment["PULSUM_DATABASE"].flatMap { PostgresAddress($0, service: "api") }
        store = try Store(
            at: server.map { .server($0) } ?? .file(data + "/db/api.sqlite"), service: .api,
            key: try .loadOrCreate(path: data + "/master.key"), migrations: [])
    }

    /// Makes those of the first `count` people who have no account.
    /// - Parameter model: an account made the usual way; its password and hash are everybody's.
    func make(_ count: Int, like model: UserID) async throws {
        let now = WallClock.milliseconds()
        let (stored, made) = try await store.read { transaction in
            (
                try transaction.value(Data.self, "SELECT password FROM accounts WHERE user = ?", [model]),
                try transaction.value(Int.self, "SELECT count(*) FROM accounts WHERE name LIKE 'Person %'") ?? 0
            )
        }
        guard let stored else { throw BenchmarkError("the first account is missing") }
        for start in stride(from: made, to: count, by: Self.page) {
            let people = (start..<min(count, start + Self.page)).map { DayPerson(number: $0) }
            try await store.write { transaction in
                for person in people { try Self.make(person, stored, now, transaction) }
            }
        }
    }

    // As in the API's Schema.columns: a benchmark cannot import a service.
    private static let accounts = TableColumns(
        "accounts", granting: ["user", "name", "password", "created", "example"], key: ["user"])
    private static let tokens = TableColumns(
        "tokens",
        granting: ["digest", "id", "user", "kind", "label", "created", "expires", "scopes", "confirmed", "roles"],
        key: ["id"], digest: "digest", texts: ["label"])

    private static func make(_ person: DayPerson, _ stored: Data, _ now: Milliseconds, _ transaction: Transaction)
        throws
    {
        let user = person.user
        try transaction.insert(
            ["user": user, "name": person.name, "password": stored, "created": now, "example": 0], into: accounts)
        for (kind, secret) in [("session", person.session), ("device", person.token)] {
            let isSession = kind == "session"
            try transaction.insert(
                [
                    "digest": transaction.storedDigest(Data(SHA256.hash(data: Data(secret.utf8))), in: tokens),
                    "id": EntityID.random(), "user": user, "kind": kind, "label": "bench", "created": now,
                    "expires": isSession ? now + 30 * 86_400_000 : nil, "scopes": isSession ? nil : "ingest",
                    "confirmed": isSession ? now : nil, "roles": nil,
                ], into: tokens)
        }
        let profile = Profile(
            user: user, revision: 1, timeZones: [ZonePeriod(since: 0, zone: "UTC")], country: "DE", sourceOrder: [])
        try transaction.execute(
            "INSERT INTO profiles (user, revision, sealed) VALUES (?, 1, ?)",
            [user, try transaction.seal(profile, user: user, table: "profiles", row: "profile")])
        try transaction.emit(ProfileChanged(user: user, profile: profile))
    }
}
