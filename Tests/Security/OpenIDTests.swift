import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

extension Security {
    /// Sign-in through an identity provider, against a provider of this test.
    @Suite(.serialized, .tags(.processes)) struct OpenIDTests {
        private static let ada = IdentityProvider.Person("subject-of-ada", name: "Ada", groups: ["staff", "pulsum"])
        private static let eve = IdentityProvider.Person("subject-of-eve", name: "Eve", groups: ["pulsum"])
        private static let oscar = IdentityProvider.Person(
            "subject-of-oscar", name: "Oscar", groups: ["pulsum-operators"])

        /// A stack whose provider is a server of this test.
        private struct World {
            let stack: Stack
            let provider: IdentityProvider

            static func run(_ body: (World) async throws -> Void) async throws {
                let provider = try await IdentityProvider.start(ada)
                let scratch = try Scratch()
                let secret = scratch.file("provider-secret")
                try (IdentityProvider.secret + "\n").write(toFile: secret, atomically: true, encoding: .utf8)
                try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: secret)
                let environment = [
                    "PULSUM_OPENID_ISSUER": provider.issuer, "PULSUM_OPENID_CLIENT": IdentityProvider.clientID,
                    "PULSUM_OPENID_SECRET_FILE": secret, "PULSUM_OPENID_NAME": "Team & Co",
                ]
                let result: Result<Void, any Error>
                do {
                    try await Stack.start(environment: environment, scratch: scratch).during { stack in
                        try await body(World(stack: stack, provider: provider))
                    }
                    result = .success(())
                } catch { result = .failure(error) }
                await provider.stop()
                try result.get()
            }

            func browser(_ language: String = "en-GB") -> Browser {
                Browser(stack.url, headers: ["Accept-Language": language])
            }

            /// Opens an address that leads to the provider, and returns the address there.
            func leave(_ browser: Browser, _ path: String) async throws -> String {
                let page = try await browser.get(path)
                let found = page.text.firstMatch(of: /href="(http[^"]+)"/).map { String($0.output.1) }
                let address = try #require(found, "\(path): \(page.status) \(page.text)")
                return address.replacing("&amp;", with: "&")
            }

            /// The path with which the provider leads back.
            func back(from address: String) async throws -> String {
                let location = try await provider.signIn(at: address)
                #expect(location.hasPrefix(stack.url + "/openid/callback?"))
                return String(location.dropFirst(stack.url.count))
            }

            /// To the provider and back.
            func visit(_ browser: Browser, _ path: String = "/openid/sign-in?next=/journal") async throws
                -> Browser.Answer
            {
                try await browser.get(try await back(from: try await leave(browser, path)))
            }

            /// Where a page of ours leads on to by itself.
            func next(_ page: Browser.Answer) -> String? {
                page.text.firstMatch(of: /class="button" href="([^"]+)"/).map { String($0.output.1) }
            }

            func signedIn(_ person: IdentityProvider.Person, next: String = "/welcome/begin") async throws -> Browser {
                provider.become(person)
                let browser = browser()
                let page = try await visit(browser)
                #expect(page.status == 200 && self.next(page) == next, "\(page.status) \(page.text)")
                return browser
            }
        }

        private func code(_ page: Browser.Answer) -> String? {
            page.text.firstMatch(of: /<p class="small">(\w+)<\/p><\/details>/).map { String($0.output.1) }
        }

        @Test(
            "SEC-14 a person signs in through the provider, confirms sensitive steps by a fresh login, signs out and is erased",
            .timeLimit(.minutes(5)))
        func journey() async throws {
            try await World.run { world in
                let browser = world.browser()
                let welcome = try await browser.get("/sign-in")
                #expect(
                    welcome.text.contains("Sign in with Team &amp; Co")
                        && welcome.text.contains("/openid/sign-in?next=/"))
                let first = try await world.visit(browser)
                #expect(first.status == 200 && world.next(first) == "/welcome/begin")
                #expect(try await browser.get("/welcome/begin").status == 200)
                let me = try await browser.get("/v1/me").json
                #expect(me["name"] as? String == "Ada")
                _ = try await eventually("the set-up link is gone") {
                    (try? world.stack.setUpCode()) == nil ? () : nil
                }
                #expect(try await browser.submit("/check-ins", [("energy", "5")]).text.contains("Saved."))
                let security = try await browser.get("/settings/security").text
                #expect(!security.contains("name=\"old\"") && security.contains("This account has no password."))

                // The second sign-in finds the same account and goes on where it was asked for.
                let other = world.browser()
                let again = try await world.visit(other)
                #expect(world.next(again) == "/journal")
                #expect(try await other.get("/v1/me").json["user"] as? String == me["user"] as? String)

                // Sensitive steps need a fresh login, and a session at the provider is none.
                for (method, path) in [("GET", "/v1/export"), ("POST", "/v1/erase"), ("PUT", "/v1/cloud-key")] {
                    let answer = try await other.ask(method, path, method == "GET" ? nil : ["key": "k"])
                    #expect(answer.status == 403 && answer.json["code"] as? String == "loginNeeded", "\(path)")
                }
                #expect(
                    try await other.put("/v1/consent", ["granted": true, "copyVersion": 1]).json["code"] as? String
                        == "loginNeeded")
                let confirm = try await other.get("/settings/account/export")
                #expect(confirm.text.contains("/openid/confirm?next=/settings/account/export"))
                #expect(!confirm.text.contains("name=\"password\""))
                let confirmed = try await world.visit(other, "/openid/confirm?next=/settings/account/export")
                #expect(world.next(confirmed) == "/settings/account/export")
                #expect(world.provider.authorizations.last?["prompt"] == "login")
                #expect(world.provider.authorizations.last?["max_age"] == "0")
                #expect(try await other.get("/settings/account/export").contentType == "application/zip")
                #expect(try await browser.get("/v1/export").status == 403, "another session of hers is not confirmed")

                let left = try await other.submit("/sign-out", [])
                #expect(left.text.contains("\(world.provider.issuer)/logout?client_id=pulsum"))
                #expect(try await other.get("/v1/me").status == 401)
                #expect(try await browser.get("/v1/me").status == 200)

                let asks = try await browser.submit("/settings/account/erase", [("word", "delete")])
                #expect(asks.status == 403 && code(asks) == "loginNeeded")
                _ = try await world.visit(browser, "/openid/confirm?next=/settings/account")
                let erased = try await browser.submit("/settings/account/erase", [("word", "delete")])
                #expect(erased.status == 200 && !erased.text.contains("loginNeeded"))
                #expect(try await browser.get("/v1/me").status == 401)
                let anew = try await world.signedIn(Self.ada)
                #expect(try await anew.get("/v1/me").json["user"] as? String != me["user"] as? String)

                // Neither log nor disk holds a claim, a token or the secret.
                for text in ["subject-of-ada", "somebody@example.org", "eyJ", IdentityProvider.secret] {
                    #expect(!world.stack.logText.contains(text), "\(text)")
                    let files = world.stack.scratch.filesHolding(text).filter { !$0.hasSuffix("provider-secret") }
                    #expect(text == "eyJ" || files.isEmpty, "\(text): \(files)")
                }
                for request in world.provider.tokenRequests {
                    #expect(!world.stack.logText.contains(request["code"] ?? "?"))
                }
            }
        }

        @Test(
            "SEC-14 groups make people and operators; an operator sees the installation and nobody's data",
            .timeLimit(.minutes(5)))
        func roles() async throws {
            try await World.run { world in
                let ada = try await world.signedIn(Self.ada)
                #expect(try await ada.submit("/check-ins", [("energy", "5")]).status == 200)
                let denied = try await ada.get("/operators")
                #expect(denied.status == 403 && code(denied) == "operatorNeeded")

                let oscar = try await world.signedIn(Self.oscar, next: "/operators")
                for path in ["/operators", "/", "/journal", "/settings/data"] {
                    let page = try await oscar.get(path)
                    #expect(page.status == 200 && page.text.contains("Accounts"), "\(path)")
                    #expect(!page.text.contains("Ada") && page.text.contains("(scoring)"), "\(path)")
                }
                for path in ["/v1/me", "/v1/today", "/v1/journal", "/v1/installation", "/v1/sessions", "/v1/events"] {
                    let answer = try await oscar.get(path)
                    #expect(answer.status == 403 && answer.json["code"] as? String == "personNeeded", "\(path)")
                }
                #expect(try await oscar.submit("/check-ins", [("energy", "5")]).status == 403)
                #expect(try await oscar.submit("/sign-out", []).status == 200)
                #expect(try await oscar.get("/v1/me").status == 401)

                // Both roles: own data, and the page.
                var both = Self.ada
                both.groups.append("pulsum-operators")
                let lead = try await world.signedIn(both, next: "/journal")
                #expect(try await lead.get("/operators").text.contains("(scoring)"))
                #expect(try await lead.get("/settings").text.contains("/operators"))
                #expect(try await lead.get("/v1/check-ins").status == 200)
                #expect(try await ada.get("/operators").status == 200, "the roles of all her sessions follow")

                // Without a group there is no account, and an account's sessions end.
                var nobody = Self.eve
                nobody.groups = ["staff"]
                world.provider.become(nobody)
                let german = world.browser("de-DE")
                let refused = try await world.visit(german)
                #expect(refused.status == 403 && code(refused) == "noGroup")
                #expect(refused.text.contains("Keine deiner Gruppen hat Zugang"))
                #expect(try await german.get("/v1/me").status == 401)
                both.groups = []
                world.provider.become(both)
                #expect(code(try await world.visit(world.browser())) == "noGroup")
                for browser in [ada, lead] { #expect(try await browser.get("/v1/me").status == 401) }
                #expect(try await world.stack.bus.request(ListAccounts()).accounts.map(\.name) == ["Ada", "Oscar"])
            }
        }

        @Test(
            "SEC-14 forged, replayed and diverted sign-ins are refused, each with its sentence", .timeLimit(.minutes(5))
        )
        func attacks() async throws {
            try await World.run { world in
                let expected: [(fault: IdentityProvider.Fault, status: Int, code: String)] = [
                    (.nonce, 403, "loginRefused"), (.noNonce, 403, "loginRefused"), (.audience, 403, "loginRefused"),
                    (.party, 403, "loginRefused"), (.issuer, 403, "loginRefused"), (.unsigned, 403, "loginRefused"),
                    (.symmetric, 403, "loginRefused"), (.otherKey, 403, "loginRefused"),
                    (.unknownKey, 403, "loginRefused"), (.changed, 403, "loginRefused"),
                    (.otherIssuer, 403, "loginRefused"), (.noIssuer, 403, "loginRefused"),
                    (.expired, 403, "clockSkew"), (.issuedLate, 403, "clockSkew"), (.code, 400, "loginExpired"),
                    (.broken, 503, "providerUnreachable"), (.declined, 403, "loginCancelled"),
                ]
                for (fault, status, wanted) in expected {
                    world.provider.fail(fault)
                    let browser = world.browser()
                    let page = try await world.visit(browser)
                    #expect(page.status == status && code(page) == wanted, "\(fault): \(page.status)")
                    #expect(page.text.contains("/openid/sign-in?next=/journal"), "\(fault): a way to begin again")
                    #expect(browser.cookies.keys.filter { $0.contains("session") }.isEmpty, "\(fault)")
                }
                world.provider.fail(nil)
                #expect(world.stack.logText.contains("refused: nonce"))
                #expect(try await world.stack.bus.request(ListAccounts()).accounts.isEmpty)

                // A way back counts once, and in the browser that began it.
                let (ada, eve) = (world.browser(), world.browser())
                let back = try await world.back(from: try await world.leave(ada, "/openid/sign-in"))
                _ = try await world.leave(eve, "/openid/sign-in")
                for browser in [eve, world.browser()] {
                    let page = try await browser.get(back)
                    #expect(page.status == 400 && code(page) == "loginState")
                }
                let cookies = ada.cookies
                #expect(try await [ada.get(back).status, ada.get("/v1/me").status] == [200, 200])
                ada.cookies = cookies
                let replayed = try await ada.get(back)
                #expect(replayed.status == 400 && code(replayed) == "loginState")
                #expect(try await ada.get("/v1/me").status == 401)

                // A code that another person got is not taken, even with the state of this browser.
                world.provider.become(Self.eve)
                let stolen = try await world.back(from: try await world.leave(eve, "/openid/sign-in"))
                let own = try await world.back(from: try await world.leave(ada, "/openid/sign-in"))
                func parameter(_ name: String, _ path: String) -> String {
                    URLComponents(string: path)?.queryItems?.first { $0.name == name }?.value ?? ""
                }
                let mixed = own.replacing(parameter("code", own), with: parameter("code", stolen))
                let page = try await ada.get(mixed)
                #expect(page.status == 400 && code(page) == "loginExpired")

                // Nobody is led to another site.
                world.provider.become(Self.ada)
                for wrong in [
                    "//evil.example", "https://evil.example/", "/%5Cevil.example", "javascript:alert(1)", "x",
                ] {
                    let page = try await world.visit(world.browser(), "/openid/sign-in?next=\(wrong)")
                    #expect(world.next(page) == "/", "\(wrong)")
                }

                // The first sign-in finds the provider's new key; without the provider everything else goes on.
                try world.provider.rotate()
                let signedIn = try await world.signedIn(Self.ada, next: "/journal")
                let address = try await world.leave(world.browser("de-DE"), "/openid/sign-in")
                #expect(address.hasPrefix(world.provider.issuer + "/authorize?"))
                let late = world.browser("de-DE")
                let way = try await world.back(from: try await world.leave(late, "/openid/sign-in"))
                await world.provider.stop()
                let away = try await late.get(way)
                #expect(away.status == 503 && code(away) == "providerUnreachable")
                #expect(away.text.contains("Der Identitätsanbieter antwortet nicht."))
                #expect(try await signedIn.get("/v1/me").status == 200)
            }
        }

        @Test(
            "SEC-14 a password's account is linked from its own session only, after the password and a fresh login",
            .timeLimit(.minutes(5)))
        func linking() async throws {
            try await World.run { world in
                let browser = world.browser()
                #expect(try await world.stack.setUp(browser, "Bob").status == 201)
                let me = try await browser.get("/v1/me").json["user"] as? String
                let file = try APIFile(world.stack)
                #expect(
                    try await world.browser().get("/openid/link").text.contains("name=\"password\""), "signs in first")
                try await file.passQuarterHour()
                let asked = try await browser.get("/openid/link")
                #expect(asked.text.contains("name=\"next\" value=\"/openid/link\""))
                #expect(world.provider.authorizations.isEmpty)
                #expect(
                    try await browser.submit("/confirm", [("next", "/"), ("password", "correct horse battery")]).status
                        == 200)

                // A session at the provider, or a login long ago, does not link.
                var slow = Self.ada
                slow.loggedInAgo = 3600
                world.provider.become(slow)
                world.provider.fail(.staleLogin)
                let stale = try await world.visit(browser, "/openid/link")
                #expect(stale.status == 403 && code(stale) == "loginNotFresh")
                world.provider.fail(nil)
                let linked = try await world.visit(browser, "/openid/link")
                #expect(world.next(linked) == "/settings/security")
                #expect(try await browser.get("/settings/security").text.contains("Linked to the identity provider"))

                let through = try await world.signedIn(Self.ada, next: "/journal")
                #expect(try await through.get("/v1/me").json["user"] as? String == me)
                let direct = world.browser()
                #expect(
                    try await direct.post("/v1/sessions", ["name": "Bob", "password": "correct horse battery"]).status
                        == 201)

                // Confirming as another person, or linking a second time, changes nothing.
                world.provider.become(Self.eve)
                let other = try await world.visit(through, "/openid/confirm?next=/")
                #expect(other.status == 403 && code(other) == "otherPerson")
                #expect(try await through.get("/v1/export").status == 403)
                let second = try await world.visit(browser, "/openid/link")
                #expect(second.status == 409 && code(second) == "identityLinked")

                // Without the link, the provider opens an account of its own.
                let removed = try await browser.submit("/settings/security/openid/remove", [])
                #expect(removed.text.contains("/openid/link"))
                #expect(try await through.get("/v1/me").status == 401)
                #expect(try await direct.get("/v1/me").status == 200)
                let own = try await world.signedIn(Self.ada)
                #expect(try await own.get("/v1/me").json["user"] as? String != me)
            }
        }

        @Test("SEC-14 half a configuration, an open secret and a public provider stop the start with one sentence")
        func configuration() async throws {
            let scratch = try Scratch()
            defer { scratch.remove() }
            let secret = scratch.file("secret")
            try "secret".write(toFile: secret, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: secret)
            let good = [
                "PULSUM_OPENID_ISSUER": "https://10.9.8.7/realms/team", "PULSUM_OPENID_CLIENT": "pulsum",
                "PULSUM_OPENID_SECRET_FILE": secret,
            ]
            func sentence(_ changes: [String: String]) async throws -> String {
                let process = try LoneProcess(
                    Executable.folder.appendingPathComponent("pulsum-api").path,
                    environment: good.merging(changes) { $1 }, scratch: scratch)
                #expect(try await process.ended().status != 0)
                return process.log
            }
            #expect(try await sentence(["PULSUM_OPENID_CLIENT": ""]).contains("belong together"))
            #expect(
                try await sentence(["PULSUM_OPENID_ISSUER": "https://8.8.8.8"]).contains("8.8.8.8 is a public address"))
            #expect(
                try await sentence(["PULSUM_OPENID_ISSUER": "http://10.9.8.7"]).contains("must begin with https://"))
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: secret)
            #expect(try await sentence([:]).contains("open to other people"))
        }
    }
}
