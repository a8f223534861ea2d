import AsyncHTTPClient
import Fixtures
import Foundation
import NIOCore
import TestTraits
import Testing

extension Security {
    /// Attacks of markup that came with data, on a page of the same origin.
    @Suite(.tags(.processes, .sharedStack)) struct PlantedMarkupTests {
        private static let password = "correct horse battery"

        /// Sends one sample from each source with a device token, as a phone does.
        private static func send(_ sources: [String], _ browser: Browser) async throws {
            let made = try await browser.post("/v1/tokens", ["label": "Phone", "scopes": ["ingest"]])
            let token = try #require(made.json["token"] as? String, "\(made.text)")
            let samples: [[String: Any]] = sources.enumerated().map { number, source in
                [
                    "id": "00000000-0000-4000-8000-00000000000\(number)", "start": "2026-02-0\(number + 1)T07:00:00Z",
                    "value": 55, "unit": "count/min", "source": source,
                ]
            }
            let sent = try await browser.post(
                "/v1/ingest/samples",
                ["device": "Phone", "kind": "restingHeartRate", "anchor": "", "newAnchor": "a", "samples": samples],
                headers: ["Authorization": "Bearer \(token)"])
            #expect(sent.json["added"] as? Int == sources.count, "\(sent.text)")
        }

        @Test(
            "SEC-3 markup in the name of a source, after a scalar that joins it, is a text on every page",
            .timeLimit(.minutes(3)))
        func source() async throws {
            try await Stack.shared { stack in
                let browser = Browser(stack.url)
                #expect(try await stack.setUp(browser).status == 201)
                let name =
                    "\u{600}<meta http-equiv=refresh content=0;url=//x>\u{600}<form action=/v1/x>\"\u{301} \u{600}<b>"
                // One source alone is not listed.
                try await Self.send([name, "Watch"], browser)
                let page = try await eventually("the source is listed") {
                    let page = try await browser.get("/settings/data")
                    return page.text.utf8.contains("http-equiv=refresh") ? page : nil
                }
                for planted in ["<meta http-equiv", "<form action=/v1/x", "<b>"] {
                    #expect(!page.body.contains(planted), "\(planted)")
                }
                #expect(page.body.contains("&lt;meta http-equiv") && page.body.contains("&quot;\u{301}"))
            }
        }

        @Test(
            "OWN-2 a source's name forges no row, column or formula in the tables of an export", .timeLimit(.minutes(3))
        )
        func tables() async throws {
            try await Stack.shared { stack in
                let browser = Browser(stack.url)
                #expect(try await stack.setUp(browser).status == 201)
                let names = [
                    "=HYPERLINK(1)", "@SUM(1)", "+1", "-1", ",\u{301}forged,1", "\"\u{301},x\"", "a\u{600},b", "plain",
                ]
                try await Self.send(names, browser)
                let scratch = try Scratch()
                defer { scratch.remove() }
                try await browser.get("/v1/export").body.write(to: URL(fileURLWithPath: scratch.file("export.zip")))
                let script = """
                    import csv, io, json, sys, zipfile
                    with zipfile.ZipFile(sys.argv[1]) as archive:
                        tables = {name: list(csv.reader(io.StringIO(archive.read(name).decode(), newline="")))
                                  for name in archive.namelist() if name.endswith(".csv")}
                    json.dump(tables, sys.stdout)
                    """
                let read = try await Executable.run("/usr/bin/python3", ["-c", script, scratch.file("export.zip")])
                let tables = try JSONDecoder().decode([String: [[String]]].self, from: Data(read.output.utf8))
                #expect(tables.count >= 5, "\(tables.keys)")
                for (name, rows) in tables {
                    #expect(Set(rows.map(\.count)).count <= 1, "\(name) has rows of different length")
                    for cell in rows.joined() where Double(cell) == nil {
                        #expect(
                            !["=", "+", "-", "@", "\t", "\r"].contains(cell.unicodeScalars.first), "\(name): \(cell)")
                    }
                }
                let sources = tables["ingestion/samples.csv"]?.dropFirst().map { $0[5] } ?? []
                let expected = names.map { "=@+-".contains($0.prefix(1)) ? "'" + $0 : $0 }
                #expect(sources.map { Array($0.utf8) } == expected.map { Array($0.utf8) }, "\(sources)")
            }
        }

        @Test(
            "SEC-3 a form of the same origin without the proof of its session changes no cloud, key, password, token or account",
            .timeLimit(.minutes(3)))
        func forms() async throws {
            try await Stack.shared { stack in
                let (browser, other) = (Browser(stack.url), Browser(stack.url))
                #expect(try await stack.setUp(browser).status == 201)
                #expect(
                    try await other.post("/v1/sessions", ["name": "Ada", "password": Self.password]).status == 201)
                let forms: [(path: String, fields: [(name: String, value: String)])] = [
                    ("/settings/cloud/key", [("key", "sk-planted"), ("password", Self.password)]),
                    ("/settings/cloud", [("granted", "true"), ("copyVersion", "1"), ("password", Self.password)]),
                    ("/settings/cloud/test", []),
                    ("/settings/security/password", [("old", Self.password), ("fresh", "another long password")]),
                    ("/settings/security/sessions/end", []),
                    ("/settings/security/second-factor", [("password", Self.password)]),
                    ("/settings/data/tokens", [("label", "Planted"), ("scope", "read")]),
                    ("/sources/add/hc-webhook", [("label", "Planted"), ("password", Self.password)]),
                    ("/sources/pairings/00000000-0000-4000-8000-000000000000/end", []),
                    ("/sources/pairings/00000000-0000-4000-8000-000000000000/undo", [("password", Self.password)]),
                    ("/sources/aside/00000000-0000-4000-8000-000000000000/delete", []),
                    ("/settings/account/erase", [("word", "delete"), ("password", Self.password)]),
                    ("/confirm", [("next", "/settings/account/export"), ("password", Self.password)]),
                    ("/coach/conversation/delete", []),
                    ("/imports/00000000-0000-4000-8000-000000000000/undo", []),
                ]
                // The proof of another session, of another form, and none.
                let page = try await other.get("/settings/security").text
                let foreign = try #require(
                    page.firstMatch(of: /sessions\/end"><input type="hidden" name="proof" value="([^"]+)"/))
                let own = try #require(
                    try await browser.get("/settings/cloud").text.firstMatch(
                        of: /cloud"><input type="hidden" name="proof" value="([^"]+)"/))
                for proof in [nil, "\(foreign.output.1)", "\(own.output.1)", ""] {
                    for (path, fields) in forms where proof != "\(own.output.1)" || path != "/settings/cloud" {
                        let more = proof.map { [(name: "proof", value: $0)] } ?? []
                        let answer = try await browser.submit(path, fields + more, asItIs: true)
                        #expect(answer.status == 403, "\(path) \(proof ?? "-")")
                        #expect(answer.text.contains("not made by Pulsum for this session"), "\(path)")
                    }
                }
                #expect(try await browser.get("/v1/consent").json["hasKey"] as? Bool == false)
                #expect(try await browser.get("/v1/tokens").list.isEmpty)
                #expect(try await other.get("/v1/me").status == 200)
                // The page's own form works.
                let kept = try await browser.submit(
                    "/settings/cloud/key", [("key", "sk-own"), ("password", Self.password)])
                #expect(kept.status == 200 && kept.text.contains("Saved."))
                #expect(try await browser.get("/v1/consent").json["hasKey"] as? Bool == true)
                #expect(try await browser.submit("/settings/security/sessions/end", []).status == 200)
                #expect(try await other.get("/v1/me").status == 401)
            }
        }

        @Test(
            "SEC-3 a form of a page sends nothing to the API, not even JSON in a field's name", .timeLimit(.minutes(3)))
        func json() async throws {
            try await Stack.shared { stack in
                let browser = Browser(stack.url)
                #expect(try await stack.setUp(browser).status == 201)
                let cookie = try #require(browser.cookie)
                func send(_ path: String, _ type: String, _ headers: [(String, String)]) async throws -> Int {
                    var request = HTTPClientRequest(url: stack.url + path)
                    request.method = .POST
                    request.headers.add(name: "Cookie", value: cookie)
                    request.headers.add(name: "Content-Type", value: type)
                    for (name, value) in headers { request.headers.add(name: name, value: value) }
                    request.body = .bytes(ByteBuffer(string: #"{"label":"Planted","scopes":["read"],"x":"="}"#))
                    return Int(try await HTTPClient.shared.execute(request, timeout: .seconds(20)).status.code)
                }
                let origin = ("Origin", stack.url)
                for type in [
                    "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=b",
                    "Text/Plain;charset=utf-8",
                ] {
                    #expect(try await send("/v1/tokens", type, [origin]) == 403, "\(type)")
                    #expect(try await send("/v1/erase", type, [("Sec-Fetch-Site", "same-origin")]) == 403, "\(type)")
                }
                #expect(
                    try await send(
                        "/v1/tokens", "application/json",
                        [("Sec-Fetch-Site", "same-origin"), ("Sec-Fetch-Mode", "navigate")]) == 403)
                #expect(try await browser.get("/v1/tokens").list.isEmpty)
                #expect(try await send("/v1/tokens", "application/json", [origin]) == 201)
            }
        }
    }
}

extension Data {
    fileprivate func contains(_ text: String) -> Bool { range(of: Data(text.utf8)) != nil }
}

extension String.UTF8View {
    fileprivate func contains(_ text: String) -> Bool { Data(self).range(of: Data(text.utf8)) != nil }
}
