import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

/// Data that phones send automatically.
@Suite(.serialized, .tags(.processes, .sharedStack)) struct IngestTests {
    @Test(
        "ING-2 ING-3 ING-4: a phone's token, Health Auto Export and anchored batches over HTTP, a CSV at the command line",
        .timeLimit(.minutes(4)))
    func routes() async throws {
        try await Stack.shared { stack in
            let browser = Browser(stack.url)
            #expect(try await stack.setUp(browser).status == 201)
            let token = try #require(try await browser.post("/v1/tokens", ["label": "phone"]).json["token"] as? String)
            let phone = Browser(stack.url)
            func send(_ payload: String, token: String) async throws -> Browser.Answer {
                try await phone.post(
                    "/v1/ingest/health-auto-export", bytes: Data(payload.utf8), headers: ["api-key": token])
            }
            func steps(_ value: String) -> String {
                #"{"data":{"metrics":[{"name":"step_count","units":"count","data":[{"date":"2026-02-06 10:01:00 +0100","qty":\#(value),"source":"Phone"}]}]}}"#
            }
            #expect(try await send(steps("50"), token: "wrong").status == 401)
            let good = try await send(steps("50"), token: token)
            #expect(
                good.status == 200 && good.json["new"] as? Int == 1 && good.json["days"] as? Int == 1, "\(good.text)")
            let odd = try await send(steps("null"), token: token)
            #expect(
                odd.status == 207 && odd.text.contains("metrics[0].data[0].qty") && odd.text.contains("badValue"),
                "\(odd.text)")
            #expect(try await send("{", token: token).status == 400)
            #expect(try await send(#"{"data":{}}"#, token: token).status == 200)

            func batch(_ anchor: String, _ next: String, _ samples: [[String: Any]], gone: [String] = []) async throws
                -> Browser.Answer
            {
                try await phone.post(
                    "/v1/ingest/samples",
                    [
                        "device": "iPhone", "kind": "restingHeartRate", "anchor": anchor, "newAnchor": next,
                        "samples": samples, "deleted": gone,
                    ],
                    headers: ["Authorization": "Bearer \(token)"])
            }
            let id = EntityID.random().description
            let sample: [String: Any] = [
                "id": id, "start": "2026-02-07T07:00:00Z", "value": 55, "unit": "count/min", "source": "Watch",
            ]
            #expect(try await batch("", "a", [sample]).json["added"] as? Int == 1)
            #expect(try await batch("", "a", [sample]).json["added"] as? Int == 0)
            let refused = try await batch("z", "b", [])
            #expect(refused.status == 409 && refused.json["anchor"] as? String == "a")
            func resting() async throws -> [Double] {
                try await browser.get("/v1/metrics?from=2026-02-01&through=2026-02-10").list.compactMap {
                    ($0["restingHeartRate"] as? [String: Any])?["value"] as? Double
                }
            }
            _ = try await eventually("the resting heart rate") { try await resting() == [55] ? true : nil }
            #expect(try await batch("a", "b", [], gone: [id]).json["removed"] as? Int == 1)
            _ = try await eventually("its end") { try await resting() == [] ? true : nil }
            #expect(try await browser.get("/v1/ingest/anchors").list.map { $0["anchor"] as? String } == ["b"])

            let csv = stack.scratch.file("own.csv")
            try
                "kind,start,end,value,unit,source\nsteps,2026-02-06T09:02:00Z,2026-02-06T09:03:00Z,70,count,Phone\nsteps,never,,1,count,Phone\n"
                .write(
                    toFile: csv, atomically: true, encoding: .utf8)
            let imported = try await stack.pulsum("import", csv, "--json")
            #expect(imported.status == 0 && imported.output.contains("line 3"), "\(imported.output) \(imported.errors)")
            let day = try await browser.get("/v1/metrics?from=2026-02-06&through=2026-02-06").list.first
            #expect((day?["steps"] as? [String: Any])?["value"] as? Double == 120)
        }
    }
}
