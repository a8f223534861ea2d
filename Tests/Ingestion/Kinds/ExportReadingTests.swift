import Fixtures
import Foundation
import Messages
import Storage
import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion

/// Kinds of an Apple Health export that are not stored as samples.
@Suite(.tags(.processes)) struct ExportReadingTests {
    private static func record(_ type: String, _ value: String?, _ unit: String?, _ time: String, inside: String = "")
        -> String
    {
        let value = value.map { " value=\"\($0)\"" } ?? ""
        let unit = unit.map { " unit=\"\($0)\"" } ?? ""
        let start = "<Record type=\"HK\(type)\" sourceName=\"Watch\"\(unit) startDate=\"\(time) +0000\""
        return "\(start) endDate=\"\(time) +0000\"\(value)" + (inside.isEmpty ? "/>" : ">\(inside)</Record>")
    }

    private static func quantity(_ type: String, _ value: String, _ unit: String, _ time: String) -> String {
        record("QuantityTypeIdentifier\(type)", value, unit, "2024-05-\(time)")
    }

    private static func category(_ type: String, _ value: String, _ time: String, inside: String = "") -> String {
        record("CategoryTypeIdentifier\(type)", "HKCategoryValue\(value)", nil, "2024-05-\(time)", inside: inside)
    }

    private static let pressure =
        quantity("BloodPressureSystolic", "121", "mmHg", "02 08:00:00")
        + quantity("BloodPressureDiastolic", "79", "mmHg", "02 08:00:00")
    private static let samples = quantity("StepCount", "100", "count", "02 09:00:00")
    private static let plain =
        pressure
        + "<Correlation type=\"HKCorrelationTypeIdentifierBloodPressure\" startDate=\"2024-05-02 08:00:00 +0000\""
        + " endDate=\"2024-05-02 08:00:00 +0000\">\(pressure)</Correlation>"
        + quantity("OxygenSaturation", "0.97", "%", "02 08:01:00")
        + quantity("VO2Max", "41.5", "mL/min&#183;kg", "02 08:02:00")
        + quantity("BloodGlucose", "90.0779400000270", "mg/dL", "02 08:03:00")
        + quantity("BodyTemperature", "98.6", "degF", "02 08:04:00")
        + category("AppleStandHour", "AppleStandHourStood", "02 08:00:00")
        + category("AppleStandHour", "AppleStandHourIdle", "02 09:00:00")
        + category("HighHeartRateEvent", "NotApplicable", "02 10:00:00")
    private static let intimate =
        category("Headache", "SeverityMild", "02 11:00:00")
        + category("MenstrualFlow", "VaginalBleedingHeavy", "02 12:00:00")
        + category("CervicalMucusQuality", "CervicalMucusQualityEggWhite", "02 12:00:01")
        + category(
            "SexualActivity", "NotApplicable", "02 13:00:00",
            inside: "<MetadataEntry key=\"HKSexualActivityProtectionUsed\" value=\"1\"/>")
        + quantity("NumberOfAlcoholicBeverages", "2", "count", "02 21:00:00")

    private static func readings(_ workshop: Workshop, _ kind: String) async throws -> [KindReading] {
        try await workshop.service.readings(
            KindReadingsQuery(user: workshop.user, kind: kind, cursor: nil, limit: 250)
        ).readings
    }

    private static func kinds(_ workshop: Workshop) async throws -> [String] {
        try await workshop.service.kinds(KindsQuery(user: workshop.user)).kinds.map(\.info.kind).sorted()
    }

    private static let names = [
        "bloodGlucose", "bloodPressure", "bodyTemperature", "highHeartRateEvent", "oxygenSaturation", "standHours",
        "vo2Max",
    ]

    @Test(
        "ING-19 An export brings all kinds, in their units, with pairs and the shares that Health writes as fractions")
    func shown() async throws {
        let workshop = try Workshop()
        defer { workshop.scratch.remove() }
        let status = try await workshop.importing(document(Self.samples + Self.plain))
        #expect(status.phase == .done && status.unknownKinds.isEmpty && status.quarantined.isEmpty)
        #expect(status.samplesRead == 10 && status.samplesNew == 10 && status.taken["vo2Max"] == 1)
        #expect(try await Self.kinds(workshop) == Self.names)
        let pressure = try await Self.readings(workshop, "bloodPressure")
        #expect(pressure.map(\.value) == [121] && pressure.map(\.second) == [79] && pressure.first?.source == "Watch")
        #expect(try await Self.readings(workshop, "oxygenSaturation").map(\.value) == [97])
        #expect(try await Self.readings(workshop, "standHours").map(\.value) == [0, 1])
        let glucose = try #require(try await Self.readings(workshop, "bloodGlucose").first?.value)
        #expect(abs(glucose - 5) < 1e-6)
        let temperature = try #require(try await Self.readings(workshop, "bodyTemperature").first?.value)
        #expect(abs(temperature - 37) < 1e-9)
        let csv = try await workshop.exported("ingestion/readings.csv").split(separator: "\n")
        #expect(csv.count == 10 && csv[0].hasPrefix("kind,start"))
    }

    @Test("ING-19 Deleting a kind counts and deletes what exports brought, day by day")
    func removed() async throws {
        let workshop = try Workshop()
        defer { workshop.scratch.remove() }
        let many = (0..<130).map { number in
            let (month, day) = (1 + number / 28, 1 + number % 28)
            let time = "2023-0\(month)-\(day < 10 ? "0" : "")\(day) 08:00:00"
            return Self.record("QuantityTypeIdentifierOxygenSaturation", "0.95", "%", time)
        }.joined()
        _ = try await workshop.importing(document(many + Self.plain))
        var (removed, cursor): (Int64, EntityID?) = (0, nil)
        repeat {
            let part = try await workshop.service.remove(
                RemoveKind(user: workshop.user, kind: "oxygenSaturation", cursor: cursor))
            removed += part.removed
            cursor = part.next
        } while cursor != nil
        #expect(removed == 131)
        #expect(try await Self.kinds(workshop) == Self.names.filter { $0 != "oxygenSaturation" })
    }

    @Test(
        "ING-19 An export that was imported before brings the new kinds when it comes again, and changes nothing else")
    func again() async throws {
        let workshop = try Workshop()
        defer { workshop.scratch.remove() }
        let first = try await workshop.importing(document(Self.samples + Self.plain))
        let (days, revisions) = (try await workshop.metrics(), try await workshop.revisions())
        // As a release before these kinds left it.
        _ = try await workshop.store.write { try $0.execute("DELETE FROM readings") }
        #expect(try await workshop.importing(document(Self.samples + Self.plain)).samplesNew == first.samplesNew - 1)
        #expect(try await Self.kinds(workshop) == Self.names)
        #expect(try await workshop.importing(document(Self.samples + Self.plain)).samplesNew == 0)
        #expect(try await Self.readings(workshop, "oxygenSaturation").count == 1)
        #expect(try await workshop.metrics() == days)
        #expect(try await workshop.revisions() == revisions)
    }

    @Test(
        "ING-19 What an app on the phone and the export both bring counts once, in either order",
        arguments: [true, false])
    func twice(isAppFirst: Bool) async throws {
        let workshop = try Workshop()
        defer { workshop.scratch.remove() }
        let post =
            #"{"timestamp":"2026-10-21T00:00:00Z","vo2_max":[{"ml_per_kg_per_min":41.5,"time":"2024-05-02T08:02:00Z"}]}"#
        if isAppFirst { _ = try await workshop.post(post, from: "hc-webhook") }
        let job = try await workshop.importing(document(Self.plain)).job
        if !isAppFirst { _ = try await workshop.post(post, from: "hc-webhook") }
        #expect(try await Self.readings(workshop, "vo2Max").map(\.value) == [41.5])
        _ = try await workshop.service.undo(UndoImport(user: workshop.user, job: job))
        try await workshop.worker.drain()
        #expect(try await Self.kinds(workshop) == ["vo2Max"])
    }

    @Test("WEB-8 Undoing an import removes its readings alone, and an import that another repeats is not undone")
    func undone() async throws {
        let workshop = try Workshop()
        defer { workshop.scratch.remove() }
        let first = try await workshop.importing(
            document(Self.quantity("OxygenSaturation", "0.95", "%", "01 08:00:00")))
        let second = try await workshop.importing(document(Self.plain))
        _ = try await workshop.service.undo(UndoImport(user: workshop.user, job: second.job))
        try await workshop.worker.drain()
        let status = try await workshop.service.query(ImportQuery(user: workshop.user, job: second.job))
        #expect(status.phase == .undone && status.samplesUndone == second.samplesNew)
        #expect(try await Self.readings(workshop, "oxygenSaturation").map(\.value) == [95])
        _ = try await workshop.importing(
            document(
                Self.quantity("OxygenSaturation", "0.95", "%", "01 08:00:00")
                    + Self.quantity("OxygenSaturation", "0.96", "%", "01 09:00:00")))
        let known = try await workshop.service.query(ImportQuery(user: workshop.user, job: first.job))
        #expect(known.undo == .overlapped)
    }

    @Test("WEB-8 ING-18 An import of intimate kinds alone can be undone like one that brought nothing")
    func undoneUnasked() async throws {
        let workshop = try Workshop()
        defer { workshop.scratch.remove() }
        func status(_ job: EntityID) async throws -> ImportStatus {
            try await workshop.service.query(ImportQuery(user: workshop.user, job: job))
        }
        _ = try await workshop.importing(document(Self.samples))
        let nothing = try await workshop.importing(document(Self.samples)).job
        let hidden = try await workshop.importing(document(Self.intimate)).job
        // What a later file has too must not show that an earlier one had it.
        let repeated = try await workshop.importing(document(Self.intimate)).job
        for job in [nothing, hidden, repeated] {
            let known = try await status(job)
            #expect(known.phase == .done && known.samplesNew == 0 && known.undo == .possible)
        }
        #expect(try await status(hidden).taken.isEmpty)
        #expect(try await workshop.service.groups(IntimateGroups(user: workshop.user)).groups.count == 3)
        for job in [nothing, repeated, hidden] {
            _ = try await workshop.service.undo(UndoImport(user: workshop.user, job: job))
            try await workshop.worker.drain()
            let undone = try await status(job)
            #expect(undone.phase == .undone && undone.samplesUndone == 0 && undone.undo == nil)
        }
        let count = try await workshop.store.read { try $0.value(Int.self, "SELECT count(*) FROM readings") }
        #expect(count == 0)
        #expect(try await workshop.service.groups(IntimateGroups(user: workshop.user)).groups.isEmpty)
        #expect(try await workshop.chunks().count == 1, "what came before stays")
    }

    @Test("ING-3 A replacing import removes the readings that only earlier exports had, and those of no app")
    func replaced() async throws {
        let workshop = try Workshop()
        defer { workshop.scratch.remove() }
        let post =
            #"{"timestamp":"2026-10-21T00:00:00Z","body_fat":[{"percentage":24.3,"time":"2024-05-02T06:00:00Z"}]}"#
        _ = try await workshop.post(post, from: "hc-webhook")
        _ = try await workshop.importing(document(Self.samples + Self.plain))
        let job = try await workshop.upload(Array(document(Self.samples + Self.pressure).utf8))
        _ = try await workshop.service.start(StartImport(user: workshop.user, job: job, replace: true))
        try await workshop.worker.drain()
        let status = try await workshop.service.query(ImportQuery(user: workshop.user, job: job))
        #expect(status.phase == .done && status.samplesNew == 0 && status.samplesRemoved == 7)
        #expect(try await Self.kinds(workshop) == ["bloodPressure", "bodyFat"])
    }

    @Test("ING-18 Intimate kinds of an export are counted nowhere and shown only after a yes; a no keeps them out")
    func asked() async throws {
        let workshop = try Workshop()
        defer { workshop.scratch.remove() }
        let status = try await workshop.importing(document(Self.samples + Self.intimate))
        #expect(status.samplesRead == 1 && status.samplesNew == 1 && status.taken == ["steps": 1])
        #expect(status.unknownKinds.isEmpty && status.quarantined.isEmpty)
        #expect(try await Self.kinds(workshop).isEmpty)
        #expect(try await workshop.exported("ingestion/readings.csv").split(separator: "\n").count <= 1)
        let groups = try await workshop.service.groups(IntimateGroups(user: workshop.user)).groups.map(\.group)
        #expect(groups == ["alcohol", "cycle", "symptoms"])
        for group in ["cycle", "symptoms"] {
            _ = try await workshop.service.answer(AnswerGroup(user: workshop.user, group: group, isKept: true))
        }
        _ = try await workshop.service.answer(AnswerGroup(user: workshop.user, group: "alcohol", isKept: false))
        #expect(
            try await Self.kinds(workshop) == ["cervicalMucus", "menstrualFlow", "sexualActivity", "symptom"])
        let headache = try #require(try await Self.readings(workshop, "symptom").first)
        #expect(headache.labels == ["headache"] && headache.value == KindTable.row("symptom")?.level("mild"))
        for (kind, level) in [
            ("menstrualFlow", "heavy"), ("cervicalMucus", "egg white"), ("sexualActivity", "protected"),
        ] {
            let value = try await Self.readings(workshop, kind).first?.value
            #expect(value == KindTable.row(kind)?.level(level), "\(kind)")
        }
        _ = try await workshop.importing(document(Self.samples + Self.intimate))
        let count = try await workshop.store.read { try $0.value(Int.self, "SELECT count(*) FROM readings") }
        #expect(count == 4)
    }

    @Test("ING-7 Records that cannot be kept are counted by reason and keep no other", arguments: [false, true])
    func refused(isIntimate: Bool) async throws {
        let workshop = try Workshop()
        defer { workshop.scratch.remove() }
        let bad =
            isIntimate
            ? Self.category("MenstrualFlow", "VaginalBleedingPurple", "02 12:00:00")
            : Self.quantity("OxygenSaturation", "0.01", "%", "02 08:00:00")
                + Self.quantity("OxygenSaturation", "much", "%", "02 08:00:00")
                + Self.quantity("VO2Max", "41", "stone", "02 08:00:00")
                + Self.quantity("VO2Max", "41", "mL/min&#183;kg", "xx 08:00:00")
        let status = try await workshop.importing(document(bad + Self.plain))
        let counts: [String: Int64] = ["outOfRange": 1, "badValue": 1, "wrongUnit": 1, "badDate": 1]
        #expect(status.quarantined == (isIntimate ? [:] : counts))
        #expect(try await Self.kinds(workshop) == Self.names)
    }

    private static func records(_ text: String) throws -> [CompanionRecord] {
        var batch = SampleBatch()
        let reader = HealthExportReader(Drip(Array(document(text).utf8), size: 100), now: 1_800_000_000)
        while !reader.isFinished { try reader.read(elements: 10, into: &batch) }
        return reader.takeReadings()
    }

    @Test("ING-5 Readings keep their identity from release to release, and in other units")
    func identity() throws {
        let keys = try Self.records(Self.plain + Self.intimate).map(\.key)
        #expect(keys.contains("apple-export/oxygenSaturation/1714636860//97//Watch"))
        #expect(keys.contains("apple-export/standHours/1714636800/1714636800/1//Watch"))
        #expect(keys.contains("apple-export/symptom/1714647600//2/headache/Watch"))
        #expect(keys.contains("apple-export/bodyTemperature/1714637040//37//Watch"))
        let other = try Self.records(Self.quantity("BodyTemperature", "37", "degC", "02 08:04:00")).map(\.key)
        #expect(Set(other).isSubset(of: keys) && other.count == 1)
    }

    @Test("ING-18 Every type of a symptom or of the cycle is known as intimate, and no constant becomes a label")
    func names() throws {
        for type in ExportReadings.Names.symptomTypes.union(ExportReadings.Names.cycleTypes) {
            #expect(!IntimateNames.groups(of: "HKCategoryTypeIdentifier\(type)").isEmpty, "\(type)")
        }
        let records = try Self.records(
            Self.category("Contraceptive", "Contraceptivecount:9223372036854775807", "02 08:00:00")
                + Self.category("Contraceptive", "ContraceptiveIntrauterineDevice", "02 08:00:01")
                + Self.category("AppetiteChanges", "AppetiteChangesDecreased", "02 08:00:02")
                + Self.category("BleedingAfterPregnancy", "VaginalBleedingLight", "02 08:00:03"))
        #expect(
            records.map { $0.readings[0].labels } == [
                [], ["intrauterine device"], ["appetite changes", "decreased"], ["bleeding after pregnancy"],
            ])
    }

    @Test("ING-7 A file that breaks off keeps the readings before the break")
    func truncated() async throws {
        let workshop = try Workshop()
        defer { workshop.scratch.remove() }
        let text = document(Self.plain)
        let status = try await workshop.importing(String(text.prefix(text.count - 30)))
        #expect(status.phase == .failed && status.problem != nil)
        #expect(try await Self.kinds(workshop).count >= Self.names.count - 1)
    }

    @Test("OWN-2 Dense days are exported in pages of about a mebibyte, each reading once")
    func dense() async throws {
        let workshop = try Workshop()
        defer { workshop.scratch.remove() }
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let many = (0..<14_400).map { number in
            let time = "\(two(number / 3_600 % 24)):\(two(number / 60 % 60)):\(two(number % 60))"
            return Self.quantity("OxygenSaturation", "0.95", "%", "\(10 + number / 7_200) \(time)")
        }.joined()
        _ = try await workshop.importing(document(many))
        var (lines, cursor, pages): (Set<Substring>, String?, Int) = ([], nil, 0)
        repeat {
            let page = try await workshop.service.export(workshop.user, cursor)
            for file in page.files where file.name == "ingestion/readings.csv" {
                #expect(file.content.count < 1_000_000)
                pages += 1
                for line in String(decoding: file.content, as: UTF8.self).split(separator: "\n") {
                    #expect(lines.insert(line).inserted)
                }
            }
            cursor = page.next
        } while cursor != nil
        #expect(lines.count == 14_401 && pages > 1)
    }

    @Test("ING-19 A transaction opens a bounded number of readings, and of one day of a kind all")
    func bounded() async throws {
        let workshop = try Workshop()
        defer { workshop.scratch.remove() }
        var many = ""
        for day in 10..<20 {
            for hour in 0..<6 { many += Self.quantity("OxygenSaturation", "0.9\(hour)", "%", "\(day) 0\(hour):00:00") }
        }
        #expect(try await workshop.importing(document(many)).samplesNew == 60)
        let (user, records) = (workshop.user, try Self.records(many))
        let first = ReadingRows.Chunk(records[0])
        // Six readings are stored of each day and six come.
        for (maximum, days) in [(1, Int32(1)), (25, 3), (1_000, 10)] {
            let added = try await workshop.store.write { transaction in
                let rows = ReadingRows(rows: try CompanionRows(user: user, transaction: transaction))
                return try rows.add(records, of: .random(), maximum: maximum) { _ in false }
            }
            let rest = days == 10 ? nil : ReadingRows.Chunk(kind: first.kind, day: first.day + days)
            #expect(added.rest == rest && added.count == 0 && added.repeated.count == 1)
        }
        for (maximum, days) in [(1, Int32(1)), (13, 3), (1_000, 10)] {
            let part = try await workshop.store.write { transaction in
                let rows = ReadingRows(rows: try CompanionRows(user: user, transaction: transaction))
                return try rows.remove(after: nil, limit: 64, maximum: maximum) { _ in false }
            }
            #expect(part.removed == 0 && part.next?.day == (days == 10 ? nil : first.day + days - 1))
        }
        let job = try await workshop.importing(document(Self.plain)).job
        _ = try await workshop.service.undo(UndoImport(user: user, job: job))
        try await workshop.worker.drain()
        #expect(try await Self.readings(workshop, "oxygenSaturation").count == 60)
    }

    @Test(
        "OWN-2 The table of readings has one header, whatever comes or goes while it is exported",
        arguments: [true, false])
    func header(comes: Bool) async throws {
        let workshop = try Workshop()
        defer { workshop.scratch.remove() }
        let post =
            #"{"timestamp":"2026-10-21T00:00:00Z","body_fat":[{"percentage":24.3,"time":"2024-05-02T06:00:00Z"}]}"#
        _ = try await workshop.importing(document(Self.plain))
        if !comes { _ = try await workshop.post(post, from: "hc-webhook") }
        var (text, cursor, isChanged) = ("", String?.none, false)
        repeat {
            if !isChanged, cursor?.hasPrefix("imported/") == true {
                isChanged = true
                if comes {
                    _ = try await workshop.post(post, from: "hc-webhook")
                } else {
                    _ = try await workshop.store.write { try $0.execute("DELETE FROM companion_records") }
                }
            }
            let page = try await workshop.service.export(workshop.user, cursor)
            for file in page.files where file.name == "ingestion/readings.csv" {
                text += String(decoding: file.content, as: UTF8.self)
            }
            cursor = page.next
        } while cursor != nil
        let headers = text.split(separator: "\n").count { $0.hasPrefix("kind,") }
        #expect(isChanged && headers == 1 && text.hasPrefix("kind,"))
    }

    @Test("ING-5 An import that breaks off at any point leaves the same readings when it runs again")
    func broken() async throws {
        let workshop = try Workshop()
        defer { workshop.scratch.remove() }
        let many = (0..<60).map { number in
            Self.quantity(
                "OxygenSaturation", "0.9\(number % 10)", "%", "\(10 + number % 20) 0\(number / 20):00:00")
        }.joined()
        let job = try await workshop.upload(Array(document(many + Self.plain).utf8))
        _ = try await workshop.service.start(StartImport(user: workshop.user, job: job))
        let pace = ImportRun.Pace(readings: 10, page: 3, opened: 5, elements: 20)
        var (limit, isDead) = (0, true)
        while isDead {
            isDead = try await workshop.die(job, after: limit, pace: pace).dead
            limit += 3
        }
        #expect(limit > 20)
        #expect(try await Self.readings(workshop, "oxygenSaturation").count == 61)
    }

    @Test("ING-18 Elements that would speak of moods or medicines are named on no receipt, others are")
    func elements() async throws {
        let workshop = try Workshop()
        defer { workshop.scratch.remove() }
        let dates = "startDate=\"2024-05-02 08:00:00 +0000\" endDate=\"2024-05-02 08:00:00 +0000\""
        let text =
            "<StateOfMind valence=\"0.5\" \(dates)/><MedicationDoseEvent status=\"taken\" \(dates)/>"
            + "<Record type=\"HKDataTypeStateOfMind\" sourceName=\"S\" \(dates) value=\"0.5\"/>"
            + "<Record type=\"HKMedicationDoseEventTypeIdentifierMedicationDoseEvent\" sourceName=\"S\" \(dates)/>"
            + "<ClinicalRecord type=\"HKClinicalTypeIdentifierMedicationRecord\" resourceFilePath=\"/a.json\"/>"
        let status = try await workshop.importing(document(Self.samples + text + "<Audiogram \(dates)></Audiogram>"))
        #expect(status.phase == .done && status.samplesNew == 1 && status.quarantined.isEmpty)
        #expect(status.unknownKinds == ["ClinicalRecord": 1, "Audiogram": 1])
        #expect(try await workshop.service.groups(IntimateGroups(user: workshop.user)).groups.isEmpty)
    }
}
