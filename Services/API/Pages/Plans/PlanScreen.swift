import Drawing
import Localization
import Messages

/// The present plan with its reasons, the weight, and the course of weight and intake.
public struct PlanScreen: Screen {
    public static let template = "plan"
    public let title: String
    let tabs: GoalTabs
    /// Time of the request, ms, for the age of a page that the browser kept.
    let at: String
    /// Kind of the page's content. The script loads the page again when the kind changes.
    let kind: String
    /// State of the plan that the page shows, for a browser that keeps it.
    let version: String
    let clock: String
    /// BCP 47, for dates that the script writes.
    let locale: String
    /// Phrases for the script; # stands for a number.
    let agePhrase: String
    let key: String
    let care: CareBox?
    let away: AwayBox?
    let begin: BeginBox?
    let now: NowBox?
    let weigh: WeighBox?
    let adjust: AdjustBox?
    let charts: PlanCharts?
    let announces: Bool
    let canRecompute: Bool
    let canHide: Bool

    /// The numbers are put away.
    struct AwayBox: Sendable {
        let text: String
        /// A verdict on the journal put them away, not the person.
        let forCare: String?
    }

    /// Before the first plan.
    struct BeginBox: Sendable {
        let text: String
        let missing: [String]
        let hasMissing: Bool
        let isReady: Bool
    }

    /// - Parameter date: an instant as the person reads it.
    public init(_ facts: PlanFacts, date: (Milliseconds) -> String, for reader: Reader) {
        let (words, kind) = (reader.words, facts.kind)
        title = words("plan.title")
        tabs = GoalTabs(.plan, for: reader)
        (at, key, self.kind, version) = ("\(facts.at)", facts.key, kind.rawValue, facts.version)
        clock = reader.settings.clock == .twelveHours ? "12" : "24"
        locale = "\(reader.settings.language.rawValue)-\(reader.settings.region)"
        agePhrase = words("plan.age", ["minutes": "#"])
        care = facts.reply?.care.map { CareBox($0, facts.resources, for: reader) }
        away =
            kind == .away
            ? AwayBox(
                text: words("plan.away.text"),
                forCare: facts.reply?.hiddenForCare == true ? words("plan.away.forCare") : nil) : nil
        let missing = facts.missing.map { words("plan.body.\($0)") }
        begin =
            kind == .ready || kind == .begin
            ? BeginBox(
                text: words(kind == .ready ? "plan.begin.ready" : "plan.begin.text"), missing: missing,
                hasMissing: kind == .begin, isReady: kind == .ready) : nil
        now = kind == .plan ? facts.reply.flatMap { NowBox($0, date: date, for: reader) } : nil
        weigh = kind == .plan ? WeighBox(facts, date: date, for: reader) : nil
        adjust = kind == .plan ? facts.reply?.plan.flatMap { AdjustBox($0, facts.adjustment, for: reader) } : nil
        charts = kind == .plan ? PlanCharts(facts.course, facts.days, for: reader) : nil
        announces = facts.reply?.announces ?? true
        canRecompute = kind == .plan || kind == .away
        canHide = kind == .plan
    }
}
