import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

/// What nobody may see of intimate kinds before their owner agrees.
@Suite(.serialized, .tags(.processes)) struct IntimateCanaryTests {
    /// Records beyond those of the person's week: all other groups, with values that nothing else has.
    private static let rest = """
        {"data":{"symptoms":[{"name":"zzmigraine","severity":"severe","start":"2026-10-23 10:00:00 +0200",
        "end":"2026-10-23 11:00:00 +0200","source":"Diary"}],
        "metrics":[{"name":"number_of_alcoholic_beverages","units":"count",
        "data":[{"date":"2026-10-23 20:00:00 +0200","qty":3.125,"source":"Diary"}]},
        {"name":"sexual_activity","units":"count","data":[{"date":"2026-10-23 22:00:00 +0200","qty":1,"source":"Diary"}]},
        {"name":"insulin_delivery","units":"IU","data":[{"date":"2026-10-23 12:00:00 +0200","qty":4.125,"source":"Pen"}]}]}}
        """
    /// Names and values of intimate records. Words that pages use for other things, such as the tag “alcohol”, are not
    /// among them.
    private static let canaries = [
        "zzmigraine", "headache", "levothyroxine", "menstrua", "stateofmind", "state_of_mind", "cycletracking",
        "sexual_activity", "sexualactivity", "insulin", "alcoholic_bev", "alcoholicbev", "3.125", "4.125",
        "\"symptoms\"",
        "\"medications\"", "\"symptom\"", "\"medication\":",
    ]

    /// Kinds that were sent, one a group at least.
    private static let kinds = [
        "menstrualFlow", "sexualActivity", "symptom", "stateOfMind", "medication", "insulin", "alcoholicBeverages",
    ]

    private static func found(in text: String) -> [String] {
        let text = text.lowercased()
        return canaries.filter { text.contains($0) }
    }

    /// All pages that are linked from each other, but those that list the questions and those that are the same for all.
    private static func pages(_ browser: Browser) async throws -> [String: String] {
        var (waiting, pages) = (["/", "/settings", "/look-back", "/coach"], [String: String]())
        while let path = waiting.popLast(), pages.count < 400 {
            guard pages[path] == nil else { continue }
            let answer = try await browser.get(path)
            pages[path] = answer.text
            for match in answer.text.matches(of: /(?:href|action)="(\/[^"#]*)/) {
                let link = String(match.output.1).replacing("&amp;", with: "&")
                let left = [
                    "/static", "/sources", "/v1/", "/library", "/explanations", "/about", "/reference", "/docs",
                ]
                let isSame = link.contains("row=") || link.contains("until=")
                let isLeft =
                    isSame || left.contains { link.hasPrefix($0) } || link.contains("delete")
                    || link.contains("sign-out")
                if !isLeft, pages[link] == nil { waiting.append(link) }
            }
        }
        return pages
    }

    @Test(
        "ING-18 SEC-1 No page, route, token or log tells of intimate kinds before a yes, and none goes out after it",
        .timeLimit(.minutes(10)))
    func canary() async throws {
        try await Stack.run { stack in
            let phone = try await PairedPhone("health-auto-export", stack)
            let week = try PostedWeek("health-auto-export")
            for post in week.posts { #expect(try await phone.deliver(post.body).status == 200) }
            #expect(try await phone.deliver(Array(Self.rest.utf8)).status == 200)
            try await stack.settle()
            let browser = phone.browser
            let made = try await browser.post("/v1/tokens", ["label": "wall", "scopes": ["read", "ingest"]])
            let token = ["Authorization": "Bearer \(try #require(made.json["token"] as? String, "\(made.text)"))"]

            let sources = try await browser.get("/sources").text
            #expect(
                sources.components(separatedBy: "/sources/groups/").count == 6, "five questions, on the sources page")
            for value in ["zzmigraine", "levothyroxine", "3.125", "4.125"] {
                #expect(!sources.contains(value), "\(value)")
            }
            for kind in Self.kinds {
                for path in ["/v1/kinds/\(kind)", "/v1/kinds/\(kind)/readings", "/kinds/\(kind)"] {
                    #expect(try await browser.get(path).status == 404, "\(path)")
                }
            }
            try await Self.search(browser, token, stack)

            for group in IntimateGroup.names {
                let answer = try await browser.ask("PUT", "/v1/kinds/groups/\(group)", ["keep": true])
                #expect(answer.status == 200 && answer.json["isKept"] as? Bool == true, "\(answer.text)")
            }
            // The canaries were stored, so that what was searched could have shown them.
            for (kind, text) in [
                ("sexualActivity", "Diary"), ("symptom", "zzmigraine"), ("alcoholicBeverages", "3.125"),
                ("insulin", "4.125"),
            ] {
                let readings = try await browser.get("/v1/kinds/\(kind)/readings").text
                #expect(readings.contains(text), "\(kind): \(readings.prefix(200))")
            }
            // A token learns nothing either way.
            try await Self.search(tokens: token, of: browser, stack)
            #expect(Self.found(in: stack.logText).isEmpty)
            let refused = try await Browser(stack.url).ask(
                "PUT", "/v1/kinds/groups/cycle", ["keep": false], headers: token)
            #expect(refused.status == 403)
        }
    }

    private static func search(_ browser: Browser, _ token: [String: String], _ stack: Stack) async throws {
        for (path, text) in try await pages(browser) { #expect(found(in: text).isEmpty, "\(path): \(found(in: text))") }
        let asides = try await browser.get("/v1/companions/aside").json["bodies"] as? [[String: Any]] ?? []
        #expect(asides.isEmpty)
        try await search(tokens: [:], of: browser, stack)
        try await search(tokens: token, of: browser, stack)
        for path in ["/metrics", "/healthz"] {
            let text = try await browser.get(path).text
            #expect(found(in: text).isEmpty, "\(path)")
        }
        #expect(found(in: stack.logText).isEmpty, "\(found(in: stack.logText))")
    }

    /// Asks every documented route that answers to GET.
    /// - Parameter tokens: headers of a device; empty for the session.
    private static func search(tokens: [String: String], of browser: Browser, _ stack: Stack) async throws {
        let listed = try await browser.get("/v1/imports")
        let imports = listed.list.compactMap { $0["job"] as? String }
        #expect(!imports.isEmpty, "\(listed.status): \(listed.text.prefix(300))")
        var asked = 0
        for (route, access) in try await browser.documentedRoutes() {
            let parts = route.split(separator: " ").map(String.init)
            guard parts[0] == "GET", parts[1].hasPrefix("/v1/"), parts[1] != "/v1/events",
                tokens.isEmpty || ["read", "ingest"].contains(access)
            else { continue }
            let paths = imports.prefix(parts[1].contains("{job}") ? 100 : 1).map { job in
                parts[1].replacing("{job}", with: job).replacing("{day}", with: "2026-10-23")
                    .replacing("{metric}", with: "steps").replacing(/\{\w+\}/, with: "\(EntityID.random())")
            }
            for path in paths {
                let answer =
                    try await tokens.isEmpty ? browser.get(path) : Browser(stack.url).get(path, headers: tokens)
                #expect(found(in: answer.text).isEmpty, "\(path): \(found(in: answer.text))")
                asked += 1
            }
        }
        #expect(asked > 10)
    }
}
