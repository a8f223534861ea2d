import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

/// The forms of the pages, sent as a browser without script sends them: each leads to a page that shows what it did.
@Suite(.serialized, .tags(.processes, .sharedStack)) struct PageFormTests {
    private static let good = "correct horse battery"

    /// The first group of a pattern in a page.
    private func found(_ pattern: String, _ page: Browser.Answer) throws -> String {
        let match = try Regex(pattern, as: (Substring, Substring).self).firstMatch(in: page.text)
        return try #require(match.map { String($0.1) }, "\(pattern)")
    }

    private func entry(_ text: String, _ browser: Browser) async throws -> String {
        let saved = try await browser.submit("/pulse", [("text", text)])
        #expect(saved.status == 200 && saved.text.contains("Saved to Journal."))
        let entries = try await browser.get("/v1/journal").list
        return try #require(entries.first { $0["text"] as? String == text }?["id"] as? String)
    }

    @Test("WEB-8 Journal by forms: edit, mood, keep out, search, delete and undo", .timeLimit(.minutes(5)))
    func journal() async throws {
        try await Stack.shared { stack in
            let browser = Browser(stack.url, headers: ["Accept-Language": "en-GB"])
            #expect(try await stack.setUp(browser).status == 201)
            let walk = try await entry("A long walk by the river.", browser)
            _ = try await entry("Deadlines all day.", browser)

            let found = try await browser.get("/journal?q=river")
            #expect(found.text.contains("A long walk by the river.") && !found.text.contains("Deadlines"))
            #expect(try await browser.get("/journal?q=glacier").text.contains("No entry contains these words."))

            let page = try await browser.get("/journal/\(walk)")
            let revision = try self.found("name=\"revision\" value=\"([0-9]+)\"", page)
            let edited = try await browser.submit(
                "/journal/\(walk)/edit", [("revision", revision), ("text", "A short walk by the sea.")])
            #expect(edited.text.contains("A short walk by the sea.") && edited.text.contains("Saved."))
            let late = try await browser.submit(
                "/journal/\(walk)/edit", [("revision", revision), ("text", "Typed meanwhile elsewhere.")])
            #expect(late.status == 409 && late.text.contains("Typed meanwhile elsewhere."), "what was typed is kept")
            #expect(late.text.contains("role=\"alert\""))

            let mood = try await browser.submit("/journal/\(walk)/mood", [("mood", "-0.4")])
            #expect(mood.text.contains("value=\"-0.4\" selected"))
            let out = try await browser.submit("/journal/\(walk)/mood", [("mood", ""), ("keptOut", "1")])
            #expect(out.text.contains("name=\"keptOut\" value=\"1\" checked"))

            let deleted = try await browser.submit("/journal/\(walk)/delete", [])
            #expect(deleted.text.contains("Deleted.") && !deleted.text.contains("A short walk by the sea."))
            let undo = try self.found("action=\"(/journal/[0-9a-f-]+/restore)\"", deleted)
            let restored = try await browser.submit(undo, [("key", walk)])
            #expect(restored.text.contains("A short walk by the sea."))
            #expect(try await browser.get("/journal").text.contains("A short walk by the sea."))
        }
    }

    @Test(
        "WEB-4 A day by forms: answers, circumstances, one that goes on until it is ended, what is left out, readings",
        .timeLimit(.minutes(5)))
    func day() async throws {
        try await Stack.shared { stack in
            let browser = Browser(stack.url, headers: ["Accept-Language": "en-GB"])
            #expect(try await stack.setUp(browser).status == 201)
            let given = try await browser.submit("/check-ins", [("energy", "5")])
            #expect(given.text.contains("5 of 7") && given.text.contains("Saved."))
            for wrong in ["9", "x"] {
                #expect(try await browser.submit("/check-ins", [("energy", wrong)]).status == 400)
            }
            let today = try #require(try await browser.get("/v1/check-ins").list.first?["day"] as? String)

            let noted = try await browser.submit(
                "/days/\(today)/context", [("flag", "travel"), ("lasting", "illness")])
            #expect(noted.text.contains("value=\"travel\" checked"))
            let end = try found("action=\"(/contexts/[0-9a-f-]+/end)\"", noted)
            let ended = try await browser.submit(end, [("through", today), ("next", "/pulse")])
            #expect(ended.text.contains("name=\"text\""))
            #expect(!ended.text.contains("/contexts/"), "what ended today cannot be ended again")
            #expect(try await browser.submit("/days/yesterday/context", []).status == 400)
            #expect(try await browser.submit("/days/\(today)/context", [("flag", "boredom")]).status == 400)

            // Own tags: added, kept while a form names them, gone when it does not, and shown on the next day's form.
            let tagged = try await browser.submit(
                "/days/\(today)/context", [("tags", "given"), ("newTag", "Sauna, late shift"), ("flag", "travel")])
            #expect(tagged.text.contains("name=\"tag\" value=\"Sauna\" checked"))
            _ = try await browser.submit("/pulse", [("tags", "given"), ("tag", "Sauna"), ("newTag", "SAUNA, gym")])
            let listed = try await browser.get("/v1/tags").json
            #expect((listed["days"] as? [[String: Any]])?.first?["tags"] as? [String] == ["Sauna", "gym"])
            #expect(try await browser.get("/pulse").text.contains("value=\"gym\" checked"))
            #expect(
                try await browser.get("/compare?metric=score&tag=own:late+shift").text.contains("late shift"))
            let danger = try await browser.submit(
                "/days/\(today)/context", [("tags", "given"), ("newTag", "want to kill myself")])
            #expect(danger.status == 403 && danger.text.contains("tel:"))
            let both = try await browser.submit(
                "/pulse", [("tags", "given"), ("newTag", "want to kill myself"), ("text", "A cup of tea.")])
            #expect(both.status == 403 && both.text.contains("tel:"))
            #expect(try await browser.get("/journal?q=tea").text.contains("A cup of tea."), "the entry is kept")
            #expect(
                try await browser.submit(
                    "/days/\(today)/context", [("tags", "given"), ("newTag", "x\(String(repeating: "y", count: 50))")]
                )
                .status == 400)
            #expect(try await browser.get("/v1/tags").json["known"] as? [String] == ["gym", "Sauna"])

            let masked = try await browser.submit("/context-mask", [("flag", "alcohol")])
            #expect(masked.text.contains("value=\"alcohol\" checked"))
            #expect(try await browser.get("/v1/context-mask").text.contains("alcohol"))

            _ = try await entry("Quiet evening.", browser)
            for (metric, sign) in [
                ("energy", "5 of 7"), ("sentiment", "/journal/"), ("stress", "<h1>"), ("sleepQuality", "<h1>"),
            ] {
                let page = try await browser.get("/readings?metric=\(metric)&day=\(today)")
                #expect(page.status == 200 && page.text.contains(sign), "\(metric)")
            }
            #expect(try await browser.get("/readings?metric=luck").status == 404)
            #expect(try await browser.get("/readings?metric=sleep&day=31%2F31%2F2026").status == 400)
        }
    }

    @Test(
        "COA-5 SAF-5 Coach and safety by forms: a cheer once, put off, deleted conversation, not a crisis, own plan",
        .timeLimit(.minutes(5)))
    func coach() async throws {
        try await Stack.shared { stack in
            let browser = Browser(stack.url, headers: ["Accept-Language": "en-GB"])
            #expect(try await stack.setUp(browser).status == 201)
            let moments = try await browser.get("/v1/cards").json["cards"] as? [[String: Any]] ?? []
            let addresses = moments.compactMap { $0["moment"] as? String }.map { "/suggestions/\($0)" }
            try #require(addresses.count == 3)
            let later = try await browser.submit(addresses[1], [("answer", "accepted")])
            #expect(later.text.contains("<p class=\"label\">Later today</p>"))
            #expect(later.text.contains("It comes back later today."))
            let done = try await browser.submit(addresses[0], [("answer", "completed")])
            let cheer = try found("id=\"toast\"[^>]*><p>([^<]+)<", done)
            #expect(cheer != "Done." && !cheer.contains("!") && !cheer.contains("in a row"), "\(cheer)")
            #expect(done.text.contains("Done today"))
            #expect(try await browser.submit(addresses[2], [("answer", "eaten")]).status == 400)
            #expect(
                try await browser.submit(addresses[2], [("answer", "dismissed")]).text.contains("Hidden for a month"))
            let hidden = try await browser.get("/coach").text
            #expect(hidden.contains("id=\"hidden\"") && hidden.contains("value=\"restored\""))
            let restored = try await browser.submit(addresses[2], [("answer", "restored")]).text
            #expect(restored.contains("It is back.") && !restored.contains("id=\"hidden\""))
            // The suggestion of the day is answered on Today, where its answer stays until it is taken back.
            let today = try await browser.get("/").text
            #expect(today.contains("value=\"completed\" hidden") && today.contains("value=\"restored\">"))
            let again = try await browser.submit(addresses[0], [("answer", "restored"), ("back", "/")]).text
            #expect(again.contains("value=\"completed\">") && again.contains("value=\"restored\" hidden"))
            let declined = try await browser.submit(addresses[0], [("answer", "declined"), ("back", "/")]).text
            #expect(declined.contains(">Not today</span>"))

            let answered = try await browser.submit("/coach", [("text", "How can I fall asleep faster?")])
            #expect(answered.text.contains("AI · this machine"))
            #expect(try await browser.get("/coach").text.contains("How can I fall asleep faster?"))
            let emptied = try await browser.submit("/coach/conversation/delete", [])
            #expect(
                !emptied.text.contains("How can I fall asleep faster?")
                    && emptied.text.contains("conversation is deleted"))

            let safety = try await browser.submit("/coach", [("text", World.crisisText)])
            #expect(safety.text.contains("tel:") && safety.text.contains("action=\"/coach/not-a-crisis\""))
            #expect(try await browser.get("/coach").text.contains("/safety?reason="))
            #expect(try await browser.submit("/coach/not-a-crisis", []).status == 200)
            #expect(try await !browser.get("/coach").text.contains("/safety?reason="))

            let written = try await browser.submit("/pulse", [("text", World.crisisText)])
            let denial = try found("action=\"(/journal/[0-9a-f-]+/not-a-crisis)\"", written)
            // The coach hears of the journal's verdict by an event.
            try await eventually("Today offers help") {
                try await browser.get("/").text.contains("/safety?reason=") ? () : nil
            }
            #expect(try await browser.submit(denial, []).status == 200)
            try await eventually("Today offers none") {
                try await browser.get("/").text.contains("/safety?reason=") ? nil : ()
            }

            let plan = try await browser.get("/safety")
            let revision = try found("name=\"revision\" value=\"([0-9]+)\"", plan)
            let field = try found("<textarea id=\"plan-[A-Za-z]+\" name=\"([A-Za-z]+)\"", plan)
            let saved = try await browser.submit(
                "/safety/plan", [("revision", revision), (field, "I stop answering\nI skip meals")])
            #expect(saved.text.contains("I stop answering") && saved.text.contains("Saved."))
            #expect(try await browser.submit("/safety/plan", [(field, "x")]).status == 400)
        }
    }

    @Test(
        "WEB-9 OWN-1 Settings by forms: language, streak, tokens, password, second factor, other sessions, ends, confirming",
        .timeLimit(.minutes(5)))
    func settings() async throws {
        try await Stack.shared { stack in
            let browser = Browser(stack.url, headers: ["Accept-Language": "en-GB"])
            #expect(try await stack.setUp(browser).status == 201)
            let you = [("country", "DE"), ("timeZone", "Europe/Vienna"), ("language", "de"), ("streak", "1")]
            let german = try await browser.submit("/settings/you", you)
            #expect(german.text.contains("<html lang=\"de\"") && german.text.contains("Europe/Vienna"))
            #expect(german.text.contains("name=\"streak\" value=\"1\" checked"))
            #expect(try await browser.get("/v1/profile").text.contains("Vienna"))
            #expect(
                try await browser.submit("/settings/you", [("country", "GB"), ("language", "en")]).text
                    .contains("<html lang=\"en\""))

            let data = try await browser.submit(
                "/settings/data/tokens", [("label", "Kitchen"), ("scope", "read"), ("password", Self.good)])
            let token = try found("<code>(plsm_[^<]+|[A-Za-z0-9_-]{30,})</code>", data)
            #expect(
                try await Browser(stack.url).get("/v1/today", headers: ["Authorization": "Bearer \(token)"]).status
                    == 200)
            let revoke = try found("action=\"(/settings/data/tokens/[0-9a-f-]+/revoke)\"", data)
            #expect(try await !browser.submit(revoke, []).text.contains("Kitchen"))
            #expect(
                try await Browser(stack.url).get("/v1/today", headers: ["Authorization": "Bearer \(token)"]).status
                    == 401)
            #expect(try await browser.submit("/settings/data/sources", [("rise", "nothing")]).status == 200)
            #expect(try await browser.submit("/settings/status/clear", []).status == 200, "the only account")

            let phone = try await browser.submit(
                "/sources/add/hc-webhook", [("label", "Phone"), ("password", Self.good)])
            #expect(phone.status == 403, "no phone reaches this address, so the page has no form")
            let kept = try await browser.submit("/settings/cloud/key", [("key", "sk-1"), ("password", Self.good)])
            #expect(kept.status == 200 && kept.text.contains("action=\"/settings/cloud/test\""))
            let test = try await browser.submit("/settings/cloud/test", [])
            #expect(test.status == 200 && test.text.contains("role=\"status\"") || test.status == 409)
            let wrong = try await browser.submit("/confirm", [("password", "wrong"), ("next", "/settings/account")])
            #expect(wrong.status == 403 && wrong.text.contains("role=\"alert\""))
            let elsewhere = try await browser.submit("/confirm", [("password", Self.good), ("next", "//evil.example")])
            #expect(elsewhere.text.contains("id=\"standing\""), "only own pages are gone to")

            try await second(browser, stack)

            let other = Browser(stack.url)
            #expect(
                try await other.submit("/sign-in", [("name", "Ada"), ("password", Self.good)]).text
                    .contains("id=\"standing\""))
            let listed = try await browser.get("/settings/security")
            let end = try found("action=\"(/settings/security/sessions/[0-9a-f-]+/end)\"", listed)
            #expect(try await browser.submit(end, []).status == 200)
            #expect(try await other.get("/settings").text.contains("name=\"password\""))
            _ = try await other.submit("/sign-in", [("name", "Ada"), ("password", Self.good)])
            #expect(try await browser.submit("/settings/security/sessions/end", []).status == 200)
            #expect(try await other.get("/settings").text.contains("name=\"password\""))

            let fresh = "another long password"
            let refused = try await browser.submit("/settings/security/password", [("old", "no"), ("fresh", fresh)])
            #expect(refused.status == 403 && refused.text.contains("role=\"alert\""))
            #expect(
                refused.text.contains("required maxlength=\"200\" aria-invalid=\"true\" aria-describedby=\"problem\""))
            let short = try await browser.submit("/settings/security/password", [("old", Self.good), ("fresh", "a")])
            #expect(short.status == 400 && short.text.contains("minlength=\"10\" maxlength=\"200\" aria-invalid"))
            let changed = try await browser.submit(
                "/settings/security/password", [("old", Self.good), ("fresh", fresh)])
            #expect(changed.text.contains("Changed."))
            #expect(
                try await other.submit("/sign-in", [("name", "Ada"), ("password", fresh)]).text
                    .contains("id=\"standing\""))
        }
    }

    /// The second factor is begun, confirmed with a code, asked for at signing in, and switched off.
    private func second(_ browser: Browser, _ stack: Stack) async throws {
        let security = "/settings/security/second-factor"
        #expect(try await browser.submit(security, [("password", "wrong")]).status == 403)
        let begun = try await browser.submit(security, [("password", Self.good)])
        let key = try found("<code>([A-Z2-7]{16,})</code>", begun)
        #expect(begun.text.contains("otpauth:"))
        // RFC 6238 with steps of 30 s; the step before is accepted, so that a step may end meanwhile.
        let mistaken = try await browser.submit(security + "/confirm", [("code", "000000")])
        #expect(mistaken.status == 403 && mistaken.text.contains("maxlength=\"8\" aria-invalid=\"true\""))
        let script = """
            import base64, hashlib, hmac, struct, sys, time
            key = base64.b32decode(sys.argv[1] + "=" * (-len(sys.argv[1]) % 8))
            digest = hmac.new(key, struct.pack(">q", int(time.time()) // 30), hashlib.sha1).digest()
            at = digest[-1] & 15
            print(f"{(struct.unpack('>I', digest[at:at + 4])[0] & 0x7FFFFFFF) % 1_000_000:06}")
            """
        let code = try await Executable.run("/usr/bin/python3", ["-c", script, key]).output.trimmingCharacters(
            in: .whitespacesAndNewlines)
        let confirmed = try await browser.submit(security + "/confirm", [("code", code)])
        let recovery = try found("<ul class=\"codes\"><li><code>([^<]+)</code>", confirmed)
        let other = Browser(stack.url)
        let asked = try await other.submit("/sign-in", [("name", "Ada"), ("password", Self.good)])
        #expect(asked.status == 401 && asked.text.contains("name=\"code\""))
        let opened = try await other.submit(
            "/sign-in", [("name", "Ada"), ("password", Self.good), ("code", recovery)])
        #expect(opened.text.contains("id=\"standing\""))
        #expect(try await browser.submit(security + "/disable", [("password", Self.good)]).text.contains("Changed."))
        #expect(try await browser.get("/v1/second-factor").json["enabled"] as? Bool == false)
        _ = try await other.submit("/sign-out", [])
    }
}
