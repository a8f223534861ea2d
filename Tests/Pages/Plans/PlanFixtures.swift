import Localization
import Messages

@testable import Pages

/// Plans and readers for the tests of their pages.
enum PlanFixtures {
    static let today = Day(year: 2026, month: 11, day: 25)!
    static let readers = [
        (Language.english, "US"), (.german, "DE"), (.english, "GB"),
    ].map { language, region in
        Reader(DisplaySettings(language: language, region: region), today: today, minute: 600)
    }

    static let at: Milliseconds = 1_796_000_000_000

    static let body = BodyProfile(
        user: UserID(high: 1, low: 1), revision: 3, sex: .female, birthday: Day(year: 1990, month: 5, day: 4),
        heightCentimetres: 170, weightKilograms: 75, weightAt: at, targetKilograms: 68, aim: .lose,
        activity: .moderate)

    static let targets = PlannedTargets(
        kilocalories: 2_000, proteinGrams: 165, waterMillilitres: 2_600, weeklyKilograms: -0.5, estimatedWeeks: 14,
        projectedDay: today.advanced(by: 98))

    static func plan(
        _ targets: PlannedTargets? = targets, computed: PlannedTargets? = nil, occasion: PlanOccasion = .weekly,
        source: PlanEnergy.Source = .formula, status: PlanStatus = .active, from start: Day = today
    ) -> Plan {
        let isShown = targets != nil
        let publication = PlanPublication(key: "issn2017", title: "Position Stand", year: 2017, doi: "10.1186/x")
        return Plan(
            id: .random(), revision: 2, weekStart: start, weekEnd: start.advanced(by: 6), status: status,
            occasion: occasion, computedAt: at, floorApplied: isShown, paceLimited: isShown, targets: targets,
            computedTargets: computed,
            energy: isShown
                ? PlanEnergy(
                    bmr: 1_800, tdee: 2_500, tdeeLow: 2_350, tdeeHigh: 2_650, source: source, equation: .mifflinStJeor,
                    days: 12) : nil,
            inputs: isShown
                ? PlanInputs(
                    sex: .female, ageYears: 36, heightCentimetres: 170, kilograms: 75, weightAt: at, isMeasured: false,
                    targetKilograms: 68, aim: .lose, activity: .moderate, bodyFatPercent: nil) : nil,
            reasons: isShown
                ? PlanTarget.names.map { PlanReason(target: $0.value, numbers: [:], sources: [publication]) } : [])
    }

    static func changed(_ plan: Plan) -> PlanReply {
        PlanReply(
            plan: plan, recomputed: true, previousTargets: targets,
            changes: [
                PlanChange(target: .calories, old: 2_100, new: 2_000, isSignificant: true),
                PlanChange(target: .weeklyRate, old: -0.4, new: -0.5, isSignificant: false),
            ], weeksMoved: -2, isStale: true)
    }

    static func facts(_ reply: PlanReply?, body: BodyProfile = body) -> PlanFacts {
        var facts = PlanFacts(
            reply: reply, body: body, days: today.advanced(by: -27)...today, at: at, key: "k")
        facts.course = (0..<10).map { day in
            CourseDay(
                day: today.advanced(by: day - 9), kilograms: 75 - Double(day) / 10,
                kilocalories: 1_900 + 40 * Double(day), targetKilocalories: 2_000, expectedLow: 73.5, expectedHigh: 75.5
            )
        }
        return facts
    }

    static func html(_ screen: some Screen, _ reader: Reader) throws -> String {
        let frame = PageFrame(.ahead, person: PageFrame.Person(name: "Ada"))
        return try PageRenderer(assets: "/assets/0").html(screen, frame, for: reader)
    }

    static func page(_ facts: PlanFacts, _ reader: Reader) throws -> String {
        try html(PlanScreen(facts, date: { _ in "07:40" }, for: reader), reader)
    }

    /// The visible text of the content, without markup and attributes.
    static func text(_ page: String) -> String {
        guard let start = page.firstRange(of: "<main"), let end = page.firstRange(of: "</main>") else { return "" }
        return String(page[start.lowerBound..<end.lowerBound].replacing(/<[^>]*>/, with: " "))
    }

    /// Phrases that no catalogue has show as their key, and placeholders without a value keep their braces.
    static func isWhole(_ page: String) -> Bool {
        !page.contains(/[> "](plan|planReason|goalTabs|toast)\.[a-z]/) && !page.contains("{")
    }
}
