import Fixtures
import Foundation
import TestTraits
import Testing

extension WorstDayTests {
    /// The texts that a person can write, by each of the three ways: over HTTP, by a form, at the command line.
    @Suite(.serialized, .tags(.processes)) struct WrittenTextsTests {
        private struct Text: Sendable, CustomStringConvertible {
            let description: String
            /// Method, path and body of the request over HTTP.
            let request: @Sendable (Browser, String) async throws -> Browser.Answer
            /// Path and fields of the form.
            let form: (path: String, fields: [(String, String)])?
            /// The field that takes the text.
            let field: String
            /// The form that takes back its verdict.
            let denial: String
            /// False if the text is not used unless safety has read it.
            var isStored = true
        }

        private static let texts = [
            Text(
                description: "chat message", request: { try await $0.post("/v1/chat", ["text": $1]) },
                form: ("/coach", []), field: "text", denial: "/coach/not-a-crisis"),
            Text(
                description: "journal entry", request: { try await $0.post("/v1/journal", ["text": $1]) },
                form: ("/pulse", []), field: "text", denial: "/journal/"),
            Text(
                description: "value",
                request: { try await $0.post("/v1/values", ["title": $1, "level": "general", "priority": 50]) },
                form: ("/values", [("level", "general"), ("priority", "50")]), field: "title",
                denial: "/coach/not-a-crisis"),
            Text(
                description: "action",
                request: {
                    try await $0.post(
                        "/v1/actions",
                        ["title": $1, "start": 1_772_000_000_000, "measurements": [], "contributions": []])
                }, form: ("/actions", [("day", "2026-02-25"), ("time", "07:00")]), field: "title",
                denial: "/coach/not-a-crisis"),
            Text(
                description: "sentence that is read",
                request: { try await $0.post("/v1/actions/read", ["sentence": $1]) },
                form: ("/actions/read", []), field: "sentence", denial: "/coach/not-a-crisis",
                isStored: false),
            Text(
                description: "tag", request: { try await $0.put("/v1/days/2026-02-25/tags", ["tags": [$1]]) },
                form: nil, field: "", denial: "", isStored: false),
            Text(
                description: "term",
                request: { try await $0.post("/v1/terms", ["title": $1, "start": "2026-05-04", "goals": []]) },
                form: ("/terms", [("start", "2027-05-03"), ("status", "planned")]), field: "title",
                denial: "/coach/not-a-crisis"),
            Text(
                description: "measure",
                request: { try await $0.post("/v1/measures", ["title": $1, "kind": "count", "unit": "pages"]) },
                form: nil, field: "", denial: ""),
            Text(
                description: "weekly review",
                request: { try await $0.put("/v1/reviews/2026-02-25", ["content": ["wentWell": $1]]) },
                form: ("/review", [("week", "2026-03-04")]), field: "wentWell", denial: "/coach/not-a-crisis"),
        ]

        private static let commands = [
            ["chat"], ["journal", "add"], ["act"],
            ["goals", "add", "--yes", "--measure", "count:steps", "--target", "5"],
        ]

        @Test(
            "SAF-4 SAF-5 texts of every kind bring the crisis card and the way to take it back, over HTTP, by a form and at the command line",
            .timeLimit(.minutes(3)))
        func judged() async throws {
            try await Stack.run { stack in
                let browser = Browser(stack.url, headers: ["Accept-Language": "en-GB"])
                #expect(try await stack.setUp(browser).status == 201)
                for text in Self.texts {
                    let answer = try await text.request(browser, World.crisisText)
                    // A sign of danger is no tag.
                    #expect((answer.status < 300) == (text.description != "tag"), "\(text): \(answer.status)")
                    #expect(answer.text.contains("116 123"), "\(text): a helpline of the country")
                    guard let form = text.form else { continue }
                    let page = try await browser.submit(form.path, form.fields + [(text.field, World.crisisText)])
                    #expect(page.status == 200 && page.text.contains("tel:116123"), "\(text): \(page.status)")
                    #expect(page.text.contains("action=\"\(text.denial)"), "\(text): the way to take it back")
                }
                for command in Self.commands {
                    let line = try await Executable.run(
                        Executable.folder.appendingPathComponent("pulsum").path, command + [World.crisisText],
                        environment: ["PULSUM_DATA": stack.directory])
                    let shown = line.output + line.errors
                    #expect(shown.contains("116 123"), "\(command): \(shown)")
                }
            }
        }

        @Test(
            "SAF-4 SAF-6 with safety stopped they bring the numbers of the country; what is stored is kept, and there is no verdict to take back",
            .timeLimit(.minutes(5)))
        func unread() async throws {
            try await Stack.run { stack in
                let browser = Browser(stack.url, headers: ["Accept-Language": "en-GB"])
                #expect(try await stack.setUp(browser).status == 201)
                let safety = try #require(stack.processIDs(of: .safety).first)
                kill(safety, SIGSTOP)
                defer { kill(safety, SIGCONT) }
                for text in Self.texts {
                    let answer = try await text.request(browser, World.crisisText)
                    #expect((answer.status < 300) == text.isStored, "\(text): \(answer.status)")
                    #expect(answer.text.contains("116 123"), "\(text): a helpline of the country")
                    guard let form = text.form else { continue }
                    let page = try await browser.submit(
                        form.path, form.fields + [(text.field, World.crisisText)])
                    #expect(page.text.contains("tel:116123"), "\(text): \(page.status)")
                    #expect(!page.text.contains("not-a-crisis"), "\(text): nothing was judged")
                }
                for command in Self.commands {
                    let line = try await Executable.run(
                        Executable.folder.appendingPathComponent("pulsum").path, command + [World.crisisText],
                        environment: ["PULSUM_DATA": stack.directory])
                    #expect(
                        (line.output + line.errors).contains("116 123"), "\(command): \(line.output)\(line.errors)")
                }
                kill(safety, SIGCONT)
                for (path, count) in [
                    ("/v1/journal", 3), ("/v1/values", 2), ("/v1/actions", 2), ("/v1/terms", 2), ("/v1/measures", 1),
                    ("/v1/goals", 1),
                ] {
                    let kept = try await browser.get(path).text
                    #expect(kept.ranges(of: World.crisisText).count == count, "\(path): \(kept)")
                }
                for week in ["2026-02-25", "2026-03-04"] {
                    #expect(try await browser.get("/v1/reviews/\(week)").text.contains(World.crisisText), "\(week)")
                }
            }
        }
    }
}
