import LocalTime
import Messages
import Testing

@testable import HealthFormats
@testable import Ingestion

/// Days of kinds whose values are levels.
@Suite struct LevelTests {
    private static func days(_ name: String, _ levels: [String]) throws -> [Double] {
        let row = try #require(KindTable.row(name))
        let readings = try levels.enumerated().map { index, level in
            let start = Int64(1_792_400_000 + index * 60)
            return ChunkReading(
                HealthReading(row, start, start, try #require(row.level(level))),
                of: EntityID(high: 0, low: UInt64(index)), SampleSource(name: "Diary"))
        }
        return try #require(ShownKind(named: name)).days(
            [readings], Day(number: 20_700)...Day(number: 20_800), LocalCalendar([]), sourceOrder: []
        ).map(\.value)
    }

    @Test("ING-19 Only doses that were taken count as doses of a day")
    func doses() throws {
        #expect(try Self.days("medication", ["taken", "skipped", "snoozed", "not logged", "taken"]) == [2])
        #expect(try Self.days("medication", ["skipped", "not logged"]).isEmpty)
        #expect(ShownKind(named: "medication")?.info.rule == "taken")
    }

    @Test(
        "ING-19 On a day with something present nothing absent is shown, and what is of no known strength is below all others",
        arguments: [("symptom", "not present", "mild"), ("menstrualFlow", "none", "light")])
    func absent(name: String, absence: String, least: String) throws {
        let row = try #require(KindTable.row(name))
        func level(_ levels: String...) throws -> String {
            let days = try Self.days(name, levels)
            guard case .level(let names) = row.shape else { return "" }
            return days.map { names[Int($0)] }.joined(separator: " ")
        }
        #expect(try level("unspecified", absence) == "unspecified")
        #expect(try level(absence, "unspecified", least) == least)
        #expect(try level(absence, least) == least)
        #expect(try level(absence, absence) == absence)
    }
}
