import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

extension RightNumbers {
    /// Data of phones and files, through HTTP, the command line and real processes.
    @Suite(.serialized, .tags(.processes, .sharedStack)) struct IngestedNumbersTests {
        private static let day = "2026-02-06"

        private func phone(_ stack: Stack, _ browser: Browser, _ label: String = "phone") async throws -> (
            phone: Browser, token: String, id: String
        ) {
            let made = try await browser.post("/v1/tokens", ["label": label]).json
            return (Browser(stack.url), try #require(made["token"] as? String), try #require(made["id"] as? String))
        }

        private func post(_ metrics: String, _ phone: (phone: Browser, token: String, id: String)) async throws
            -> Browser.Answer
        {
            try await phone.phone.post(
                "/v1/ingest/health-auto-export", bytes: Data(#"{"data":{"metrics":[\#(metrics)]}}"#.utf8),
                headers: ["api-key": phone.token])
        }

        private func metric(_ name: String, _ units: String, _ points: String) -> String {
            #"{"name":"\#(name)","units":"\#(units)","data":[\#(points)]}"#
        }

        private func value(_ name: String, _ browser: Browser, on day: String = day) async throws -> [String: Any]? {
            try await browser.get("/v1/metrics?from=\(day)&through=\(day)").list.first?[name] as? [String: Any]
        }

        /// Uploads a file as the page does, under an idempotency key.
        private func send(_ text: String, key: String, _ browser: Browser) async throws -> [String: Any] {
            let sent = try await browser.post(
                "/v1/imports?name=own.xml", bytes: Data(text.utf8), headers: ["Idempotency-Key": key])
            let job = try #require(sent.json["job"] as? String, "\(sent.text)")
            return try await eventually("the import has ended") {
                let status = try await browser.get("/v1/imports/\(job)").json
                return ["done", "failed"].contains(status["phase"] as? String) ? Ended(json: status) : nil
            }.json
        }

        private struct Ended: @unchecked Sendable { let json: [String: Any] }

        private func export(_ records: String) -> String {
            "<HealthData>\n<ExportDate value=\"2026-02-08 10:00:00 +0100\"/>\(records)</HealthData>"
        }

        private let record =
            #"<Record type="HKQuantityTypeIdentifierRestingHeartRate" sourceName="Watch" device="&lt;&lt;HKDevice: 0x1&gt;, name:W, model:Watch, hardware:Watch6,2&gt;" unit="count/min" startDate="2026-02-06 12:00:00 +0100" endDate="2026-02-06 12:01:00 +0100" value="55.1235"/>"#

        @Test(
            "ING-3 ING-5 What the phone deleted goes, though an export told it with more detail, and no file or post brings it back",
            .timeLimit(.minutes(4)))
        func deletions() async throws {
            try await Stack.shared { stack in
                let browser = Browser(stack.url)
                #expect(try await stack.setUp(browser).status == 201)
                let phone = try await phone(stack, browser)
                let id = EntityID.random().description
                func batch(_ anchor: String, _ next: String, _ samples: [[String: Any]], gone: [String] = [])
                    async throws -> [String: Any]
                {
                    try await phone.phone.post(
                        "/v1/ingest/samples",
                        [
                            "device": "iPhone", "kind": "restingHeartRate", "anchor": anchor, "newAnchor": next,
                            "samples": samples, "deleted": gone,
                        ],
                        headers: ["Authorization": "Bearer \(phone.token)"]
                    ).json
                }
                // The same sample by four import paths: one copy.
                #expect(try await send(export(record), key: "a", browser)["samplesNew"] as? Int == 1)
                let sample: [String: Any] = [
                    "id": id, "start": "2026-02-06T11:00:00Z", "end": "2026-02-06T11:01:00Z", "value": 55.123456,
                    "unit": "count/min", "source": "Watch",
                    "timeZone": "Europe/Berlin",
                ]
                #expect(try await batch("", "a", [sample])["added"] as? Int == 0)
                let point = metric(
                    "resting_heart_rate", "count/min",
                    #"{"date":"2026-02-06 12:00:00 +0100","qty":55.123456,"source":"Watch"}"#)
                #expect(try await post(point, phone).json["new"] as? Int == 0)
                let csv = stack.scratch.file("own.csv")
                try
                    "kind,start,end,value,unit,source\nrestingHeartRate,2026-02-06T11:00:00Z,2026-02-06T11:01:00Z,55.123456,count/min,Watch\n"
                    .write(
                        toFile: csv, atomically: true, encoding: .utf8)
                #expect(try await stack.pulsum("import", csv, "--json").status == 0)
                let before = try await eventually("the resting heart rate") {
                    try await value("restingHeartRate", browser)?["value"] as? Double
                }
                #expect(before == 55.1235)
                #expect(try await value("restingHeartRate", browser)?["samples"] as? Int == 1)

                #expect(try await batch("a", "b", [], gone: [id])["removed"] as? Int == 1)
                try await eventually("its end") { try await value("restingHeartRate", browser) == nil ? () : nil }
                #expect(try await send(export(record), key: "b", browser)["samplesNew"] as? Int == 0)
                #expect(try await post(point, phone).json["new"] as? Int == 0)
                #expect(try await stack.pulsum("import", csv, "--json").status == 0)
                #expect(try await value("restingHeartRate", browser) == nil)
                // A new measurement has a new id.
                #expect(
                    try await batch("b", "c", [sample.merging(["id": EntityID.random().description]) { $1 }])["added"]
                        as? Int == 1)
                _ = try await eventually("it is back") {
                    try await value("restingHeartRate", browser)?["value"] as? Double
                }
            }
        }

        @Test(
            "ING-2 A night told again replaces the earlier telling; daily values are a derivation of their own and no kind vanishes",
            .timeLimit(.minutes(4)))
        func daily() async throws {
            try await Stack.shared { stack in
                let browser = Browser(stack.url)
                #expect(try await stack.setUp(browser).status == 201)
                let phone = try await phone(stack, browser)
                func night(_ hours: Double, from: String, to: String) -> String {
                    metric(
                        "sleep_analysis", "hr",
                        #"{"date":"2026-02-06 00:00:00 +0100","totalSleep":\#(hours),"sleepStart":"\#(from) +0100","sleepEnd":"\#(to) +0100","source":"Watch"}"#
                    )
                }
                #expect(
                    try await post(night(7.8, from: "2026-02-05 22:30:00", to: "2026-02-06 07:00:00"), phone).status
                        == 200)
                #expect(try await value("sleep", browser)?["value"] as? Double == 7.8 * 3600)
                #expect(
                    try await post(night(6.5, from: "2026-02-06 00:10:00", to: "2026-02-06 07:30:00"), phone).status
                        == 200)
                #expect(try await value("sleep", browser)?["value"] as? Double == 6.5 * 3600)

                // Half a year in the app's common setting.
                let first = try #require(Day("2025-07-01"))
                func points(_ point: (Int) -> String) -> String {
                    (0..<180).map {
                        "{\"date\":\"\(first.advanced(by: $0)) 00:00:00 +0200\",\"source\":\"Watch\",\(point($0))}"
                    }.joined(separator: ",")
                }
                let sent = try await post(
                    [
                        metric("heart_rate_variability", "ms", points { #""qty":\#(40 + $0 % 17)"# }),
                        metric("respiratory_rate", "count/min", points { #""qty":\#(14 + Double($0 % 5) / 4)"# }),
                        metric(
                            "sleep_analysis", "hr",
                            points {
                                $0 % 2 == 0
                                    ? #""asleep":\#(6 + Double($0 % 7) / 4),"inBed":9"# : #""asleep":0,"inBed":8"#
                            }),
                        metric("heart_rate", "count/min", points { #""Min":50,"Avg":\#(60 + $0 % 9),"Max":140"# }),
                        metric("step_count", "count", points { #""qty":\#(5000 + $0)"# }),
                        metric("vo2_max", "ml/(kg·min)", points { _ in #""qty":40"# }),
                    ].joined(separator: ","), phone)
                let answer = sent.json
                #expect(sent.status == 200, "\(sent.text)")
                #expect(
                    answer["taken"] as? [String: Int] == [
                        "heartRateVariability": 180, "respiratoryRate": 180, "sleepTotal": 90, "steps": 180,
                    ], "\(sent.text)")
                #expect(
                    answer["unused"] as? [String: Int] == ["sleep_analysis": 90, "heart_rate": 180, "vo2_max": 180])
                let why = try #require(answer["why"] as? [String: String])
                #expect(
                    why["sleep_analysis"]?.contains("time in bed") == true
                        && why["heart_rate"]?.contains("whole day") == true && why["vo2_max"] != nil)
                let days = try await browser.get("/v1/metrics?from=\(first)&through=\(first.advanced(by: 179))").list
                func daily(_ name: String) -> Int {
                    days.count { ($0[name] as? [String: Any])?["derivation"] as? String == "daily" }
                }
                #expect((daily("hrv"), daily("respiratoryRate"), daily("sleep")) == (180, 180, 90))
                // With their own baseline.
                try await stack.settle()
                let breakdown = try await browser.get("/v1/score/breakdown?day=\(first.advanced(by: 170))").json
                let parts = try #require(breakdown["contributions"] as? [[String: Any]])
                for signal in ["hrv", "respiratoryRate", "sleepDebt"] {
                    let part = parts.first { $0["signal"] as? String == signal }
                    let isCounted =
                        part?["z"] as? Double != nil && part?["missing"] as? Bool == false
                        && part?["lowConfidence"] as? Bool == false
                    #expect(isCounted, "\(signal): \(parts)")
                }

                // The same data as the app's CSV, at the command line.
                let csv = stack.scratch.file("HealthAutoExport.csv")
                let rows = (0..<60).map {
                    "\(first.advanced(by: 200 + $0)) 00:00:00,\(40 + $0 % 9),60,70,65,0,7.5,9000,"
                }
                try
                    ("Date,Heart Rate Variability (ms),Heart Rate [Min] (count/min),Heart Rate [Max] (count/min),Heart Rate [Avg] (count/min),Sleep Analysis [Asleep] (hr),"
                    + "Sleep Analysis [In Bed] (hr),Step Count (count),Zinc (mg) \n" + rows.joined(separator: "\n")
                    + "\n").write(
                        toFile: csv, atomically: true, encoding: .utf8)
                let imported = try await stack.pulsum("import", csv)
                #expect(imported.status == 0, "\(imported.errors)")
                for part in [
                    "heartRateVariability 60", "steps 60", "heart_rate 60", "sleep_analysis 60", "time in bed",
                ] {
                    #expect(imported.output.contains(part), "\(part): \(imported.output)")
                }
            }
        }

        @Test(
            "ING-7 A failed import begins anew when the same file is sent again; a revoked token frees its anchors",
            .timeLimit(.minutes(4)))
        func again() async throws {
            try await Stack.shared { stack in
                let browser = Browser(stack.url)
                #expect(try await stack.setUp(browser).status == 201)
                let whole = export(record)
                let failed = try await send(String(whole.dropLast(12)), key: "own.xml 5 7", browser)
                #expect(failed["phase"] as? String == "failed")
                // Longer, shorter and as before, under the same key.
                #expect(
                    try await send(whole + String(repeating: " ", count: 3_000_000), key: "own.xml 5 7", browser)[
                        "phase"] as? String == "done")
                #expect(
                    try await send(String(whole.dropLast(12)), key: "other", browser)["phase"] as? String == "failed")
                let done = try await send(whole, key: "other", browser)
                #expect(done["phase"] as? String == "done" && done["samplesRead"] as? Int == 1, "\(done)")
                #expect(try await browser.get("/v1/imports").list.count == 2)

                let phone = try await phone(stack, browser)
                let answer = try await phone.phone.post(
                    "/v1/ingest/samples", ["device": "iPhone", "kind": "steps", "newAnchor": "a"],
                    headers: ["Authorization": "Bearer \(phone.token)"])
                #expect(answer.status == 200, "\(answer.text)")
                #expect(try await browser.get("/v1/ingest/anchors").list.count == 1)
                #expect(try await browser.delete("/v1/tokens/\(phone.id)").status == 204)
                try await eventually("its anchors are free") {
                    try await browser.get("/v1/ingest/anchors").list.isEmpty ? () : nil
                }
            }
        }
    }
}
