import AsyncHTTPClient
import Bus
import Crypto
import Fixtures
import Foundation
import Messages
import ServiceKit
import Storage
import TestTraits
import Testing

@testable import API
@testable import Gateway

extension Security {
    /// State that a restored backup must not bring back, and files that are not valid backups.
    @Suite(.serialized, .tags(.processes)) struct RestoreTests {
        static let day = Day(number: Int32(Date().timeIntervalSince1970 / 86_400) - 1)
        static var pulsum: String { Executable.folder.appendingPathComponent("pulsum").path }

        @Test(
            "SEC-8 A backup from before somebody withdrew consent, revoked a token and signed out brings none of it back; people are told why",
            .timeLimit(.minutes(4)))
        func ended() async throws {
            let scratch = try Scratch()
            let archive = scratch.file("pulsum.backup")
            nonisolated(unsafe) var secret = Data()
            @Sendable func code(_ offset: Int64 = 0) -> String {
                TOTP.code(secret, step: TOTP.step(at: Milliseconds(Date().timeIntervalSince1970 * 1000)) + offset)
            }
            let (ada, cookie, token) = try await Stack.start(scratch: scratch).during(remove: false) { stack in
                let ada = try await stack.makeAccount("Ada")
                let cookie = try await Web.signIn("Ada", stack)
                let made = try await Web.call("POST", "tokens", ["label": "phone"], cookie: cookie, stack)
                let token = try #require(try made.json()["token"] as? String)
                _ = try await stack.bus.request(SetConsent(user: ada, granted: true, copyVersion: 1, at: 1))
                let begun = try await Web.call(
                    "POST", "second-factor", ["password": "correct horse battery"], cookie: cookie, stack)
                secret = try #require(AccountTests.decode(try begun.json()["key"] as? String ?? ""))
                _ = try await AccountTests.stepWithTimeLeft()
                let confirmed = try await Web.call(
                    "POST", "second-factor/confirm", ["code": code(-1)], cookie: cookie, stack)
                #expect((try confirmed.json()["recoveryCodes"] as? [String])?.count == 10)
                #expect(try await Web.call("GET", "me", cookie: cookie, stack).status == 200)
                #expect(try await stack.pulsum("backup", archive).status == 0)
                let state = try await stack.bus.request(SetConsent(user: ada, granted: false, copyVersion: 1, at: 2))
                #expect(!state.granted && state.endedBy == nil, "her own word needs no explanation")
                _ = try await Web.call("DELETE", "sessions/current", cookie: cookie, stack)
                #expect(try await Web.call("GET", "me", cookie: cookie, stack).status == 401)
                return (ada, cookie, token)
            }
            let restored = try await Executable.run(
                Self.pulsum, ["restore", archive], environment: ["PULSUM_DATA": scratch.file("data")])
            #expect(restored.status == 0, "\(restored)")
            try await Stack.start(scratch: scratch).during(remove: false) { stack in
                #expect(
                    try await Web.call("GET", "me", cookie: cookie, stack).status == 401,
                    "the session of the backup has ended")
                #expect(try await Web.call("GET", "me", bearer: token, stack).status == 401, "so has its token")
                let state = try await stack.bus.request(ConsentQuery(user: ada))
                #expect(!state.granted && state.version == 2 && state.endedBy == "restore", "\(state)")
                let fresh = try await Web.signIn("Ada", code: code(), stack)
                let factor = try await Web.call("GET", "second-factor", cookie: fresh, stack).json()
                #expect(
                    factor["enabled"] as? Bool == true && factor["recoveryCodesLeft"] as? Int == 0,
                    "some may have been used since the backup")
                #expect(
                    try await Web.call("GET", "consent", cookie: fresh, stack).json()["endedBy"] as? String == "restore"
                )
                #expect(try await stack.pulsum("consent").output.contains("a backup was restored"))
                let export = try await stack.bus.request(ExportUser(user: ada), to: .gateway)
                let consents = export.files.filter { $0.name == "gateway/consents.csv" }.map {
                    String(decoding: $0.content, as: UTF8.self)
                }.joined()
                #expect(
                    consents.split(separator: "\n").count == 3, "a record is appended, none is changed: \(consents)")
            }
            // The restore steps ran once: later changes by people persist.
            try await Stack.start(scratch: scratch).during { stack in
                let cookie = try await Web.signIn("Ada", code: code(1), stack)
                let ended = try await stack.bus.request(ConsentQuery(user: ada))
                let state = try await stack.bus.request(
                    SetConsent(user: ada, granted: true, copyVersion: 1, at: 3, follows: ended.record))
                #expect(state.granted && state.endedBy == nil)
                #expect(try await Web.call("GET", "me", cookie: cookie, stack).status == 200)
                let record = try await stack.bus.request(SecurityRecordQuery(user: ada)).entries
                #expect(record.count { $0.event == .restored } == 1, "the restore is in her security record, once")
            }
        }

        @Test(
            "SEC-8 A service that ran on while its database was replaced by a restore ends, and starts with the new one",
            .timeLimit(.minutes(3)))
        func replaced() async throws {
            let scratch = try Scratch()
            defer { scratch.remove() }
            let plans = Executable.folder.appendingPathComponent("pulsum-plans").path
            let old = try LoneProcess(plans, scratch: scratch)
            try await old.started()
            // Exchanges the files as “pulsum restore” does after it has marked the new ones as restored.
            let (db, work) = (scratch.file("data/db"), scratch.file("work"))
            try FileManager.default.copyItem(atPath: db, toPath: work)
            let key = try #require(try MasterKey.load(path: scratch.file("data/master.key")))
            let copy = try Store(path: work + "/plans.sqlite", service: .plans, key: key, migrations: [])
            try await copy.markRestored(Restored(id: .random(), at: 7))
            try copy.close()
            try FileManager.default.moveItem(atPath: db, toPath: scratch.file("replaced"))
            try FileManager.default.moveItem(atPath: work, toPath: db)
            let end = try await old.ended(within: .seconds(60))
            #expect(end == .exit(1), "it is restarted")
            #expect(old.log.contains("was restored while this process ran"), "\(old.log)")

            let new = try LoneProcess(plans, scratch: scratch)
            try await new.started()
            #expect(new.log.contains("post-restore steps are done"), "\(new.log)")
        }

        @Test(
            "SEC-8 A restored gateway closes the calls that were open, withdraws what was granted and leaves other words alone, in one transaction"
        )
        func gateway() async throws {
            let scratch = try Scratch()
            defer { scratch.remove() }
            let store = try Store(
                path: scratch.file("gateway.sqlite"), service: .gateway,
                key: try MasterKey.loadOrCreate(path: scratch.file("master.key")),
                migrations: Gateway.Schema.migrations)
            let (granted, withdrawn, open) = (UserID.random(), UserID.random(), EntityID.random())
            try await store.write { transaction in
                let person = ConsentRows(user: granted, transaction: transaction)
                _ = try person.grant(copyVersion: 1, at: 1, following: nil)
                let other = ConsentRows(user: withdrawn, transaction: transaction)
                _ = try other.grant(copyVersion: 1, at: 1, following: nil)
                _ = try other.withdraw(copyVersion: 1, at: 2)
                let receipt = Receipt(
                    id: open, at: 1, consentVersion: 1, destination: "https://example.org", body: "{}",
                    outcome: ReceiptRows.open)
                try ReceiptRows(user: granted, transaction: transaction).add(receipt, holder: "gone")
            }
            try await store.markRestored(Restored(id: .random(), at: 7))
            _ = try await store.runRestoreSteps { try Gateway.AfterRestore.run($0, $1) }
            let (first, second, reasons) = try await store.read { transaction in
                (
                    try ConsentRows(user: granted, transaction: transaction).all(),
                    try ConsentRows(user: withdrawn, transaction: transaction).all(),
                    [
                        try ConsentEndRows(user: granted, transaction: transaction).reason(version: 2),
                        try ConsentEndRows(user: granted, transaction: transaction).reason(version: 1),
                        try ConsentEndRows(user: withdrawn, transaction: transaction).reason(version: 3),
                    ]
                )
            }
            #expect(first.map(\.granted) == [true, false] && first.last?.at == 7)
            #expect(
                second.map(\.granted) == [true, false, false],
                "a grant that follows the backup's record must not count any more")
            #expect(reasons == ["restore", nil, nil])
            let receipts = try await store.read {
                try ReceiptRows(user: granted, transaction: $0).page(before: .max, limit: 9)
            }
            #expect(receipts.map(\.outcome) == ["interrupted"])
        }

        @Test(
            "SEC-8 What was altered, exchanged, cut or lengthened, and what nobody authenticated, is refused by name and changes nothing",
            .timeLimit(.minutes(4)))
        func altered() async throws {
            let scratch = try Scratch()
            defer { scratch.remove() }
            let environment = ["PULSUM_DATA": scratch.file("data")]
            let archive = scratch.file("pulsum.backup")
            try await Stack.start(scratch: scratch).during(remove: false) { stack in
                _ = try await stack.makeAccount("Ada")
                #expect(try await stack.pulsum("backup", archive).status == 0)
            }
            let whole = try Data(contentsOf: URL(fileURLWithPath: archive))
            let mode = try FileManager.default.attributesOfItem(atPath: archive)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            let before = try digest(of: scratch.file("data/db"))
            var middle = whole
            middle[whole.count / 2] ^= 1
            let chunk = (256 << 10) + 16
            let exchanged =
                whole.prefix(64) + whole[(64 + chunk)..<(64 + 2 * chunk)] + whole[64..<(64 + chunk)]
                + whole[(64 + 2 * chunk)...]
            let cases: [(String, Data, String)] = [
                ("altered", middle, "altered"), ("exchanged", Data(exchanged), "altered"),
                ("cut", whole.prefix(whole.count - 9), "cut short"),
                ("chunk", whole.prefix(64 + chunk), "cut short"),
                ("longer", whole + Data("x".utf8), "nothing was changed"),
                ("text", Data("no backup".utf8), "not a backup"),
                ("newer", Data("pulsum-backup 2\n".utf8) + whole.dropFirst(16), "newer release"),
            ]
            for (name, content, sentence) in cases {
                let path = scratch.file(name)
                try content.write(to: URL(fileURLWithPath: path))
                let refused = try await Executable.run(Self.pulsum, ["restore", path], environment: environment)
                #expect(
                    refused.status == 1 && refused.errors.contains(path) && refused.errors.contains(sentence),
                    "\(name): \(refused)")
            }
            // A backup of an earlier release: a tar of the databases.
            let tar = try await Executable.run(
                "/usr/bin/env",
                [
                    "sh", "-c",
                    "cd '\(scratch.file("data"))' && tar --format=ustar -cf '\(scratch.file("old.tar"))' db/*.sqlite",
                ])
            #expect(tar.status == 0, "\(tar)")
            let plain = try await Executable.run(
                Self.pulsum, ["restore", scratch.file("old.tar")], environment: environment)
            #expect(plain.status == 1 && plain.errors.contains("--unauthenticated"), "\(plain)")
            #expect(try digest(of: scratch.file("data/db")) == before, "nothing was touched")
            let left = try FileManager.default.contentsOfDirectory(atPath: scratch.file("data/run")).filter {
                $0.hasPrefix("backup")
            }
            #expect(left.isEmpty)
            let accepted = try await Executable.run(
                Self.pulsum, ["restore", "--unauthenticated", scratch.file("old.tar")], environment: environment)
            #expect(accepted.status == 0, "\(accepted)")
            let good = try await Executable.run(Self.pulsum, ["restore", archive], environment: environment)
            #expect(good.status == 0, "\(good)")
        }

        @Test(
            "SEC-8 A backup under a passphrase is one file that restores an empty machine, key included; a key that is there is never replaced",
            .timeLimit(.minutes(4)))
        func passphrase() async throws {
            let scratch = try Scratch()
            let archive = scratch.file("everything.backup")
            let secret = "seven random words are a good passphrase"
            let user = try await Stack.start(scratch: scratch).during(remove: false) { stack in
                let user = try await stack.makeAccount("Ada")
                _ = try await stack.bus.request(
                    SubmitJournal(user: user, day: Self.day, at: 1, text: "A quetzalcanary sang."))
                try await stack.settle()
                let short = try await stack.pulsum("backup", "--passphrase", archive, input: "short\n")
                #expect(short.status == 1 && short.errors.contains("characters"), "\(short)")
                let made = try await stack.pulsum("backup", "--passphrase", archive, input: secret + "\n")
                #expect(made.status == 0 && made.output.contains("passphrase alone"), "\(made)")
                return user
            }
            let key = try Data(contentsOf: URL(fileURLWithPath: scratch.file("data/master.key")))
            let content = try Data(contentsOf: URL(fileURLWithPath: archive))
            for planted in [key, Data("quetzalcanary".utf8), Data("SQLite format".utf8), Data(secret.utf8)] {
                #expect(content.range(of: planted) == nil)
            }

            let elsewhere = try Scratch()
            let environment = ["PULSUM_DATA": elsewhere.file("data")].merging(SentenceModel.environment) { $1 }
            let wrong = try await Executable.run(
                Self.pulsum, ["restore", archive], environment: environment, input: "another passphrase\n")
            #expect(
                wrong.status == 1 && wrong.errors.contains(archive)
                    && !FileManager.default.fileExists(atPath: elsewhere.file("data/master.key")), "\(wrong)")
            try Data((secret + "\n").utf8).write(to: URL(fileURLWithPath: elsewhere.file("passphrase")))
            chmod(elsewhere.file("passphrase"), 0o600)
            let restored = try await Executable.run(
                Self.pulsum, ["restore", archive],
                environment: environment.merging(["PULSUM_BACKUP_PASSPHRASE_FILE": elsewhere.file("passphrase")]) { $1 }
            )
            #expect(restored.status == 0, "\(restored)")
            #expect(try Data(contentsOf: URL(fileURLWithPath: elsewhere.file("data/master.key"))) == key)
            #expect(
                try FileManager.default.attributesOfItem(atPath: elsewhere.file("data/master.key"))[.posixPermissions]
                    as? Int == 0o600)
            try await Stack.start(scratch: elsewhere).during { stack in
                let texts = try await Web.journal(user, stack); #expect(texts == ["A quetzalcanary sang."])
            }

            let third = try Scratch()
            let other = Data((0..<32).map { _ in UInt8.random(in: 0...255) })
            try FileManager.default.createDirectory(atPath: third.file("data"), withIntermediateDirectories: true)
            try other.write(to: URL(fileURLWithPath: third.file("data/master.key")))
            chmod(third.file("data/master.key"), 0o600)
            let refused = try await Executable.run(
                Self.pulsum, ["restore", archive], environment: ["PULSUM_DATA": third.file("data")],
                input: secret + "\n")
            #expect(refused.status == 1 && refused.errors.contains("--rekey"), "\(refused)")
            let again = try await Executable.run(
                Self.pulsum, ["restore", "--rekey", archive], environment: ["PULSUM_DATA": third.file("data")],
                input: secret + "\n")
            #expect(again.status == 0, "\(again)")
            #expect(try Data(contentsOf: URL(fileURLWithPath: third.file("data/master.key"))) == other)
            try await Stack.start(scratch: third).during { stack in
                let texts = try await Web.journal(user, stack)
                #expect(texts.count == 1)
                _ = try await Web.signIn("Ada", stack)
            }
            scratch.remove()
        }

        private func digest(of directory: String) throws -> [String: String] {
            let names = try FileManager.default.contentsOfDirectory(atPath: directory).filter {
                $0.hasSuffix(".sqlite")
            }
            return try Dictionary(
                uniqueKeysWithValues: names.map {
                    ($0, "\(SHA256.hash(data: try Data(contentsOf: URL(fileURLWithPath: "\(directory)/\($0)"))))")
                })
        }
    }

    /// A minimal browser or device for these tests.
    enum Web {
        struct Answer {
            let status: Int
            let body: Data
            let cookie: String?
            func json() throws -> [String: Any] {
                try #require(try JSONSerialization.jsonObject(with: body) as? [String: Any])
            }
        }

        static func call(
            _ method: String, _ path: String, _ body: [String: String]? = nil, cookie: String? = nil,
            bearer: String? = nil, _ stack: Stack
        ) async throws -> Answer {
            var request = HTTPClientRequest(url: "\(stack.url)/v1/\(path)")
            request.method = .init(rawValue: method)
            if let cookie { request.headers.add(name: "Cookie", value: cookie) }
            if let bearer { request.headers.add(name: "Authorization", value: "Bearer \(bearer)") }
            if let body {
                request.headers.add(name: "Content-Type", value: "application/json")
                request.body = .bytes(try JSONEncoder().encode(body))
            }
            let response = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
            let bytes = try await response.body.collect(upTo: 4 << 20)
            let cookie = response.headers.first(name: "Set-Cookie").map { String($0.prefix { $0 != ";" }) }
            return Answer(status: Int(response.status.code), body: Data(bytes.readableBytesView), cookie: cookie)
        }

        /// The texts of a person's journal, newest first.
        static func journal(_ user: UserID, _ stack: Stack) async throws -> [String] {
            let entries = try await stack.bus.request(JournalQuery(user: user)).entries
            return entries.map { $0.text }
        }

        /// - Returns: the session's cookie.
        static func signIn(_ name: String, code: String? = nil, _ stack: Stack) async throws -> String {
            var body = ["name": name, "password": "correct horse battery"]
            body["code"] = code
            let answer = try await call("POST", "sessions", body, stack)
            #expect(answer.status == 201, "\(String(decoding: answer.body, as: UTF8.self))")
            return try #require(answer.cookie)
        }
    }
}
