@testable import Messages
@testable import Wire

/// Fixed values of the main messages, for golden bytes and for Python's protobuf. A changed value means changed stored
/// data.
enum MainMessages {
    static let user = UserID(high: 0x0123_4567_89AB_4DEF, low: 0x8FED_CBA9_8765_4321)
    static let id = EntityID(high: 0x1111_2222_3333_4444, low: 0x9555_6666_7777_8888)
    static let day = Day(number: 20_412)
    static let at: Milliseconds = 1_763_690_400_123

    static let breakdown = ScoreBreakdown(
        report: report, bias: 0.25, contributions: [hrv, Contribution(signal: .stress, weight: -0.5)], labels: 12,
        methodology: "v1")
    static let report = ScoreReport(
        day: day, status: .final, score: 63.25, low: 51.5, high: 74, personalised: true, revision: 7)
    static let hrv: Contribution = {
        var contribution = Contribution(signal: .hrv, weight: 0.75)
        (contribution.value, contribution.z, contribution.contribution, contribution.missing) = (
            48.5, -1.25, -0.9375, false
        )
        contribution.baseline = Baseline(median: 55, mad: 6.5, count: 30, mature: true)
        return contribution
    }()
    static let metrics: DailyMetrics = {
        var metrics = DailyMetrics(day: day)
        metrics.hrv = MetricValue(48.5, .asleep, device: .max, samples: 14)
        metrics.steps = MetricValue(0, .total, samples: 0, imputed: true)
        metrics.sleepNeed = 0
        return metrics
    }()
    static let status: ImportStatus = {
        var status = ImportStatus(job: id, fileName: "export.zip", phase: .reading)
        (status.bytesRead, status.bytesTotal, status.samplesRead) = (1 << 40, nil, -1)
        status.quarantined = ["future": 3, "": 0]
        status.problem = ImportProblem(code: "truncated", message: "Send the file again.", byteOffset: 0)
        return status
    }()
    static let card = CrisisCard(
        title: "You are not alone", message: "Talk to someone now.", emergencyNumber: "112",
        lines: [CrisisCard.Line(name: "Téléphone", phone: "3114", text: "", url: "https://example.org")],
        disclaimer: "Not medical advice.",
        country: "FR", checkedOn: Day(number: -1))

    /// By name, in the order of the golden file.
    static let all: [(name: String, value: any Message)] = [
        ("DailyMetrics", metrics),
        ("DailyMetricsChanged", DailyMetricsChanged(user: user, revision: 300, metrics: metrics)),
        ("ImportStatus", status),
        ("ScoreReport", report),
        ("ScoreBreakdown", breakdown),
        (
            "ScoreUpdated",
            ScoreUpdated(
                user: user, revision: 1, report: report,
                signals: [SignalLevel(signal: .energy, z: 1.5, contribution: 0.5)], revisedFrom: day)
        ),
        (
            "JournalEntryChanged",
            JournalEntryChanged(
                user: user, entry: id, revision: 2, day: day, at: at, sentiment: -0.0, level: .caution, deleted: true)
        ),
        ("Verdict", Verdict(level: .crisis, reason: .selfHarm, rules: ["a", "", "b"], card: card)),
        (
            "ChatReply",
            ChatReply(
                coachReply: "Schlaf gut 😴", nextAction: "", source: .fixed, level: .crisis, crisis: card,
                gate: "safety", moment: nil)
        ),
        (
            "Phrase",
            Phrase(
                user: user, toneHints: [.calm, Phrase.Tone(rawValue: 99)], topSignal: .sleep, topMomentID: "m-1",
                rationale: .belowUsual,
                zScoreSummary: [SignalStep(signal: .hrv, halfSteps: -12)])
        ),
        (
            "ConsentState",
            ConsentState(granted: true, version: 3, at: at, copyVersion: 1, pending: false, banner: "…", hasKey: true)
        ),
        (
            "StreamSlice",
            StreamSlice(
                user: user, epoch: .max,
                events: [StreamEvent(sequence: 1, id: id, type: DailyMetricsChanged.type, payload: [0, 255])])
        ),
        ("ServiceError", ServiceError(.busy, "Try again.", retryAfter: 250)),
        ("SubmitJournal", SubmitJournal(user: user, day: day, at: at, text: "a", country: "US")),
        ("MintCapability", MintCapability(user: user, types: [Chat.type])),
    ]
}
