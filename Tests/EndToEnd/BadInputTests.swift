import Bus
import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

/// Invalid input: each produces a clear sentence, and no accepted data is lost.
@Suite(.serialized, .tags(.processes)) struct BadInputTests {
    @Test(
        "ING-7: wrong file, truncated zip, malformed XML: the job says what and where, keeps what it has, and takes the right file afterwards",
        .timeLimit(.minutes(5)), .tags(.sharedStack))
    func files() async throws {
        try await Stack.shared { stack in
            let user = try await stack.makeAccount()
            func outcome(_ name: String, _ content: Data) async throws -> ImportStatus {
                let path = stack.scratch.file(name)
                try content.write(to: URL(fileURLWithPath: path))
                return try await stack.importFile(path, for: user)
            }
            let picture = try await outcome(
                "photo.jpg", Data([0xFF, 0xD8, 0xFF, 0xE0]) + Data(repeating: 7, count: 5_000))
            #expect(picture.phase == .failed && !(picture.problem?.message ?? "").isEmpty)

            let zip = try Data(contentsOf: URL(fileURLWithPath: try World.export(in: stack.scratch, days: 10)))
            let cut = try await outcome("cut.zip", zip.prefix(zip.count / 2))
            #expect(cut.phase == .failed)
            #expect(cut.problem?.code == "truncated", "\(cut.problem?.code ?? "none")")

            let records = (0..<400).map { hour in
                "<Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"Phone\" unit=\"count\" startDate=\"2026-01-\(10 + hour / 24) \(String(format: "%02d", hour % 24)):00:00 +0100\" endDate=\"2026-01-\(10 + hour / 24) \(String(format: "%02d", hour % 24)):30:00 +0100\" value=\"100\"/>\n"
            }.prefix(240).joined()
            let broken = try await outcome(
                "broken.xml",
                Data("<?xml version=\"1.0\"?>\n<HealthData locale=\"en\">\n\(records)<Record type=\"oops".utf8))
            #expect(broken.phase == .failed && broken.problem?.byteOffset != nil)

            let good = try await stack.importFile(try World.export(in: stack.scratch, days: 10), for: user)
            #expect(good.phase == .done && good.samplesNew > 0)
            #expect(try await stack.pulsum("import", stack.scratch.file("absent.zip")).status != 0)
        }
    }

    @Test(
        "Wrong requests at the edge: problem details that name the field, expired sessions, missing consent",
        .timeLimit(.minutes(3)), .tags(.sharedStack))
    func requests() async throws {
        try await Stack.shared { stack in
            let browser = Browser(stack.url)
            let nobody = try await browser.get("/v1/score")
            #expect(nobody.status == 401 && nobody.contentType.hasPrefix("application/problem+json"))
            #expect(try await stack.setUp(browser, "Ada", ["password": "short"]).status == 400)
            #expect(try await stack.setUp(browser, "Ada", ["timeZone": "Mars/Base"]).status == 400)
            #expect(try await stack.setUp(browser).status == 201)
            #expect(
                try await Browser(stack.url).post(
                    "/v1/accounts",
                    ["name": "Eve", "password": "correct horse battery", "timeZone": "UTC", "country": ""]
                ).status
                    == 403)
            #expect(
                try await Browser(stack.url).post("/v1/sessions", ["name": "Ada", "password": "wrong horse battery"])
                    .status == 403)

            let missing = try await browser.post("/v1/check-ins", [:])
            #expect(missing.status == 400 && (missing.json["detail"] as? String ?? "").contains("sleepQuality"))
            #expect(
                try await browser.post("/v1/check-ins", ["stress": 9, "energy": 4, "sleepQuality": 4]).status == 400)
            #expect(
                try await browser.post("/v1/journal", ["text": String(repeating: "a", count: 10_001)]).status == 400)
            #expect(try await browser.post("/v1/journal", bytes: Data("{".utf8)).status == 400)
            #expect(try await browser.post("/v1/journal", bytes: Data(repeating: 0x20, count: 2 << 20)).status == 413)
            #expect(try await browser.get("/v1/score?day=yesterday").status == 400)
            #expect(try await browser.get("/v1/imports/\(EntityID.random())").status == 404)
            #expect(try await browser.get("/v1/nothing").status == 404)
            #expect(try await browser.post("/v1/imports?name=x", bytes: Data()).status == 400)
            let foreign = try await browser.post(
                "/v1/journal", ["text": "hello"], headers: ["Origin": "https://evil.example"])
            #expect(foreign.status == 403 && foreign.json["code"] as? String == "foreignPage")
            // Nor does a foreign page use up the attempts of its visitor at the routes without a session.
            let open = Browser(stack.url, headers: ["Origin": "https://evil.example"])
            for path in [
                "/v1/sessions", "/v1/accounts", "/v1/pairing/redeem", "/api/v1/invitation-code/redeem",
                "/api/v1/token/refresh",
            ] {
                for _ in 0..<12 { #expect(try await open.post(path, ["code": "ABCDEFGH"]).status == 403, "\(path)") }
            }
            #expect(
                try await Browser(stack.url).post("/api/v1/invitation-code/redeem", ["code": "ABCDEFGH"]).status == 404)

            // The same Idempotency-Key twice makes one entry; with another text it makes another.
            let first = try await browser.post("/v1/journal", ["text": "Once."], headers: ["Idempotency-Key": "k1"])
            let second = try await browser.post("/v1/journal", ["text": "Once."], headers: ["Idempotency-Key": "k1"])
            #expect(first.json["id"] as? String == second.json["id"] as? String)
            #expect(try await browser.get("/v1/journal").list.count == 1)
            let other = try await browser.post(
                "/v1/journal", ["text": "Other words."], headers: ["Idempotency-Key": "k1"])
            #expect(other.status == 201 && other.json["id"] as? String != first.json["id"] as? String)
            #expect(try await browser.get("/v1/journal").list.count == 2)

            // A device token is valid until it is revoked; a session until it is ended.
            let token = try await browser.post("/v1/tokens", ["label": "phone"]).json
            let device = ["Authorization": "Bearer \(token["token"] as? String ?? "")"]
            #expect(try await Browser(stack.url).get("/v1/ingest/anchors", headers: device).status == 200)
            #expect(
                try await Browser(stack.url).post("/v1/journal", ["text": "From the phone."], headers: device).status
                    == 403)
            #expect(try await browser.delete("/v1/tokens/\(token["id"] as? String ?? "")").status == 204)
            #expect(try await Browser(stack.url).get("/v1/ingest/anchors", headers: device).status == 401)
            let test = try await browser.post("/v1/cloud-test")
            #expect(test.json["ok"] as? Bool == false)
            #expect(try await browser.delete("/v1/sessions/current").status == 204)
            #expect(try await browser.get("/v1/me").status == 401)
        }
    }

    @Test(
        "Bus: an unknown message, a refused caller and an oversized payload get typed errors", .timeLimit(.minutes(3)),
        .tags(.sharedStack))
    func bus() async throws {
        try await Stack.shared { stack in
            let unknown = await #expect(throws: ServiceError.self) {
                try await stack.bus.request(UnknownRequest(), budget: .seconds(3))
            }
            #expect(unknown.map { [ServiceError.Code.refused, .invalid, .unavailable].contains($0.code) } == true)
            let large = SubmitJournal(
                user: .random(), day: World.lastDay, at: 0, text: String(repeating: "a", count: 9 << 20))
            let oversized = await #expect(throws: ServiceError.self) {
                try await stack.bus.request(large, budget: .seconds(5))
            }
            #expect(oversized?.code == .invalid)
            // The bus still works.
            let answered = try await stack.bus.request(Ping(), to: .scoring)
            #expect(answered.service == .scoring)
        }
    }

    @Test(
        "No disk space: the upload is refused with a sentence, what was accepted stays, and it goes on when there is space",
        .needs(.smallFileSystems), .timeLimit(.minutes(4)))
    func diskFull() async throws {
        let scratch = try Scratch()
        let data = scratch.file("data")
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
        let mounted = try await Executable.run(
            "/usr/bin/env", ["mount", "-t", "tmpfs", "-o", "size=24m,mode=700", "tmpfs", data])
        try #require(mounted.status == 0, "\(mounted.errors)")
        let stack = try await Stack.start(scratch: scratch)
        do {
            let user = try await stack.makeAccount()
            let entry = try await stack.bus.request(SubmitJournal(user: user, day: World.lastDay, at: 1, text: "Kept."))
            let job = EntityID.random()
            // A file that cannot fit is refused before its first byte; one of unknown size is accepted until the disk's
            // reserve, which stays free.
            let early = await #expect(throws: ServiceError.self) {
                try await stack.bus.request(BeginUpload(user: user, job: job, fileName: "export.xml", size: 40 << 20))
            }
            #expect(early?.code == .storage)
            var offset = try await stack.bus.request(
                BeginUpload(user: user, job: job, fileName: "export.xml", size: nil)
            ).offset
            let full = await #expect(throws: ServiceError.self) {
                while offset < 40 << 20 {
                    offset = try await stack.bus.request(
                        UploadChunk(
                            user: user, job: job, offset: offset,
                            bytes: [UInt8](repeating: 0x20, count: UploadChunk.maximumBytes))
                    ).offset
                }
            }
            #expect(full?.code == .storage && offset > 0)
            var disk = statvfs()
            #expect(statvfs(data, &disk) == 0 && disk.f_bavail > 0, "the disk was filled to its end")
            #expect(try await stack.bus.request(JournalQuery(user: user)).entries.map(\.id) == [entry.id])
            #expect(try await Executable.run("/usr/bin/env", ["mount", "-o", "remount,size=96m", data]).status == 0)
            let resumed = try await stack.bus.request(
                BeginUpload(user: user, job: job, fileName: "export.xml", size: 40 << 20)
            ).offset
            #expect(resumed == offset)
            let next = try await stack.bus.request(
                UploadChunk(user: user, job: job, offset: resumed, bytes: [UInt8](repeating: 0x20, count: 1000))
            ).offset
            #expect(next == resumed + 1000)
        } catch {
            Issue.record("\(error)\n\(stack.logText.split(separator: "\n").suffix(20).joined(separator: "\n"))")
        }
        try await stack.stop(remove: false)
        _ = try await Executable.run("/usr/bin/env", ["umount", data])
        scratch.remove()
    }
}

/// A message type that no service handles.
private struct UnknownRequest: BusRequest, EmptyMessage {
    typealias Reply = Empty
    static let type = MessageType(0x05F0)
    static let service: ServiceName? = .scoring
}
