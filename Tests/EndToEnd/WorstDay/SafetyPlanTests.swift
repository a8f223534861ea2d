import Bus
import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

/// A safety plan through the API of the real processes.
@Suite(.serialized, .tags(.processes)) struct SafetyPlanTests {
    @Test(
        "SAF-4 OWN-1 OWN-2 COM-4: a plan is written, offered with a crisis, exported and erased; it is its person's alone, and neither log nor cloud sees it",
        .timeLimit(.minutes(5)))
    func plan() async throws {
        let cloud = try await RecordingServer.start()
        try await Stack.run(environment: ["PULSUM_LOG": "trace", "PULSUM_CLOUD_URL": cloud.url]) { stack in
            let user = try await stack.makeAccount()
            _ = try await stack.makeAccount("Bob")
            let (browser, other) = (Browser(stack.url), Browser(stack.url))
            #expect(try await browser.get("/v1/safety-plan").status == 401)
            _ = try await browser.post("/v1/sessions", ["name": "Ada", "password": "correct horse battery"])
            _ = try await other.post("/v1/sessions", ["name": "Bob", "password": "correct horse battery"])

            let first = try await browser.get("/v1/safety-plan?language=de-AT")
            #expect(
                first.status == 200
                    && (first.json["guide"] as? [String: Any])?["title"] as? String == "Mein Sicherheitsplan")
            var plan = try #require(first.json["plan"] as? [String: Any])
            plan["ownSteps"] = ["Feed the ibiscanary"]
            plan["people"] = [["name": "Grandma", "phone": "+49 30 7654321"]]
            #expect(try await browser.put("/v1/safety-plan", plan).json["revision"] as? Int == 1)
            #expect(try await browser.put("/v1/safety-plan", plan).status == 409, "another page saved it meanwhile")
            #expect(try await browser.put("/v1/safety-plan", ["revision": 1]).status == 400)

            let kept = try #require(try await browser.get("/v1/safety-plan").json["plan"] as? [String: Any])
            #expect(kept["ownSteps"] as? [String] == ["Feed the ibiscanary"] && kept["revision"] as? Int == 1)
            let others = try #require(try await other.get("/v1/safety-plan").json["plan"] as? [String: Any])
            #expect(others["revision"] as? Int == 0 && (others["ownSteps"] as? [String])?.isEmpty == true)

            // The crisis card offers the plan and a micro-moment.
            _ = try await stack.bus.request(SetCloudKey(user: user, key: "sk-test-0123456789abcdef"))
            _ = try await stack.consent(of: user)
            let card = try #require(
                try await browser.post("/v1/chat", ["text": World.crisisText]).json["crisis"] as? [String: Any])
            #expect((card["plan"] as? String)?.contains("safety plan") == true)
            #expect(((card["exercise"] as? [String: Any])?["steps"] as? [String])?.count == 7)
            // Another person's question is phrased by the cloud while the plan is in the database.
            _ = try await stack.bus.request(NotACrisis(user: user, at: World.noon(World.lastDay.advanced(by: 1))))
            _ = try await browser.post("/v1/chat", ["text": "How can I sleep better?"])
            for body in await cloud.bodies() { #expect(!String(decoding: body, as: UTF8.self).contains("ibis")) }

            let archive = stack.scratch.file("export.zip")
            try await browser.get("/v1/export").body.write(to: URL(fileURLWithPath: archive))
            let read =
                "import sys,zipfile; print(zipfile.ZipFile(sys.argv[1]).read('safety/safety-plan.json').decode())"
            #expect(try await Executable.run("/usr/bin/python3", ["-c", read, archive]).output.contains("ibiscanary"))

            #expect(try await browser.post("/v1/erase", ["password": "correct horse battery"]).status == 202)
            try await eventually("every service has erased") {
                try await stack.bus.request(StartErase(user: user)).done ? () : nil
            }
            let error = await #expect(throws: ServiceError.self) {
                try await stack.bus.request(SafetyPlanQuery(user: user, language: "en"))
            }
            #expect(error?.code == .erased)
            #expect(!stack.logText.contains("ibiscanary") && !stack.logText.contains("7654321"))
            for (name, content) in try CanaryTests.files(under: stack.directory) {
                #expect(content.range(of: Data("ibiscanary".utf8)) == nil, "\(name)")
            }
        }
        await cloud.stop()
    }
}
