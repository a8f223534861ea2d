import Foundation
import Messages
import Testing

@testable import HealthFormats

/// Each companion's week against its truth: single values, and days by the reduction of ingestion.
@Suite struct GoldenWeekTests {
    @Test("Every week is there") func allWeeks() {
        #expect(CompanionWeek.all.map(\.format) == CompanionWeek.formats.map(\.format))
    }

    @Test(
        "ING-2 Every value that a companion sends is held once, with its time",
        arguments: CompanionWeek.all.filter { $0.format != "health-auto-export-daily" })
    func values(week: CompanionWeek) throws {
        let truth = CompanionTruth(week.truth)
        let found = CompanionTruth.decoded(week.fold(week.posts).settled())
        #expect(!truth.values.isEmpty)
        // Health Auto Export writes no ends; stages that HealthKit's library sends again are united by the day.
        let hasEnds = week.format != "health-auto-export"
        for (kind, values) in truth.values where !(kind == "sleep" && week.format == "open-wearables-ios") {
            let expected = CompanionTruth.sorted(values)
            let got = found[kind] ?? []
            guard expected.count == got.count else {
                Issue.record("\(week.format) \(kind): \(got.count) instead of \(expected.count)")
                continue
            }
            let tolerance = CompanionTruth.tolerances[kind] ?? 0.011
            let wrong = zip(got, expected).filter { got, expected in
                got.start != expected.start || abs(got.value - expected.value) > tolerance
                    || hasEnds && KindTable.row(kind)?.hasEnd == true && got.end != expected.end
            }
            #expect(wrong.isEmpty, "\(week.format) \(kind): \(wrong.prefix(3))")
        }
    }

    @Test("ING-6 ING-13 Days are those of the truth: sleep, steps, resting heart rate", arguments: CompanionWeek.all)
    func days(week: CompanionWeek) throws {
        let faults = week.faults(of: week.metrics(week.fold(week.posts), week.days))
        #expect(faults.isEmpty, "\(faults)")
    }

    @Test("ING-2 What the phone deleted is gone, and no format loses what it cannot know", arguments: CompanionWeek.all)
    func deletions(week: CompanionWeek) throws {
        let found = CompanionTruth.decoded(week.fold(week.posts).settled())
        let held = CompanionTruth(week.truth).values
        let names = ["weight": "bodyMass", "glucose": "bloodGlucose", "workout": "workout"]
        for gone in (week.truth["must_be_gone"] as? [[String: Any]]) ?? [] {
            guard let name = (gone["kind"] as? String).flatMap({ names[$0] }), let start = gone["start"] else {
                continue
            }
            let instant = CompanionTruth.instant(start)
            let (left, right) = (found[name] ?? [], held[name] ?? [])
            // What was corrected is gone under its old id, and there with another value.
            #expect(
                left.filter { $0.start == instant }.count == right.filter { $0.start == instant }.count,
                "\(week.format) \(name) at \(start)")
        }
    }

    @Test("Nothing of these weeks is unknown or set aside", arguments: CompanionWeek.all)
    func understood(week: CompanionWeek) {
        for post in week.posts {
            let decoded = week.decode(post)
            #expect(decoded.problem == nil)
            #expect(decoded.unknownFields.isEmpty, "\(week.format): \(decoded.unknownFields)")
            // A mean of a day's heart rate says nothing of sleep or rest.
            let unused = decoded.unknownKinds.filter {
                week.format != "health-auto-export-daily" || $0.key != "heart_rate"
            }
            #expect(unused.isEmpty, "\(week.format): \(unused)")
            #expect(
                decoded.left.counts.isEmpty, "\(week.format): \(decoded.left.counts) \(decoded.left.named.prefix(3))")
        }
    }
}
