import Bus
import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

extension Security {
    @Suite(.tags(.processes)) struct QuotaTests {
        private func csv(days: Int) -> Data {
            var text = "kind,start,end,value,unit,source\n"
            for number in 0..<days {
                let day = Day(number: Int32(13_000 + number))
                text += "height,\(day)T10:00:00Z,,\(50 + Double(number % 900) / 10),cm,Scale\n"
            }
            return Data(text.utf8)
        }

        private func refusal(_ body: () async throws -> some Sendable) async throws -> ServiceError {
            try #require(await #expect(throws: ServiceError.self) { try await body() })
        }

        @Test(
            "SEC-11 A person's uploads and kept samples have quotas, refused with a sentence that says what to do",
            .timeLimit(.minutes(5)))
        func quotas() async throws {
            let environment = ["PULSUM_QUOTA_UPLOADS": "2,3MiB", "PULSUM_QUOTA_KEPT": "64KiB"]
            try await Stack.run(environment: environment) { stack in
                let user = try await stack.makeAccount()
                let browser = Browser(stack.url)
                #expect(
                    try await browser.post("/v1/sessions", ["name": "Ada", "password": "correct horse battery"]).status
                        < 300)
                let bus = stack.bus
                // Two unfinished uploads take both places; the third must wait, and another person is not affected.
                let first = EntityID.random()
                for job in [first, .random()] {
                    _ = try await bus.request(BeginUpload(user: user, job: job, fileName: "a.xml", size: nil))
                    _ = try await bus.request(UploadChunk(user: user, job: job, offset: 0, bytes: [0x3C]))
                }
                let third = try await refusal {
                    try await bus.request(BeginUpload(user: user, job: .random(), fileName: "b.xml", size: nil))
                }
                #expect(
                    third.code == .busy && third.message.contains("wait until one has ended") && third.retryAfter != nil
                )
                let page = try await browser.post("/v1/imports?name=b.csv", bytes: csv(days: 1))
                #expect(
                    page.status == 429 && (page.json["detail"] as? String ?? "").contains("wait until one has ended"))
                _ = try await bus.request(BeginUpload(user: .random(), job: .random(), fileName: "b.xml", size: nil))
                // Resuming an upload takes no new place. Its bytes are bounded over all files of the person.
                var offset = try await bus.request(BeginUpload(user: user, job: first, fileName: "a.xml", size: nil))
                    .offset
                let full = try await refusal {
                    while offset < 8 << 20 {
                        offset = try await bus.request(
                            UploadChunk(
                                user: user, job: first, offset: offset,
                                bytes: [UInt8](repeating: 0x20, count: UploadChunk.maximumBytes))
                        ).offset
                    }
                    return offset
                }
                #expect(full.code == .storage && full.message.contains("3 MiB") && offset < 3 << 20)
                let other = UserID.random()
                let large = try await refusal {
                    try await bus.request(BeginUpload(user: other, job: .random(), fileName: "b.xml", size: 4 << 20))
                }
                #expect(large.code == .storage && large.message.contains("PULSUM_QUOTA_UPLOADS"))

                // Stored data is bounded too: the import that reaches the bound reports it, and the next one is refused
                // at once.
                let path = stack.scratch.file("many.csv")
                try csv(days: 2_000).write(to: URL(fileURLWithPath: path))
                let ended = try await stack.importFile(path, for: other)
                #expect(ended.phase == .done && ended.samplesNew == 2_000)
                let kept = try await refusal {
                    try await bus.request(BeginUpload(user: other, job: .random(), fileName: "b.xml", size: 10))
                }
                #expect(kept.code == .storage && kept.message.contains("PULSUM_QUOTA_KEPT"))
                let batch = IngestSamples(
                    user: other, device: "phone", kind: "bodyMass", anchor: "", newAnchor: "a",
                    samples: [
                        AnchoredSample(
                            id: .random(), start: 1_700_000_000, end: 1_700_000_000, value: 70, unit: "kg",
                            source: "Scale")
                    ], deleted: [])
                #expect(try await refusal { try await bus.request(batch) }.code == .storage)
                // Another person is not affected.
                #expect(try await stack.importFile(path, for: .random()).samplesNew == 2_000)
            }
        }

        @Test(
            "SEC-11 A file name, and the texts of an anchored batch, have a bound: refused or set aside, never cut",
            .timeLimit(.minutes(3)), .tags(.sharedStack))
        func texts() async throws {
            try await Stack.shared { stack in
                let (bus, user, long) = (stack.bus, UserID.random(), String(repeating: "n", count: 1_025))
                let name = try await refusal {
                    try await bus.request(BeginUpload(user: user, job: .random(), fileName: long, size: nil))
                }
                #expect(name.code == .invalid && name.message.contains("1024 bytes"))
                func sample(
                    _ number: UInt64, source: String = "Scale", model: String = "", unit: String = "kg",
                    zone: String = ""
                ) -> AnchoredSample {
                    AnchoredSample(
                        id: EntityID(high: 1, low: number), start: 1_700_000_000, end: 1_700_000_000,
                        value: Double(60 + number), unit: unit, source: source,
                        model: model, zone: zone)
                }
                let samples = [
                    sample(0), sample(1, source: long), sample(2, model: long), sample(3, unit: long),
                    sample(4, zone: long),
                ]
                let reply = try await bus.request(
                    IngestSamples(
                        user: user, device: "phone", kind: "bodyMass", anchor: "", newAnchor: "a", samples: samples,
                        deleted: []))
                #expect(reply.added == 1)
                #expect(reply.skipped == (1...4).map { SkippedPart(place: "samples[\($0)]", reason: "textTooLong") })
                // More sources than a file may contain.
                let many = (0..<1_500).map { sample(100 + $0, source: "source \($0)") }.map { sample in
                    var sample = sample
                    sample.value = 70
                    return sample
                }
                let crowded = try await bus.request(
                    IngestSamples(
                        user: user, device: "phone", kind: "bodyMass", anchor: "a", newAnchor: "b", samples: many,
                        deleted: []))
                #expect(crowded.added == 1_000 && crowded.skipped.first?.reason == "tooManySources")
            }
        }
    }
}
