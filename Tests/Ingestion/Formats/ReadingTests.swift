import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

@testable import HealthFormats
@testable import Ingestion

/// Records become samples or are rejected with a reason.
@Suite(.tags(.processes)) struct ReadingTests {
    private func record(
        _ type: String, _ value: String, unit: String? = nil, start: String = "2024-01-02 03:04:05 +0100",
        end: String = "2024-01-02 03:05:05 +0100"
    ) -> String {
        let unit = unit.map { " unit=\"\($0)\"" } ?? ""
        return
            "<Record type=\"HKQuantityTypeIdentifier\(type)\" sourceName=\"S\"\(unit) startDate=\"\(start)\" endDate=\"\(end)\" value=\"\(value)\"/>"
    }

    private func quarantined(_ xml: String) throws -> [RejectionReason: Int64] {
        var batch = SampleBatch()
        let reader = HealthExportReader(Drip(Array(document(xml).utf8), size: 4096), now: utc("2024-06-01 00:00:00"))
        while !reader.isFinished { try reader.read(elements: 100, into: &batch) }
        #expect(batch.count == Int(reader.samplesRead) - Int(reader.quarantined.values.reduce(0, +)))
        return reader.quarantined
    }

    @Test("ING-7 What cannot be is set aside and counted with its reason; the rest imports")
    func quarantine() throws {
        let good = record("HeartRate", "60", unit: "count/min")
        #expect(try quarantined(good) == [:])
        #expect(try quarantined(good + record("HeartRate", "900", unit: "count/min")) == [.outOfRange: 1])
        #expect(try quarantined(record("HeartRate", "60", unit: "kg") + record("StepCount", "5")) == [.wrongUnit: 2])
        #expect(try quarantined(record("HeartRate", "sixty", unit: "count/min")) == [.badValue: 1])
        #expect(
            try quarantined(record("HeartRate", "60", unit: "count/min", start: "2024-01-02 03:06:00 +0100")) == [
                .endBeforeStart: 1
            ])
        #expect(try quarantined(record("HeartRate", "60", unit: "count/min", start: "yesterday")) == [.badDate: 1])
        #expect(
            try quarantined(
                record(
                    "HeartRate", "60", unit: "count/min", start: "2030-01-02 03:04:05 +0100",
                    end: "2030-01-02 03:04:05 +0100"))
                == [.inTheFuture: 1])
        #expect(
            try quarantined(record("StepCount", "60", unit: "count", start: "2023-12-01 00:00:00 +0100")) == [
                .tooLong: 1
            ])
    }

    @Test(
        "COM-2 A unit is converted, never assumed",
        arguments: [
            ("BodyMass", "10", "st", 63.502_931_8), ("BodyMass", "150", "lb", 68.038_855_5),
            ("BodyMass", "70500", "g", 70.5), ("Height", "6", "ft", 182.88),
            ("Height", "1.8", "m", 180), ("Height", "70", "in", 177.8), ("ActiveEnergyBurned", "418.4", "kJ", 100),
            ("ActiveEnergyBurned", "100", "Cal", 100),
            ("ActiveEnergyBurned", "5000", "cal", 5), ("HeartRate", "1", "count/s", 60),
            ("HeartRateVariabilitySDNN", "0.05", "s", 50),
            ("AppleExerciseTime", "2", "min", 120), ("DietaryWater", "1", "L", 1000),
            ("DietaryProtein", "1", "oz", 28.349_523_125),
        ])
    func units(type: String, value: String, unit: String, expected: Double) throws {
        let batch = try readAll(document(record(type, value, unit: unit)))
        let sample = try #require(batch.samples.values.first?.first)
        #expect(abs(sample.value - expected) < 1e-9)
    }

    @Test("ING-1 One phone is one source, whatever its memory address and software")
    func devices() throws {
        func from(_ address: String, _ software: String) -> String {
            record("StepCount", "5", unit: "count").replacing(
                "sourceName=\"S\"",
                with:
                    "sourceName=\"Anna&apos;s iPhone\" device=\"&lt;&lt;HKDevice: \(address)&gt;, name:iPhone, manufacturer:Apple Inc., model:iPhone, hardware:iPhone13,2, software:\(software)&gt;\""
            )
        }
        let batch = try readAll(document(from("0x2831a4640", "15.1") + from("0x99", "15.1") + from("0xabc", "16.0")))
        #expect(
            batch.sources.values.map { $0 } == [
                SampleSource(name: "Anna's iPhone", model: "iPhone", hardware: "iPhone13,2")
            ])
        #expect(Set(batch.samples[.steps]?.map(\.source) ?? []).count == 1)
        #expect(batch.sources.values.first?.kind == .phone)
        #expect(SampleSource(name: "x", device: "Thing 0x2831a4640 of mine").model == "Thing  of mine")
    }

    @Test("ING-1 Sleep stages, old and new, carry the night's own time zone")
    func sleep() throws {
        func stage(_ value: String) -> String {
            "<Record type=\"HKCategoryTypeIdentifierSleepAnalysis\" sourceName=\"S\" startDate=\"2024-01-02 03:04:05 +0100\" endDate=\"2024-01-02 03:05:05 +0100\" value=\"HKCategoryValueSleepAnalysis\(value)\"><MetadataEntry key=\"HKTimeZone\" value=\"Asia/Tokyo\"/></Record>"
        }
        let values = ["InBed", "Asleep", "AsleepUnspecified", "Awake", "AsleepCore", "AsleepDeep", "AsleepREM"]
        let batch = try readAll(document(values.map(stage).joined()))
        #expect(batch.samples[.sleep]?.map(\.value) == [0, 1, 1, 2, 3, 4, 5])
        #expect(batch.samples[.sleep]?.allSatisfy { batch.notes[$0.note] == "Asia/Tokyo" } == true)
    }

    @Test("ING-1 Kinds that are not used are counted by name")
    func unknown() throws {
        var batch = SampleBatch()
        let xml = document(
            record("AuraBrightness", "1", unit: "count") + record("StepCount", "1", unit: "count")
                + record("AuraBrightness", "1", unit: "count"))
        let reader = HealthExportReader(Drip(Array(xml.utf8), size: 100), now: utc("2024-06-01 00:00:00"))
        while !reader.isFinished { try reader.read(elements: 1, into: &batch) }
        #expect(reader.unknownKinds == ["HKQuantityTypeIdentifierAuraBrightness": 2])
        #expect(reader.exported?.offset == 7200)
    }

    @Test("ING-1 Elements that are not read are counted by name, whatever is in them, and none ends the import")
    func elements() throws {
        let audiogram =
            "<Audiogram type=\"HKDataTypeIdentifierAudiogram\" sourceName=\"S\"><MetadataEntry key=\"a\" value=\"b\"/>"
            + "<SensitivityPoint frequencyValue=\"250\" frequencyUnit=\"Hz\"/></Audiogram>"
        let clinical =
            "<ClinicalRecord type=\"HKClinicalTypeIdentifierMedicationRecord\" identifier=\"1\" resourceFilePath=\"/c.json\"/>"
        let nested = "<Glow><Glow><Record type=\"HKDataTypeGlow\"/></Glow></Glow>"
        let summary = "<ActivitySummary dateComponents=\"2024-01-02\" appleStandHours=\"11\"/>"
        let odd = "<VisionPrescription odd type=\"x\"><LeftEye/></VisionPrescription>"
        let me = "<Me/><Me/>"
        let xml = document(
            me + clinical + summary + record("StepCount", "5", unit: "count") + audiogram + clinical + nested + odd
                + record("StepCount", "6", unit: "count"))
        var batch = SampleBatch()
        let reader = HealthExportReader(Drip(Array(xml.utf8), size: 50), now: utc("2024-06-01 00:00:00"))
        while !reader.isFinished { try reader.read(elements: 1, into: &batch) }
        #expect(batch.count == 2 && reader.samplesRead == 2 && reader.quarantined == [:])
        let counts: [String: Int64] = [
            "ClinicalRecord": 2, "Audiogram": 1, "Glow": 1, "VisionPrescription": 1, "HKDataTypeGlow": 1,
        ]
        #expect(reader.unknownKinds == counts)
    }

    @Test("ING-1 Sex and date of birth are read as far as they were set; what cannot be is nothing and ends no import")
    func owner() throws {
        func owner(_ me: String) throws -> FileOwner? {
            var batch = SampleBatch()
            let xml = document(me + record("StepCount", "5", unit: "count"))
            let reader = HealthExportReader(Drip(Array(xml.utf8), size: 50), now: utc("2024-06-01 00:00:00"))
            while !reader.isFinished { try reader.read(elements: 1, into: &batch) }
            #expect(batch.count == 1 && reader.samplesRead == 1 && reader.quarantined == [:])
            return reader.owner
        }
        func me(_ birthday: String, _ sex: String) -> String {
            let name = "HKCharacteristicTypeIdentifier"
            return
                "<Me \(name)DateOfBirth=\"\(birthday)\" \(name)BiologicalSex=\"\(sex)\" \(name)BloodType=\"x\"/>"
        }
        let day = try #require(Day(year: 1988, month: 5, day: 4))
        #expect(try owner("") == nil)
        #expect(
            try owner(me("1988-05-04", "HKBiologicalSexFemale")) == FileOwner(sex: .female, birthday: day))
        #expect(try owner(me("1988-05-04", "HKBiologicalSexMale")) == FileOwner(sex: .male, birthday: day))
        for sex in ["HKBiologicalSexNotSet", "HKBiologicalSexOther", "", "female", "&xxe;", "HKBiologicalSexFemale "] {
            #expect(try owner(me("1988-05-04", sex)) == FileOwner(sex: nil, birthday: day), "\(sex)")
        }
        let long = String(repeating: "1988-05-04", count: 1_000)
        for birthday in [
            "", "1988-5-4", "1988-02-30", "04.05.1988", "0001-01-01", "1890-01-01", "2531-05-04", "2024-06-04",
            "1988-05-04 ", "&#49;988-05-04", "&xxe;", "-988-05-04", long,
        ] {
            #expect(
                try owner(me(birthday, "HKBiologicalSexMale")) == FileOwner(sex: .male, birthday: nil),
                "\(birthday.prefix(20))")
        }
        #expect(try owner("<Me/>") == FileOwner())
        let (first, second) = (me("1988-05-04", "HKBiologicalSexMale"), me("1970-01-01", "HKBiologicalSexFemale"))
        #expect(try owner(first + second)?.sex == .male, "the first one counts")
        let damaged = "<Me HKCharacteristicTypeIdentifierBiologicalSex=\"HKBiologicalSexMale\" odd></Me>"
        #expect(try owner(damaged) == nil)
    }

    @Test("ING-1 A real export is read whole: k0rventen's, as it was published", .needs(.sharedData))
    func realExport() throws {
        let file = try #require(SharedData.url("apple_health_export_k0rventen/test-export3_normal.zip"))
        let archive = try ZipArchive(MemoryBytes([UInt8](Data(contentsOf: file))))
        let entry = try archive.healthExport()
        #expect(entry.size == 3_165_257)
        var batch = SampleBatch()
        let reader = HealthExportReader(try archive.open(entry), now: utc("2024-01-01 00:00:00"))
        while !reader.isFinished { try reader.read(elements: 1000, into: &batch) }
        // 8,038 records of 28 types, of which 400 each of eight kinds of samples, 293 resting heart rates, 3 heights.
        let unknown =
            ["HKDataTypeSleepDurationGoal": 3, "HKCategoryTypeIdentifierHeadphoneAudioExposureEvent": 1]
            as [String: Int64]
        #expect(reader.unknownKinds == unknown)
        let readings = reader.takeReadings().flatMap(\.readings)
        #expect(reader.samplesRead == 8034 && readings.count == 8034 - 3496)
        #expect(readings.filter { $0.kind.name == "vo2Max" }.allSatisfy { (20...70).contains($0.value) })
        #expect(readings.filter { $0.kind.name == "walkingSteadiness" }.allSatisfy { (50...100).contains($0.value) })
        #expect(reader.quarantined == [:])
        #expect(batch.samples[.heartRateVariability]?.count == 400)
        #expect(batch.samples[.restingHeartRate]?.count == 293)
        #expect(Set(batch.notes.values) == ["Europe/Paris"] || batch.notes.values.contains("Europe/Paris"))
    }

    @Test("ING-1 Every published fixture is read or refused with a reason", .needs(.sharedData))
    func fixtures() throws {
        let folder = try #require(SharedData.url("apple_health_xml_fixtures"))
        var counts: [String: Int64] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            var batch = SampleBatch()
            let reader = HealthExportReader(
                Drip([UInt8](try Data(contentsOf: folder.appendingPathComponent(name))), size: 333), now: 1_800_000_000)
            do {
                while !reader.isFinished { try reader.read(elements: 10, into: &batch) }
                counts[name] = reader.samplesRead
            } catch {
                #expect((error as? ImportProblem)?.code == "notAHealthExport", "\(name)")
            }
        }
        #expect(counts["AlekSi__applehealth__testdata.xml"] == 2)
        #expect(counts["RuochenLyu__apple-health-analyst__multi-source-export_export.xml"] == 49)
        #expect(counts["tdda__applehealthdata__export6s3sample.xml"] == 16)
        #expect(counts.count == 10)
    }
}
