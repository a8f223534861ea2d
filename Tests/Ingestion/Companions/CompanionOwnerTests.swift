import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion

/// Whose a record is, whose a sample is, and what is kept of a body that says something else.
@Suite(.tags(.processes)) struct CompanionOwnerTests {
    private static let csv = "kind,start,end,value,unit,source\nbodyMass,2026-10-19T04:05:00Z,,71.4,kg,openScale\n"

    private static func measurement(_ kilograms: Double, user: Int = 1, name: String = "Mia") -> String {
        #"{"event":"insert","userId":\#(user),"username":"\#(name)","date":"2026-10-19T04:05:00.000Z","weight":\#(kilograms)}"#
    }

    private static func masses(_ workshop: Workshop) async throws -> [Double] {
        try await workshop.store.read { [user = workshop.user] in
            try SampleRows(user: user, transaction: $0).samples(.bodyMass, 20_000...21_000).map(\.value)
        }
    }

    @Test("OWN-2 ING-16 What a file brought too stays, whichever came first, after an undo and after a correction")
    func files() async throws {
        for isFileFirst in [true, false] {
            let workshop = try Workshop()
            try await workshop.profile()
            if isFileFirst { try await workshop.importing(Array(Self.csv.utf8)) }
            _ = try await workshop.post(Self.measurement(71.4), from: "openscale", member: "1")
            if !isFileFirst { try await workshop.importing(Array(Self.csv.utf8)) }
            #expect(try await Self.masses(workshop) == [71.4])
            try await workshop.forget(1)
            #expect(try await Self.masses(workshop) == [71.4], "file first: \(isFileFirst)")
            for kilograms in [71.4, 72, 73] {
                _ = try await workshop.post(Self.measurement(kilograms), from: "openscale", member: "1")
            }
            // 72 was the companion's own.
            #expect(try await Self.masses(workshop).sorted() == [71.4, 73])
            try await workshop.forget(1)
            #expect(try await Self.masses(workshop) == [71.4])
        }
    }

    @Test("SEC-11 ING-16 A companion deletes only what companions brought: no equal sample of a file or a query")
    func foreign() async throws {
        let workshop = try Workshop()
        try await workshop.profile()
        let sample = AnchoredSample(
            id: .random(), start: Self.instant + 60, end: Self.instant + 60, value: 72, unit: "kg", source: "openScale",
            model: "", hardware: "", zone: "")
        try await workshop.importing(Array(Self.csv.utf8))
        _ = try await workshop.service.ingest(
            IngestSamples(
                user: workshop.user, device: "phone", kind: "bodyMass", anchor: "", newAnchor: "1", samples: [sample],
                deleted: []))
        let later = Self.measurement(72).replacing("04:05:00", with: "04:06:00")
        for body in [Self.measurement(71.4), later] {
            _ = try await workshop.post(body, from: "openscale", member: "1")
            _ = try await workshop.post(body.replacing("insert", with: "delete"), from: "openscale", member: "1")
        }
        #expect(try await Self.masses(workshop) == [71.4, 72])
        // What a companion alone brought goes, and a file that comes after it counts.
        let other = Self.measurement(73).replacing("10-19T", with: "10-20T")
        _ = try await workshop.post(other, from: "openscale", member: "1")
        _ = try await workshop.post(other.replacing("insert", with: "delete"), from: "openscale", member: "1")
        #expect(try await Self.masses(workshop) == [71.4, 72])
        let file = Self.csv.replacing("10-19T", with: "10-20T").replacing("71.4", with: "73")
        try await workshop.importing(Array(file.utf8))
        #expect(try await Self.masses(workshop) == [71.4, 72, 73])
    }

    @Test("OWN-2 ING-16 ING-3 What an anchored query brought too stays while one of its ids lives")
    func queries() async throws {
        let workshop = try Workshop()
        try await workshop.profile()
        _ = try await workshop.post(Self.measurement(71.4), from: "openscale", member: "1")
        let id = EntityID.random()
        let start = CompanionOwnerTests.instant
        func batch(_ anchor: String, _ next: String, _ samples: [AnchoredSample], _ deleted: [EntityID])
            -> IngestSamples
        {
            IngestSamples(
                user: workshop.user, device: "phone", kind: "bodyMass", anchor: anchor, newAnchor: next,
                samples: samples, deleted: deleted)
        }
        let sample = AnchoredSample(
            id: id, start: start, end: start, value: 71.4, unit: "kg", source: "openScale", model: "", hardware: "",
            zone: "")
        #expect(try await workshop.service.ingest(batch("", "1", [sample], [])).accepted)
        try await workshop.forget(1)
        #expect(try await Self.masses(workshop) == [71.4])
        _ = try await workshop.service.ingest(batch("1", "2", [], [id]))
        #expect(try await Self.masses(workshop) == [])
    }

    private static var instant: Int64 { 1_792_382_700 }

    @Test("OWN-2 ING-16 A record that two phones told goes with the second of them")
    func tellers() async throws {
        let (posted, workshop) = (try PostedWeek("hc-webhook"), try Workshop())
        try await workshop.profile()
        for device in [UInt64(1), 2] {
            for post in posted.posts { _ = try await workshop.post(post, from: "hc-webhook", device: device) }
        }
        let told = try await workshop.told()
        try await workshop.forget(2)
        #expect(try await workshop.told() == told)
        #expect(!told.isEmpty)
        try await workshop.forget(1)
        #expect(try await workshop.told().isEmpty)
    }

    @Test("ING-16 A scale's user is found by name once; a post without that user's values is put aside")
    func members() async throws {
        let workshop = try Workshop()
        let first = try await workshop.post(Self.measurement(71.4), from: "openscale", member: "Mia")
        #expect(first.companion?.member == "1" && first.companion?.isAside == false)
        let other = try await workshop.post(
            Self.measurement(90, user: 2, name: "Leo"), from: "openscale", member: "Mia")
        #expect(other.companion?.others == 1 && other.companion?.isAside == true && other.companion?.member == nil)
        // A namesake is nobody's choice.
        let both =
            #"{"measurements":[{"userId":1,"username":"Mia","date":"2026-10-20T04:05:00Z","weight":70},{"userId":3,"username":"Mia","date":"2026-10-20T04:05:00Z","weight":50}]}"#
        let unclear = try await workshop.post(both, from: "openscale", member: "Mia")
        #expect(unclear.companion?.others == 2 && unclear.companion?.isAside == true)
        let known = try await workshop.post(both, from: "openscale", member: "1")
        #expect(known.companion?.others == 1 && known.companion?.isAside == false)
        #expect(try await Self.masses(workshop) == [71.4, 70])
        // Only the chosen user's values are deleted.
        for member in ["3", "Leo"] {
            let cleared = try await workshop.post(#"{"event":"clear","userId":1}"#, from: "openscale", member: member)
            #expect(cleared.companion?.others == 1)
        }
        #expect(try await Self.masses(workshop) == [71.4, 70])
        #expect(try await workshop.service.aside(AsideQuery(user: workshop.user)).bodies.count == 2)
    }

    @Test(
        "SEC-11 ING-16 The list of sources has no app that only wrote readings of kinds that are not stored as samples")
    func sources() async throws {
        let workshop = try Workshop()
        let body =
            #"{"timestamp":"2026-10-19T12:00:00Z","menstruation_flow":[{"flow":3,"time":"2026-10-19T08:00:00Z","metadata":{"data_origin":"com.example.cycle"}}],"weight":[{"kilograms":71,"time":"2026-10-19T08:00:00Z","metadata":{"data_origin":"com.example.scale"}}]}"#
        _ = try await workshop.post(body, from: "hc-webhook")
        let names = try await workshop.service.sources(SourcesQuery(user: workshop.user)).sources.map(\.name)
        #expect(names.contains("com.example.scale") && !names.contains("com.example.cycle"), "\(names)")
        _ = try await workshop.service.answer(AnswerGroup(user: workshop.user, group: "cycle", isKept: true))
        #expect(try await workshop.exported("ingestion/readings.csv").contains("com.example.cycle"))
    }

    @Test("ING-16 A body of which nothing, or only a part, was understood is put aside besides being merged")
    func partly() async throws {
        let workshop = try Workshop()
        let bodies: [(body: String, code: String?, new: Int64)] = [
            (#"{"aura":[{"shade":1}]}"#, "nothingTaken", 0),
            (#"{"weight":[{"kilograms":"much","time":"2026-10-19T04:00:00Z"}]}"#, "nothingTaken", 0),
            (#"{"weight":[{"kilograms":71,"time":"2026-10-19T04:00:00Z"},{"kilograms":72}]}"#, "partlyRead", 1),
            (#"{"weight":[{"kilograms":72,"time":"2026-10-20T04:00:00Z"}],"aura":[{"shade":1}]}"#, "partlyRead", 1),
            (#"{"weight":[{"kilograms":73,"time":"2026-10-21T04:00:00Z","shade":1}]}"#, nil, 1), ("{}", nil, 0),
        ]
        for (body, code, new) in bodies {
            for asUpload in [false, true] {
                let before = try await workshop.service.aside(AsideQuery(user: workshop.user)).bodies.map(\.id)
                let status = try await workshop.post(
                    PostedWeek.Post(at: 0, status: "", body: Array(body.utf8)), from: "hc-webhook", asUpload: asUpload)
                #expect(status.phase == .done && status.companion?.isAside == (code != nil), "\(body): \(status)")
                #expect(status.samplesNew == (asUpload ? 0 : new), "\(body)")
                let after = try await workshop.service.aside(AsideQuery(user: workshop.user)).bodies
                #expect(after.first { !before.contains($0.id) }?.problem.code == code, "\(body)")
            }
        }
    }

    @Test("OWN-2 ING-16 The place of an export is a body's id, so that a body which comes or goes moves no other")
    func exportedMeanwhile() async throws {
        let workshop = try Workshop()
        for _ in 0..<3 { _ = try await workshop.post("no JSON", from: "hc-webhook") }
        let ids = try await workshop.service.aside(AsideQuery(user: workshop.user)).bodies.map(\.id).sorted()
        func next(_ cursor: String?) async throws -> (name: String?, next: String?) {
            var cursor = cursor
            while true {
                let page = try await workshop.service.export(workshop.user, cursor)
                let name = page.files.map(\.name).first { $0.hasPrefix("ingestion/aside/") }
                if name != nil || page.next == nil { return (name, page.next) }
                cursor = page.next
            }
        }
        let first = try await next(nil)
        #expect(first.name?.contains("\(ids[0])") == true)
        _ = try await workshop.service.remove(RemoveAside(user: workshop.user, id: ids[0]))
        let second = try await next(first.next)
        let third = try await next(second.next)
        #expect(second.name?.contains("\(ids[1])") == true && third.name?.contains("\(ids[2])") == true)
        #expect(try await next(third.next).name == nil)
    }

    @Test("ING-16 A damaged record costs itself, and the next post tells it again")
    func damaged() async throws {
        let workshop = try Workshop()
        _ = try await workshop.post(Self.measurement(71.4), from: "openscale", member: "1")
        try await workshop.store.write { [user = workshop.user] transaction in
            for table in ["companion_records", "companion_samples"] {
                try transaction.execute("UPDATE \(table) SET sealed = ? WHERE user = ?", [Data([1, 2, 3]), user])
            }
        }
        let again = try await workshop.post(Self.measurement(71.4), from: "openscale", member: "1")
        #expect(again.phase == .done)
        #expect(try await Self.masses(workshop) == [71.4])
        #expect(try await workshop.exported("ingestion/readings.csv").contains("71.4"))
    }

    @Test("ING-16 SEC-11 An upload of a companion that broke off leaves neither a job nor a file")
    func brokenOff() async throws {
        let workshop = try Workshop()
        let sender = CompanionSender(companion: "hc-webhook", device: 1)
        let (post, file) = (EntityID.random(), EntityID.random())
        for (job, sender) in [(post, sender), (file, nil)] as [(EntityID, CompanionSender?)] {
            _ = try await workshop.service.begin(
                BeginUpload(user: workshop.user, job: job, fileName: "x", size: 10, isPost: true, companion: sender))
            _ = try await workshop.service.append(
                UploadChunk(user: workshop.user, job: job, offset: 0, bytes: [1, 2, 3]))
            _ = try await workshop.service.discard(DiscardUpload(user: workshop.user, job: job))
            _ = try await workshop.service.discard(DiscardUpload(user: workshop.user, job: job))
        }
        await #expect(throws: ServiceError.self) {
            _ = try await workshop.service.query(ImportQuery(user: workshop.user, job: post))
        }
        // A person goes on with the upload of a file.
        #expect(try await workshop.service.query(ImportQuery(user: workshop.user, job: file)).phase == .uploading)
        #expect(SpoolFile.bytes(workshop.service.spools, workshop.user) > 0)
        #expect(SpoolFile(directory: workshop.service.spools, user: workshop.user, job: post).size == 0)
    }

    @Test(
        "ING-16 SEC-11 Posts that the end of a process cut off are dropped at the next start, an upload of a file is not"
    )
    func cutOff() async throws {
        let workshop = try Workshop()
        let sender = CompanionSender(companion: "hc-webhook", device: 1)
        let (post, empty, file) = (EntityID.random(), EntityID.random(), EntityID.random())
        for (job, sender) in [(post, sender), (empty, sender), (file, nil)] as [(EntityID, CompanionSender?)] {
            _ = try await workshop.service.begin(
                BeginUpload(user: workshop.user, job: job, fileName: "x", size: 10, isPost: true, companion: sender))
            guard job != empty else { continue }
            _ = try await workshop.service.append(
                UploadChunk(user: workshop.user, job: job, offset: 0, bytes: [1, 2, 3]))
        }
        func phases() async throws -> [ImportStatus.Phase?] {
            try await workshop.store.read { [user = workshop.user] transaction in
                try [post, empty, file].map { try ImportRows(user: user, transaction: transaction).phase($0) }
            }
        }
        let now = Milliseconds(Date().timeIntervalSince1970 * 1_000)
        try await workshop.worker.sweep(now: now, began: now - 3_600_000)
        #expect(try await phases() == [.uploading, .uploading, .uploading])
        try await workshop.worker.sweep(now: now, began: now + 3_600_000)
        #expect(try await phases() == [nil, nil, .uploading])
        #expect(SpoolFile(directory: workshop.service.spools, user: workshop.user, job: post).size == 0)
    }

    @Test("ING-16 SEC-11 Posts that wait to be read count in the room for bodies that cannot be read")
    func waiting() async throws {
        let workshop = try Workshop()
        func begin(_ size: Int64, _ sender: CompanionSender?) async throws {
            _ = try await workshop.service.begin(
                BeginUpload(
                    user: workshop.user, job: .random(), fileName: "x", size: size, isPost: true, companion: sender))
        }
        let sender = CompanionSender(companion: "hc-webhook", device: 1)
        try await begin(20 << 20, sender)
        try await begin(20 << 20, sender)
        await #expect { try await begin(1, sender) } throws: { ($0 as? ServiceError)?.code == .busy }
        try await begin(1, nil)
    }

    @Test("SEC-11 Deletions are merged in parts and count in the quota of what is kept")
    func deletions() async throws {
        let workshop = try Workshop()
        let before = try await workshop.store.read { [user = workshop.user] in
            try SampleRows(user: user, transaction: $0).kept()
        }
        let rows = (0..<1_200).map { number in
            #"{"record_family":"sample","client_record_id":"hk-\#(number)","deleted_at":"2026-10-19T04:00:00Z"}"#
        }
        let body =
            #"{"schema_id":"health_bridge.batch.v1","generated_at":"2026-10-19T04:00:00Z","deleted_records":[\#(rows.joined(separator: ","))]}"#
        let status = try await workshop.post(body, from: "health-bridge")
        #expect(status.phase == .done && status.companion?.deletions == 1_200)
        let (count, after) = try await workshop.store.read { [user = workshop.user] transaction in
            (
                try transaction.value(
                    Int.self, "SELECT count(*) FROM companion_deletions WHERE user = ?", [user]),
                try SampleRows(user: user, transaction: transaction).kept()
            )
        }
        #expect(count == 1_200 && after - before > 1_200 * 30)
    }

    @Test("ING-16 A small post that meets the same fault whenever it comes is put aside")
    func fault() async throws {
        let workshop = try Workshop()
        _ = try await workshop.post(Self.measurement(71.4), from: "openscale", member: "1")
        try await workshop.store.write { [user = workshop.user] transaction in
            try transaction.execute("UPDATE samples SET sealed = ? WHERE user = ?", [Data([1, 2, 3]), user])
        }
        let again = try await workshop.post(Self.measurement(72), from: "openscale", member: "1")
        #expect(again.phase == .failed && again.companion?.isAside == true, "\(again)")
        #expect(try await workshop.service.aside(AsideQuery(user: workshop.user)).bodies.count == 1)
    }
}
