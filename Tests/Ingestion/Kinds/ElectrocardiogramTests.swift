import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion

/// Electrocardiograms of an Apple Health archive.
@Suite(.tags(.processes)) struct ElectrocardiogramTests {
    private static let step =
        "<Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"Watch\" unit=\"count\" "
        + "startDate=\"2024-05-02 09:00:00 +0000\" endDate=\"2024-05-02 09:00:00 +0000\" value=\"100\"/>"

    private static func readings(_ workshop: Workshop) async throws -> [KindReading] {
        try await workshop.service.readings(
            KindReadingsQuery(user: workshop.user, kind: "electrocardiogram", cursor: nil, limit: 250)
        ).readings
    }

    private static let folder = "apple_health_export/electrocardiograms/"

    /// An archive as Health makes it, with tables in its folder of electrocardiograms.
    private static func archive(_ tables: [(name: String, text: String)]) throws -> [UInt8] {
        try archive { zip in
            for table in tables {
                try zip.add(folder + table.name, deflated: true) { try $0(Array(table.text.utf8)) }
            }
        }
    }

    private static func archive(_ add: (ZipFile) throws -> Void) throws -> [UInt8] {
        let scratch = try Scratch()
        defer { scratch.remove() }
        let path = scratch.file("export.zip")
        let zip = try ZipFile(path: path)
        try add(zip)
        try zip.add("apple_health_export/export_cda.xml", deflated: true) { try $0(Array("<ClinicalDocument/>".utf8)) }
        try zip.add("apple_health_export/export.xml", deflated: true) { try $0(Array(document(step).utf8)) }
        try zip.finish()
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    private static func table(_ time: String, _ rhythm: String) -> String {
        """
        Name,Anna Fever
        Date of Birth,"Feb 5, 1992"
        Recorded Date,\(time)
        Classification,\(rhythm)
        Symptoms,"Rapid, pounding, or fluttering heartbeat",Fatigue
        Software Version,1.90
        Device,"Watch6,7"
        Sample Rate,512.844 hertz


        Lead,Lead I
        Unit,µV

        -48.673
        -59.681

        """
    }

    private static func german(_ time: String, _ rhythm: String) -> String {
        """
        \u{feff}Name,Anna Fieber
        Geburtstag,"05.02.1992"
        Aufzeichnungsdatum,\(time)
        Klassifizierung,\(rhythm)
        Symptome,Ohne
        Softwareversion,2.0
        Gerät,"Watch6,7"
        Messrate,511,422\u{a0}Hertz


        Ableitung,Ableitung I
        Einheit,µV

        57,992
        -66,502

        """
    }

    private static let recordings: [(name: String, text: String)] = [
        (name: "ecg_2024-05-01.csv", text: table("2024-05-01 08:00:00 +0200", "Sinus Rhythm")),
        (name: "ecg_2024-05-02.csv", text: table("2024-05-02 08:00:00 +0200", "Atrial Fibrillation")),
        (name: "ecg_2024-05-03.csv", text: table("2024-05-03 08:00:00 +0200", "Heart Rate Under 50")),
        (name: "ecg_2024-05-04.csv", text: table("2024-05-04 08:00:00 +0200", "Heart Rate Over 150")),
        (name: "ecg_2024-05-05.csv", text: table("2024-05-05 08:00:00 +0200", "Poor Recording")),
        (name: "ecg_2024-05-06.csv", text: table("2024-05-06 08:00:00 +0200", "Inconclusive")),
        (name: "ecg_2024-05-07.csv", text: table("2024-05-07 08:00:00 +0200", "")),
        (
            name: "ecg_2024-05-08.csv",
            text: german("2024-05-08 08:00:00 +0200", "Sinusrhythmus").replacing("\n", with: "\r\n")
        ),
        (name: "ecg_2024-05-09.csv", text: german("2024-05-09 08:00:00 +0200", "Uneindeutig")),
        (name: "ecg_2024-05-10.csv", text: german("2024-05-10 08:00:00 +0200", "Vorhofflimmern")),
    ]
    private static let rhythms: [String] = [
        "sinus rhythm", "atrial fibrillation", "inconclusive low heart rate", "inconclusive high heart rate",
        "inconclusive poor reading", "inconclusive other", "not set", "sinus rhythm", "inconclusive other",
        "atrial fibrillation",
    ]

    @Test("ING-19 An archive brings time and rhythm of its electrocardiograms, in English and German, and no other row")
    func recorded() async throws {
        let workshop = try Workshop()
        defer { workshop.scratch.remove() }
        var tables = Self.recordings
        tables.append((name: "notes.txt", text: "x"))
        tables.append((name: "more/ecg.csv", text: Self.table("2024-05-11", "x")))
        let bytes = try Self.archive(tables)
        let status = try await workshop.importing(bytes)
        #expect(status.phase == .done && status.quarantined.isEmpty && status.unknownKinds.isEmpty)
        #expect(status.taken == ["steps": 1, "electrocardiogram": 10])
        #expect(status.samplesRead == 11 && status.samplesNew == 11)
        let readings = try await Self.readings(workshop)
        let kind = try #require(KindTable.row("electrocardiogram"))
        let levels = Self.rhythms.compactMap(kind.level)
        #expect(readings.reversed().map(\.value) == levels)
        #expect(readings.last?.start == utc("2024-05-01 06:00:00") * 1_000)
        #expect(readings.allSatisfy { $0.start == $0.end && $0.labels.isEmpty && $0.source.isEmpty })
        let csv = try await workshop.exported("ingestion/readings.csv")
        for text in ["Anna", "1992", "pounding", "Watch6", "48.673"] { #expect(!csv.contains(text), "\(text)") }
        #expect(try await workshop.service.groups(IntimateGroups(user: workshop.user)).groups.isEmpty)

        #expect(try await workshop.importing(bytes).samplesNew == 0)
        #expect(try await Self.readings(workshop).count == 10)
        let later = try Self.archive([(name: "ecg.csv", text: Self.table("2024-06-01 08:00:00 +0200", "Inconclusive"))])
        let job = try await workshop.importing(later).job
        #expect(try await Self.readings(workshop).count == 11)
        _ = try await workshop.service.undo(UndoImport(user: workshop.user, job: job))
        try await workshop.worker.drain()
        #expect(try await Self.readings(workshop).count == 10)
    }

    @Test(
        "ING-19 An electrocardiogram that an app and an archive both bring counts once, with the rate that one knows",
        arguments: [true, false])
    func recordedTwice(isAppFirst: Bool) async throws {
        let workshop = try Workshop()
        defer { workshop.scratch.remove() }
        let post =
            #"{"data":{"ecg":[{"start":"2024-05-01 08:00:00 +0200","end":"2024-05-01 08:00:30 +0200","#
            + #""classification":"Sinus Rhythm","averageHeartRate":62}]}}"#
        if isAppFirst { _ = try await workshop.post(post, from: "health-auto-export") }
        _ = try await workshop.importing(try Self.archive(Self.recordings))
        if !isAppFirst { _ = try await workshop.post(post, from: "health-auto-export") }
        let readings = try await Self.readings(workshop)
        #expect(readings.count == 10 && readings.last?.labels == ["rate:62.0"])
        let day = try #require(Day("2024-05-01"))
        let days = try await workshop.service.days(
            KindDaysQuery(user: workshop.user, kind: "electrocardiogram", from: day, through: day)
        ).days
        #expect(days.map(\.count) == [1] && days.map(\.value) == [1])
    }

    @Test("ING-7 A table of an electrocardiogram that cannot be read is counted and named, and ends nothing")
    func unreadable() async throws {
        let workshop = try Workshop()
        defer { workshop.scratch.remove() }
        let good = Self.table("2024-05-02 08:00:00 +0200", "Sinus Rhythm")
        let rows = "Recorded Date,2024-05-02 08:00:00 +0200\nClassification,Sinus Rhythm\n"
        let bad: [(text: String, reason: String)] = [
            ("", "badRow"), ("a,b\n1,2\n", "badRow"), (String(repeating: "\0", count: 9_000), "badRow"),
            ("Name,\(String(repeating: "n", count: 9_000))\n\(rows)", "badRow"), ("Name,\"A\n\(rows)", "badRow"),
            ("Recorded Date,2024-05-02 08:00:00 +02", "badRow"), (String(rows.dropLast(3)), "badRow"),
            (String(repeating: "-48.673\n", count: 100) + rows, "badRow"),
            (Self.table("2024-05-02 08:00:00", "Sinus Rhythm"), "badDate"), (Self.table("1e99", "x"), "badDate"),
            (Self.table("2024-05-02", "Sinus Rhythm"), "badDate"),
            (Self.table("2024-05-02 08:00:00 +0200", "Rythme sinusal"), "badValue"),
            (Self.table("2531-05-02 08:00:00 +0200", "Sinus Rhythm"), "inTheFuture"),
            (Self.table("1808-05-02 08:00:00 +0200", "Sinus Rhythm"), "tooOld"),
        ]
        var tables: [(name: String, text: String)] = []
        for (number, table) in bad.enumerated() { tables.append((name: "ecg_\(number).csv", text: table.text)) }
        tables.append((name: "ecg <b>.csv", text: ""))
        tables.append((name: "ecg.csv", text: good))
        let status = try await workshop.importing(try Self.archive(tables))
        #expect(status.phase == .done && status.problem == nil && status.taken["electrocardiogram"] == 1)
        let reasons = bad.map(\.reason) + ["badRow"]
        var counts: [String: Int64] = [:]
        for reason in reasons { counts[reason, default: 0] += 1 }
        #expect(status.quarantined == counts)
        #expect(status.skipped.map(\.reason) == reasons)
        #expect(status.skipped.first?.place == "electrocardiograms/ecg_0.csv")
        #expect(status.skipped.last?.place == "electrocardiograms[\(bad.count + 1)]")
        #expect(try await Self.readings(workshop).count == 1)
    }

    @Test("ING-7 Damage of a packed electrocardiogram loses that one alone")
    func damaged() async throws {
        let workshop = try Workshop()
        defer { workshop.scratch.remove() }
        var bytes = try Self.archive(Self.recordings)
        let start = 30 + Self.folder.utf8.count + Self.recordings[0].name.utf8.count
        // A block of DEFLATE of the kind that does not exist.
        for index in start..<start + 8 { bytes[index] = 0xFF }
        let status = try await workshop.importing(bytes)
        #expect(status.phase == .done && status.quarantined == ["badRow": 1])
        #expect(status.taken["electrocardiogram"] == 9)
    }

    @Test("ING-7 Of an electrocardiogram of 100 MB only the beginning is read", arguments: [true, false])
    func large(isDeflated: Bool) throws {
        let head = Array(Self.table("2024-05-02 08:00:00 +0200", "Sinus Rhythm").utf8)
        let block = Array(String(repeating: "-48.673\n", count: 1 << 17).utf8)
        let bytes = try Self.archive { zip in
            try zip.add(Self.folder + "ecg.csv", deflated: isDeflated) { sink in
                try sink(head)
                for _ in 0..<(isDeflated ? 100 : 10) { try sink(block) }
            }
        }
        let source = CountedBytes(bytes)
        let archive = try ZipArchive(source)
        source.count = 0
        var files = ElectrocardiogramFiles(archive, now: 1_800_000_000)
        try files.read(10)
        let records = files.take()
        #expect(files.isAtEnd && files.left.counts.isEmpty)
        #expect(records.map(\.key) == ["apple-export/electrocardiogram/1714629600"])
        #expect(source.count < 20_000)
    }

    @Test("ING-7 An archive has a bounded number of electrocardiograms; further ones are counted")
    func many() throws {
        let text = Array("Recorded Date,2024-05-02 08:00:00 +0200\nClassification,Sinus Rhythm\n".utf8)
        let maximum = Int(ElectrocardiogramFiles.maximumFiles)
        let bytes = try Self.archive { zip in
            for number in 0..<maximum + 2 {
                try zip.add(Self.folder + "\(number).csv", deflated: false) { try $0(text) }
            }
        }
        let archive = try ZipArchive(MemoryBytes(bytes))
        let reader = HealthArchiveReader(ElectrocardiogramFiles(archive, now: 1_800_000_000)) {
            HealthExportReader(try archive.open(try archive.healthExport()), now: 1_800_000_000)
        }
        var (batch, records) = (SampleBatch(), 0)
        while !reader.isFinished {
            try reader.read(elements: 20_000, into: &batch)
            let taken = reader.takeReadings().count
            #expect(taken <= 100)
            records += taken
        }
        #expect(records == maximum && batch.count == 1)
        #expect(reader.quarantined == [.tooManySamples: 2] && reader.skipped.count == 2)
        #expect(reader.samplesRead == Int64(maximum) + 3 && reader.exported?.offset == 7_200)
    }
}
