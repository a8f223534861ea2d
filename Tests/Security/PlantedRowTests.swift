import Crypto
import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

@testable import Storage

extension Security {
    /// Somebody writes the databases without the master key: a thief of a disk whose key lies elsewhere, an
    /// administrator of the database server.
    @Suite("Planted rows", .tags(.processes)) struct PlantedRowTests {
        private static let password = "correct horse battery"

        /// The digest of a secret that the attacker knows, as SQL.
        private static func digest(_ secret: String) -> String {
            hex(Array(SHA256.hash(data: Data(secret.utf8))))
        }

        private static func hex(_ bytes: some Sequence<UInt8>) -> String {
            "x'" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "'"
        }

        private static func events(_ browser: Browser) async throws -> [String] {
            try await browser.get("/v1/security-record").list.compactMap { $0["event"] as? String }
        }

        private static func signIn(_ stack: Stack, _ name: String = "Ada") async throws -> Browser {
            let browser = Browser(stack.url)
            #expect(try await browser.post("/v1/sessions", ["name": name, "password": password]).status == 201)
            return browser
        }

        @Test(
            "SEC-15 a row in tokens is no sign-in: planted, copied and changed rows count as absent, and are recorded",
            .timeLimit(.minutes(3)))
        func tokens() async throws {
            try await Stack.run { stack in
                _ = try await stack.makeAccount()
                let other = try await stack.makeAccount("Bob")
                let browser = try await Self.signIn(stack)
                let file = try APIFile(stack)
                let nobody = Browser(stack.url)
                func status(_ secret: String, _ path: String = "/v1/me") async throws -> Int {
                    try await nobody.get(path, headers: ["Authorization": "Bearer \(secret)"]).status
                }

                // A row made from a known secret, with every column of a real one, and with a proof of another row.
                let columns = "id, user, kind, label, created, expires, scopes, confirmed, roles, proof"
                for (secret, proof) in [("planted", "NULL"), ("proved", "proof")] {
                    try file.execute(
                        """
                        INSERT INTO tokens (digest, \(columns)) SELECT \(Self.digest(secret)), randomblob(16), user,
                        'device', '\(secret)', created, expires, 'ingest read', NULL, NULL, \(proof) FROM tokens LIMIT 1
                        """)
                    #expect(try await status(secret) == 401, "\(secret)")
                }
                try file.execute(
                    """
                    INSERT INTO tokens (digest, \(columns)) SELECT \(Self.digest("session")), randomblob(16), user, kind,
                    label, created, expires, scopes, confirmed, roles, proof FROM tokens WHERE kind = 'session' LIMIT 1
                    """)
                let cookie = try #require(browser.cookies.keys.first { $0.contains("session") })
                let thief = Browser(stack.url)
                thief.cookies = [cookie: "session"]
                #expect(try await thief.get("/v1/journal").status == 401)
                #expect(try await thief.get("/v1/export").status == 401)
                try file.execute("DELETE FROM tokens WHERE digest = \(Self.digest("session"))")

                // Real tokens, changed: each change is refused, and what was before counts again.
                func make(_ label: String, _ more: [String: Any] = [:]) async throws -> String {
                    let made = try await browser.post("/v1/tokens", ["label": label].merging(more) { $1 })
                    return try #require(made.json["token"] as? String)
                }
                let phone = try await make("phone", ["scopes": ["ingest"]])
                let display = try await make("display", ["scopes": ["read"], "expires": 4_000_000_000_000])
                #expect(try await status(phone, "/v1/ingest/anchors") == 200)
                #expect(try await status(display) == 200)
                let row = try file.blobs("SELECT id FROM tokens WHERE scopes = 'ingest'").map(Self.hex)[0]
                let label = try file.blobs("SELECT CAST(label AS BLOB) FROM tokens WHERE id = \(row)").map(Self.hex)[0]
                for (change, back) in [
                    ("scopes = 'ingest read'", "scopes = 'ingest'"),
                    ("label = 'tablet'", "label = CAST(\(label) AS TEXT)"),
                    ("kind = 'session'", "kind = 'device'"), ("created = created + 1", "created = created - 1"),
                    ("roles = 'person operator'", "roles = NULL"), ("confirmed = created", "confirmed = NULL"),
                    ("user = \(Self.hex(other.bytes))", ""),
                ] {
                    try file.execute("UPDATE tokens SET \(change) WHERE id = \(row)")
                    #expect(try await status(phone, "/v1/ingest/anchors") == 401, "\(change)")
                    guard !back.isEmpty else { continue }
                    try file.execute("UPDATE tokens SET \(back) WHERE id = \(row)")
                    #expect(try await status(phone, "/v1/ingest/anchors") == 200, "\(back)")
                }
                try file.execute("UPDATE tokens SET expires = NULL WHERE scopes = 'read'")
                #expect(try await status(display) == 401)

                // The confirmation of a session that is not fresh.
                try await file.passQuarterHour()
                #expect(try await browser.get("/v1/export").status == 403)
                try file.execute("UPDATE tokens SET confirmed = confirmed + 900001 WHERE kind = 'session'")
                #expect(try await browser.get("/v1/export").status == 401)
                try file.execute("UPDATE tokens SET confirmed = confirmed - 900001 WHERE kind = 'session'")
                #expect(try await browser.get("/v1/export").status == 403)

                _ = try await eventually("the refusals are recorded") {
                    try await Self.events(browser).contains("rowRefused") ? true : nil
                }
                let metrics = try await Browser(try stack.healthAddress(of: .api)).get("/metrics").text
                #expect(metrics.contains("pulsum_rows_refused_total{table=\"tokens\"}"))
                #expect(!stack.logText.contains("tablet"))
                let listed = try await stack.pulsum("rows")
                #expect(listed.output.contains("which count as absent") && listed.output.contains("planted"))
            }
        }

        @Test(
            "SEC-15 a planted password, name, second factor, browser, identity or erase job counts as absent",
            .timeLimit(.minutes(3)))
        func accounts() async throws {
            try await Stack.run { stack in
                let ada = try await stack.makeAccount()
                let bob = try await stack.makeAccount("Bob")
                let browser = try await Self.signIn(stack)
                let file = try APIFile(stack)
                let (adas, bobsRow) = ("user = \(Self.hex(ada.bytes))", "user = \(Self.hex(bob.bytes))")
                func signsIn(_ name: String) async throws -> Int {
                    try await Browser(stack.url).post("/v1/sessions", ["name": name, "password": Self.password]).status
                }
                // Bob knows his password and wants Ada's account.
                let bobs = "(SELECT password FROM accounts WHERE \(bobsRow))"
                let old = try #require(try file.blobs("SELECT password FROM accounts WHERE \(adas)").first)
                try file.execute("UPDATE accounts SET password = \(bobs) WHERE \(adas)")
                #expect(try await signsIn("Ada") == 403)
                try file.execute("UPDATE accounts SET password = \(Self.hex(old)) WHERE \(adas)")
                #expect(try await signsIn("Ada") == 201)

                // A second factor that is switched off stays on.
                let key = try await browser.post("/v1/second-factor", ["password": Self.password])
                #expect(key.status == 201 || key.status == 200, "\(key.text)")
                try file.execute("UPDATE second_factors SET step = 1")
                #expect(try await signsIn("Ada") == 401)
                try file.execute("DELETE FROM second_factors")

                try file.execute(
                    "INSERT INTO erase_jobs (subject, service, done, erased) VALUES (\(Self.hex(ada.bytes)), 'api', 0, 0)"
                )
                _ = try await eventually("the job was looked at") {
                    let metrics = try await Browser(try stack.healthAddress(of: .api)).get("/metrics").text
                    return metrics.contains("pulsum_rows_refused_total{table=\"erase_jobs\"} 0") ? nil : true
                }
                #expect(try await signsIn("Ada") == 201)
            }
        }

        @Test(
            "SEC-15 a planted grant is no consent, an ended consent stays ended, and an end always counts",
            .timeLimit(.minutes(3)))
        func consents() async throws {
            try await Stack.run { stack in
                let user = try await stack.makeAccount()
                let file = try DatabaseFile(stack.directory + "/db/gateway.sqlite")
                func isGranted() async throws -> Bool { try await stack.bus.request(ConsentQuery(user: user)).granted }
                func plant(_ version: Int64, granted: Int) throws {
                    try file.execute(
                        """
                        INSERT INTO consents (user, version, granted, copy_version, at, id)
                        VALUES (\(Self.hex(user.bytes)), \(version), \(granted), 1, 1, randomblob(16))
                        """)
                }
                try plant(1, granted: 1)
                #expect(try await !isGranted())
                #expect(try await stack.consent(of: user).granted)
                try plant(9, granted: 1)
                #expect(try await isGranted(), "the real one counts")
                _ = try await stack.bus.request(SetConsent(user: user, granted: false, copyVersion: 1, at: 2))
                #expect(try await !isGranted())
                // The end is deleted: the grant before it does not come back.
                try file.execute("DELETE FROM consents WHERE version = (SELECT max(version) FROM consents)")
                #expect(try await !isGranted())
                try plant(Int64.max, granted: 1)
                #expect(try await !isGranted())
                #expect(try await stack.consent(of: user).granted, "a person can consent again")
                try plant(.max, granted: 0)
                #expect(try await !isGranted(), "an end needs no proof")
                #expect(stack.logText.contains("A row was refused"))
                _ = try await eventually("the refusal is in the person's record") {
                    try await stack.bus.request(SecurityRecordQuery(user: user)).entries.contains {
                        $0.event == .rowRefused && $0.label == "consents"
                    } ? true : nil
                }
            }
        }

        /// Turns the databases of a stopped stack into those of an earlier release.
        private static func makeOlder(_ directory: String) throws {
            let key = try MasterKey.loadOrCreate(path: directory + "/master.key")
            for service in Topology.services {
                let check = hex(try key.makeCheck(service: service, rows: .accepted))
                try DatabaseFile(directory + "/db/\(service).sqlite").execute(
                    "UPDATE storage_meta SET key_check = \(check)")
            }
        }

        @Test(
            "SEC-15 rows of an earlier release count until “pulsum rows seal”, which survives a kill; then none without a proof does",
            .timeLimit(.minutes(5)))
        func sealed() async throws {
            let first = try await Stack.start()
            try await first.stop(remove: false)
            try Self.makeOlder(first.directory)
            try await Stack.start(scratch: first.scratch).during { stack in
                let user = try await stack.makeAccount()
                let browser = try await Self.signIn(stack)
                let made = try await browser.post("/v1/tokens", ["label": "phone", "scopes": ["read"]])
                let phone = try #require(made.json["token"] as? String)
                #expect(try await stack.consent(of: user).granted)
                // A crisis whose verdict earlier releases read in the clear.
                let value = SaveValue(user: user, content: ValueContent(title: "I want to kill myself tonight."))
                #expect(try await stack.bus.request(value).value.facts.level == .crisis)
                try await stack.settle()
                let goals = try DatabaseFile(stack.directory + "/db/goals.sqlite")
                func shown() throws -> [Int] {
                    try [
                        "FROM crises WHERE level > 0 OR sealed IS NULL", "FROM abstractions WHERE level > 1",
                    ].map { try goals.rows("SELECT count(*) \($0)")[0][0] }
                }
                #expect(try shown() == [1, 1])
                // As the earlier release leaves them, and many, so that the command takes its time.
                let file = try APIFile(stack)
                let gateway = try DatabaseFile(stack.directory + "/db/gateway.sqlite")
                try file.execute(
                    """
                    UPDATE tokens SET proof = NULL; UPDATE accounts SET proof = NULL;
                    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60000)
                    INSERT INTO tokens (digest, id, user, kind, label, created)
                        SELECT randomblob(32), randomblob(16), user, 'device', 'old ' || i, 1 FROM n, accounts;
                    """)
                try gateway.execute("UPDATE consents SET proof = NULL; DELETE FROM consent_heads")
                // The API has another port after its death.
                func page(_ cookies: [String: String] = [:]) throws -> Browser {
                    let page = Browser("http://\(try stack.httpAddress())")
                    page.cookies = cookies
                    return page
                }
                func expectEverything() async throws {
                    #expect(try await page(browser.cookies).get("/v1/me").status == 200)
                    let headers = ["Authorization": "Bearer \(phone)"]
                    #expect(try await page().get("/v1/me", headers: headers).status == 200)
                    #expect(try await stack.bus.request(ConsentQuery(user: user)).granted)
                    let values = try await stack.bus.request(ValuesQuery(user: user)).values
                    #expect(values.map(\.facts.level) == [.crisis])
                    let now = Milliseconds(Date().timeIntervalSince1970 * 1000)
                    let asOf = AsOf(at: now, today: Day(number: Int32(now / 86_400_000)))
                    #expect(try await stack.bus.request(GoalsQuery(user: user, asOf: asOf)).isQuiet)
                }
                func plant(_ secret: String) throws {
                    try file.execute(
                        """
                        INSERT INTO tokens (digest, id, user, kind, label, created, scopes)
                        SELECT \(Self.digest(secret)), randomblob(16), user, 'device', '\(secret)', 1, 'read' FROM accounts
                        """)
                }
                func counts(_ secret: String) async throws -> Bool {
                    let headers = ["Authorization": "Bearer \(secret)"]
                    return try await page().get("/v1/me", headers: headers).status == 200
                }
                try await expectEverything()
                #expect(try await stack.pulsum("status").output.contains("pulsum rows seal"))

                let refused = try await stack.pulsum("rows", "seal", input: "n\n")
                #expect(refused.status != 0 && refused.output.contains("phone") && refused.output.contains("Ada"))
                let listed = Set(refused.output.split(separator: "\n").compactMap { $0.firstMatch(of: /old \d+/)?.0 })
                #expect(listed.count == 60_000, "all of them")
                #expect(try file.count("SELECT count(*) FROM tokens WHERE proof IS NOT NULL") == 0)

                let api = try #require(stack.processIDs(of: .api).first)
                async let killed = stack.pulsum("rows", "seal", "--yes")
                // Without a pause: the command goes on meanwhile.
                while try file.count("SELECT EXISTS (SELECT 1 FROM tokens WHERE proof IS NOT NULL)") == 0 {
                    try Task.checkCancellation()
                    await Task.yield()
                }
                kill(api, SIGKILL)
                #expect(try await killed.status != 0)
                #expect(try file.count("SELECT count(*) FROM tokens WHERE proof IS NULL") > 0, "in the middle")
                _ = try await eventually("the API is back") {
                    (try? await page(browser.cookies).get("/v1/me").status == 200) == true ? true : nil
                }
                try await expectEverything()
                try plant("before")
                #expect(try await counts("before"), "a row from before the command is like a real one")

                let sealed = try await stack.pulsum("rows", "seal", input: "y\n")
                #expect(sealed.status == 0 && sealed.output.contains("before"), "\(sealed.output) \(sealed.errors)")
                #expect(try file.count("SELECT count(*) FROM tokens WHERE proof IS NULL OR length(digest) = 32") == 0)
                try await expectEverything()
                #expect(try shown() == [0, 0])
                let clear = "SELECT count(*) FROM tokens WHERE label NOT LIKE char(1) || '%'"
                #expect(try file.count(clear) == 0)
                #expect(try file.count("SELECT count(*) FROM accounts WHERE sealed IS NULL OR name LIKE '%a'") == 0)
                try plant("after")
                #expect(try await !counts("after"))
                #expect(try gateway.rows("SELECT count(*) FROM consents WHERE granted IN (0, 1)")[0][0] as Int == 0)
                try gateway.execute("UPDATE consents SET proof = NULL")
                #expect(try await !stack.bus.request(ConsentQuery(user: user)).granted)
                #expect(
                    try await stack.pulsum("rows", "seal").output.contains(
                        "Every service requires proofs and hides content"))
                #expect(try await !counts("after"), "the command gives no proof any more")
                #expect(try await !stack.pulsum("status").output.contains("pulsum rows seal"))
            }
        }
    }
}
