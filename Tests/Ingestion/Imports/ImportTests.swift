import Fixtures
import Foundation
import Messages
import Storage
import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion

/// From an upload to published metrics, with a real database and spool.
@Suite(.timeLimit(.minutes(5)), .tags(.processes)) struct ImportTests {
    private static let export = Result {
        try ExportGenerator(seed: 11, days: 20, endingOn: Day(number: 19_900), recordsPerDay: 60).xml()
    }

    /// The records of a generated export, and exports assembled from a subset.
    private func pieces(_ xml: [UInt8]) throws -> (head: String, records: [Substring]) {
        let text = String(decoding: xml, as: UTF8.self)
        let start = try #require(text.firstRange(of: " <Record")).lowerBound
        var records: [Substring] = []
        for line in text[start...].split(separator: "\n") {
            if line.hasPrefix("</HealthData") { break }
            // Lines that belong to the preceding element are indented further, end it, or are in a correlation.
            let isInside =
                records.last.map { $0.hasPrefix(" <Correlation") && !$0.hasSuffix("</Correlation>") } ?? false
            if isInside || line.hasPrefix("  ") || line.hasPrefix(" </") {
                records[records.count - 1] = records[records.count - 1] + "\n" + line
            } else {
                records.append(line)
            }
        }
        return (String(text[..<start]), records)
    }

    private func file(_ head: String, _ records: some Sequence<Substring>) -> String {
        head + records.joined(separator: "\n") + "</HealthData>"
    }

    @Test("ING-1 An export becomes daily metrics, and each changed day is published once")
    func whole() async throws {
        let workshop = try Workshop()
        try await workshop.profile()
        let status = try await workshop.importing(Self.export.get())
        #expect(status.phase == .done)
        #expect(status.problem == nil)
        #expect(status.samplesNew == status.samplesRead && status.samplesNew > 2000)
        #expect(status.taken["flightsClimbed"] == 40)
        #expect(status.bytesRead > 0 && status.bytesTotal.map { $0 - status.bytesRead < 10 } == true)
        let days = try await workshop.metrics()
        #expect(days.count >= 20)
        let usual = days[5]
        #expect(usual.hrv.map { $0.derivation == .asleep && $0.value > 20 && $0.value < 90 } == true)
        #expect(usual.sleep.map { $0.value > 4 * 3600 && $0.value < 10 * 3600 } == true)
        #expect(usual.steps.map { $0.value > 3000 } == true)
        #expect(
            usual.nocturnalHeartRate != nil && usual.restingHeartRate?.derivation == .provider
                && usual.respiratoryRate != nil)
        #expect(days.last?.sleepDebt != nil)
        #expect(try await workshop.events() == Int(status.daysChanged))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: workshop.scratch.file("spool/\(workshop.user)")) == [
                "turn"
            ])
        workshop.scratch.remove()
    }

    @Test("ING-5 The same file twice leaves one copy and publishes nothing")
    func twice() async throws {
        let workshop = try Workshop()
        let first = try await workshop.importing(Self.export.get())
        let (chunks, revisions, events) = (
            try await workshop.chunks(), try await workshop.revisions(), try await workshop.events()
        )
        let second = try await workshop.importing(Self.export.get())
        #expect(second.samplesRead == first.samplesRead)
        #expect((second.samplesNew, second.daysChanged) == (0, 0))
        #expect(try await workshop.chunks() == chunks)
        #expect(try await workshop.revisions() == revisions)
        #expect(try await workshop.events() == events)
        workshop.scratch.remove()
    }

    @Test("ING-5 Shuffled, split, overlapping and repeated imports end in identical metrics", arguments: [1, 2, 3])
    func anyOrder(seed: UInt64) async throws {
        let (head, records) = try pieces(Self.export.get())
        let undisturbed = try Workshop()
        _ = try await undisturbed.importing(Self.export.get())
        let expected = try await undisturbed.metrics()
        var random = SplitMix(seed: seed)
        let workshop = try Workshop()
        let shuffled = records.shuffled(using: &random)
        let (a, b) = (
            Int.random(in: 0..<shuffled.count, using: &random), Int.random(in: 0..<shuffled.count, using: &random)
        )
        for part in [shuffled[..<max(a, b)], shuffled[min(a, b)...], shuffled[..<min(a, b)]] {
            _ = try await workshop.importing(file(head, part))
        }
        #expect(try await workshop.metrics() == expected)
        #expect(try await workshop.chunks() == (try await undisturbed.chunks()))
        workshop.scratch.remove()
        undisturbed.scratch.remove()
    }

    @Test("ING-7 A damaged file keeps what came before the damage, says where, and may be sent again")
    func damaged() async throws {
        let (head, records) = try pieces(Self.export.get())
        let workshop = try Workshop()
        let half = file(head, records.prefix(records.count / 2))
        let damaged = half.replacing(
            "</HealthData>", with: " <Record type=\"HKQuantityTypeIdentifierStepCount value=5>\n</HealthData>")
        let status = try await workshop.importing(damaged)
        #expect(status.phase == .failed)
        #expect(status.problem?.code == "malformed")
        #expect(status.problem?.byteOffset.map { $0 >= Int64(half.utf8.count - 13) } == true)
        #expect(status.samplesNew > 500)
        #expect(!(try await workshop.metrics()).isEmpty)
        let again = try await workshop.importing(Self.export.get())
        #expect(again.phase == .done)
        let undisturbed = try Workshop()
        _ = try await undisturbed.importing(Self.export.get())
        #expect(try await workshop.metrics() == (try await undisturbed.metrics()))
        workshop.scratch.remove()
        undisturbed.scratch.remove()
    }

    @Test(
        "ING-7 A wrong file is refused in words",
        arguments: [
            "", "hello", "{\"data\":{}", "kind,start\n1,2\n", "<html><body/></html>", "PK\u{3}\u{4}broken", "%PDF-1.7",
        ])
    func wrongFile(content: String) async throws {
        let workshop = try Workshop()
        let status = try await workshop.importing(content)
        #expect(status.phase == .failed)
        #expect(["notAHealthExport", "truncated"].contains(status.problem?.code))
        #expect(status.problem?.message.isEmpty == false)
        workshop.scratch.remove()
    }

    @Test(
        "ING-2 JSON without metrics and workouts is refused with what was expected; a payload without new data is not",
        arguments: ["{}", "{\"other\": [1]}", "{\"values\": []}"])
    func emptyJSON(content: String) async throws {
        let workshop = try Workshop()
        let status = try await workshop.importing(content)
        #expect(status.phase == .failed && status.problem?.code == "noMetrics")
        #expect(status.problem?.message.contains("metrics") == true)
        for payload in ["{\"data\": {}}", "{\"metrics\": []}", "{\"data\": {\"workouts\": []}}"] {
            #expect(try await workshop.importing(payload).phase == .done, "\(payload)")
        }
        workshop.scratch.remove()
    }

    @Test("ING-7 A job whose worker died half-way runs again, with the same result and the same counts")
    func resumed() async throws {
        let undisturbed = try Workshop()
        let whole = try await undisturbed.importing(Self.export.get())
        let expected = try await undisturbed.metrics()
        let workshop = try Workshop()
        let job = try await workshop.upload(Self.export.get(), chunk: 30_000)
        _ = try await workshop.service.start(StartImport(user: workshop.user, job: job))
        // The worker dies at each of its first steps in turn; the database and the spool keep their state.
        for limit in [1, 2, 3, 5, 8, 13, 21, 34] { #expect(try await workshop.die(job, after: limit).dead) }
        let middle = try await workshop.service.query(ImportQuery(user: workshop.user, job: job))
        #expect(middle.phase == .reading || middle.phase == .reducing)
        #expect(middle.samplesNew > 0)
        let restarted = try Workshop(user: workshop.user, scratch: workshop.scratch)
        try await restarted.worker.drain()
        let status = try await restarted.service.query(ImportQuery(user: workshop.user, job: job))
        #expect(status.phase == .done)
        #expect((status.samplesRead, status.samplesNew) == (whole.samplesRead, whole.samplesNew))
        #expect(try await restarted.metrics() == expected)
        workshop.scratch.remove()
        undisturbed.scratch.remove()
    }

    @Test("ING-7 Days are counted once, whenever a worker dies while it publishes them")
    func countedDays() async throws {
        let xml = try ExportGenerator(seed: 3, days: 140, endingOn: Day(number: 19_900), recordsPerDay: 4).xml()
        let undisturbed = try Workshop()
        let whole = try await undisturbed.importing(xml)
        #expect(whole.daysChanged >= 140)
        let events = try await undisturbed.events()
        let totals = try await undisturbed.events(for: .goals)
        #expect(totals >= 140)
        undisturbed.scratch.remove()
        // The last checks of the flag are between the three pages of totals, those before between the pages of metrics.
        var (looks, middles) = (0, Set<Int64>())
        for back in [0, 2, 4, 5] {
            let workshop = try Workshop()
            let job = try await workshop.upload(xml)
            _ = try await workshop.service.start(StartImport(user: workshop.user, job: job))
            if back == 0 {
                looks = try await workshop.die(job, after: .max, pace: .init()).looks
            } else {
                #expect(try await workshop.die(job, after: looks - back, pace: .init()).dead)
                middles.insert(try await workshop.service.query(ImportQuery(user: workshop.user, job: job)).daysChanged)
                try await workshop.worker.drain()
            }
            let status = try await workshop.service.query(ImportQuery(user: workshop.user, job: job))
            #expect((status.phase, status.daysChanged) == (.done, whole.daysChanged))
            #expect(try await workshop.events() == events)
            #expect(try await workshop.events(for: .goals) == totals)
            workshop.scratch.remove()
        }
        #expect(middles.count == 3, "\(middles)")
    }

    @Test("ING-8 The most recent 30 days of a long history are published first, and are what they stay")
    func backfill() async throws {
        let xml = try ExportGenerator(seed: 5, days: 300, endingOn: Day(number: 19_900), recordsPerDay: 2).xml()
        let workshop = try Workshop()
        try await workshop.profile()
        _ = try await workshop.importing(xml)
        let days = try await workshop.store.read { transaction in
            try transaction.rows("SELECT day FROM metrics ORDER BY rowid").map { try ($0["day"] as Day).number }
        }
        let last = try #require(days.max())
        let recent = days.prefix { $0 > last - 30 }
        #expect(recent.count >= 29)
        #expect(Array(days) == Array(recent).sorted() + days.dropFirst(recent.count).sorted())
        #expect(try await workshop.revisions().allSatisfy { $0 == 1 })
        workshop.scratch.remove()
    }

    @Test("ING-6 Another order of sources computes the days again; another country does not")
    func sourceOrder() async throws {
        let workshop = try Workshop()
        try await workshop.profile()
        _ = try await workshop.importing(Self.export.get())
        let (before, events) = (try await workshop.metrics(), try await workshop.events())
        try await workshop.profile(revision: 2)
        #expect(try await workshop.events() == events)
        try await workshop.profile(sources: ["Anna & Ben iPhone"], revision: 3)
        let after = try await workshop.metrics()
        #expect(before.map(\.day) == after.map(\.day))
        #expect(zip(before, after).contains { $0.steps != $1.steps })
        #expect(zip(before, after).allSatisfy { $0.restingHeartRate == $1.restingHeartRate })
        #expect(try await workshop.events() > events)
        try await workshop.profile(revision: 4)
        #expect(try await workshop.metrics() == before)
        workshop.scratch.remove()
    }

    @Test("ING-6 Each source's part in a day's steps is shown, in the order in force; the parts are the day's total")
    func sourceStandings() async throws {
        let workshop = try Workshop()
        try await workshop.profile()
        let service = workshop.service
        let empty = try await service.sources(SourcesQuery(user: workshop.user))
        #expect(empty == SourcesQuery.Reply(revision: 1, sources: []))
        _ = try await workshop.importing(Self.export.get())
        func standing(_ day: Day? = nil) async throws -> SourcesQuery.Reply {
            try await service.sources(SourcesQuery(user: workshop.user, day: day))
        }
        func total(_ reply: SourcesQuery.Reply) -> Double { reply.sources.reduce(0) { $0 + ($1.counted ?? 0) } }
        let before = try await standing()
        let last = try #require(try await workshop.metrics().last { $0.steps != nil })
        #expect(before.day == last.day && total(before).rounded() == last.steps?.value)
        let kinds = before.sources.map(\.kind)
        #expect(
            kinds.first == .watch && kinds == kinds.sorted { $0.rawValue < $1.rawValue }
                && before.sources.allSatisfy { !$0.isChosen })
        #expect(Set(before.sources.map(\.name)).count == before.sources.count)
        // A phone's steps next to a watch's count in part, alone in full; first in full.
        let phone = try #require(before.sources.first { $0.kind == .phone && $0.steps != nil })
        #expect(try #require(phone.counted) < #require(phone.steps))
        try await workshop.profile(sources: [phone.name], revision: 2)
        let after = try await standing()
        #expect(
            after.revision == 2 && after.sources.first?.name == phone.name
                && after.sources.filter(\.isChosen).map(\.name) == [phone.name])
        #expect(after.sources.first?.counted == phone.steps && after.sources.first?.steps == phone.steps)
        let moved = try #require(try await workshop.metrics().first { $0.day == last.day }?.steps?.value)
        #expect(total(after).rounded() == moved && moved != last.steps?.value)
        #expect(try await standing(Day(number: 1)).sources.allSatisfy { $0.steps == nil && $0.counted == nil })
        workshop.scratch.remove()
    }

    @Test("COM-1 A new time zone moves the days")
    func timeZone() async throws {
        let workshop = try Workshop()
        try await workshop.profile(zone: "Europe/Berlin")
        _ = try await workshop.importing(Self.export.get())
        let before = try await workshop.metrics()
        try await workshop.profile(zone: "America/Los_Angeles", revision: 2)
        let moved = try await workshop.metrics()
        #expect(moved.map(\.steps) != before.map(\.steps))
        let fresh = try Workshop()
        try await fresh.profile(zone: "America/Los_Angeles", revision: 2)
        _ = try await fresh.importing(Self.export.get())
        #expect(try await fresh.metrics() == moved)
        workshop.scratch.remove()
        fresh.scratch.remove()
    }

    @Test("OWN-2 The export holds every day, sample and import, in pages of about a mebibyte")
    func ownData() async throws {
        let workshop = try Workshop()
        let status = try await workshop.importing(Self.export.get())
        var (files, cursor, pages): ([String: [UInt8]], String?, Int) = ([:], nil, 0)
        repeat {
            let page = try await workshop.service.export(workshop.user, cursor)
            #expect(page.files.reduce(0) { $0 + $1.content.count } < 1_200_000)
            for file in page.files { files[file.name, default: []] += file.content }
            (cursor, pages) = (page.next, pages + 1)
        } while cursor != nil && pages < 1000
        let samples = String(decoding: files["ingestion/samples.csv"] ?? [], as: UTF8.self).split(separator: "\n")
        let parts = samples.count { line in
            ["heartRateVariabilityRMSSD,", "workoutEnergy,"].contains { line.hasPrefix($0) }
        }
        #expect(parts > 100)
        let readings = String(decoding: files["ingestion/readings.csv"] ?? [], as: UTF8.self).split(separator: "\n")
        #expect(samples.count - 1 - parts + readings.count - 1 == Int(status.samplesNew))
        #expect(
            samples.contains { $0.hasPrefix("steps,") && $0.hasSuffix("iPhone,iPhone,\"iPhone13,2\",,+02:00,export,") })
        #expect(samples.contains { $0.hasPrefix("sleep,") && $0.hasSuffix(",Europe/Berlin,sample,") })
        #expect(samples.contains { $0.hasPrefix("workout,") && $0.hasSuffix(",HKWorkoutActivityTypeRunning") })
        let days = String(decoding: files["ingestion/daily-metrics.csv"] ?? [], as: UTF8.self)
        #expect(days.contains(",hrv,") && days.contains(",sleepNeed,"))
        let imports = try JSONDecoder().decode([ImportStatus].self, from: Data(files["ingestion/imports.json"] ?? []))
        #expect(imports.map(\.phase) == [.done])
        #expect(try await workshop.service.export(.random(), nil).files.isEmpty)
        workshop.scratch.remove()
    }

    @Test("OWN-1 Erasing removes rows, key and spool; the person is refused from then on")
    func erased() async throws {
        let workshop = try Workshop()
        let user = workshop.user
        _ = try await workshop.importing(Self.export.get())
        let job = try await workshop.upload(Array("<HealthData/>".utf8))
        #expect(try await workshop.store.erase(user) > 0)
        try await workshop.service.erase(user)
        #expect(!FileManager.default.fileExists(atPath: workshop.scratch.file("spool/\(user)")))
        #expect(try await workshop.chunks().isEmpty)
        await #expect(throws: ServiceError.self) { try await workshop.upload([1]) }
        await #expect(throws: ServiceError.self) {
            try await workshop.service.append(UploadChunk(user: user, job: job, offset: 0, bytes: [1]))
        }
        try await workshop.worker.drain()
        // A worker that read the user's days before the change is too late.
        let (worker, store) = (workshop.worker, workshop.store)
        await #expect(throws: ServiceError.self) {
            try await WorkThread.run(.global()) { try worker.reduce(user, store) }
        }
        #expect(!FileManager.default.fileExists(atPath: workshop.scratch.file("spool/\(user)")))
        workshop.scratch.remove()
    }

    @Test("COM-4 Neither the database nor the spool holds a readable word of the export")
    func sealed() async throws {
        let workshop = try Workshop()
        _ = try await workshop.importing(Self.export.get())
        _ = try await workshop.upload(Self.export.get())
        for word in ["Kitchen Scale", "HKQuantityType", "iPhone", "Europe/Berlin", "export.xml"] {
            #expect(workshop.scratch.filesHolding(word) == [], "\(word)")
        }
        workshop.scratch.remove()
    }

    @Test(
        "COM-1 A real export: k0rventen's year has its resting heart rates and nights in bed that are not sleep",
        .needs(.sharedData))
    func realExport() async throws {
        let file = try #require(SharedData.url("apple_health_export_k0rventen/test-export3_normal.zip"))
        let workshop = try Workshop()
        try await workshop.profile(zone: "Europe/Paris")
        let status = try await workshop.importing([UInt8](Data(contentsOf: file)))
        #expect(status.phase == .done)
        #expect(status.samplesRead == 8034)
        let days = try await workshop.metrics()
        #expect(days.count { $0.restingHeartRate?.derivation == .provider } > 280)
        #expect(
            days.compactMap(\.restingHeartRate).filter { $0.derivation == .provider }.allSatisfy {
                (35...110).contains($0.value)
            })
        #expect(days.allSatisfy { $0.sleep.map { $0.value < 86_400 } ?? true })
        workshop.scratch.remove()
    }
}
