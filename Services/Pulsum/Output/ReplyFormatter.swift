import Localization
import Messages

/// Formats replies as text for people. Words that pages show too come from the catalogue.
enum ReplyFormatter {
    private static let words = Catalogue.shipped(.english)

    static func score(_ report: ScoreReport) -> String {
        let note = report.note.map { $0 + "\n" } ?? ""
        guard let score = report.score else {
            return note + "\(report.day)  no score: \(report.reason ?? "\(report.status).")"
        }
        var text = note + "\(report.day)  score \(Amount.number(score, 0))"
        if let low = report.low, let high = report.high {
            text += "  (most likely between \(Amount.number(low, 0)) and \(Amount.number(high, 0)))"
        }
        if report.status == .provisional { text += "  provisional: the day is not over" }
        if !report.personalised {
            text += "\nNot yet personal: check in with “pulsum checkin” so that the score learns from you."
        }
        return text
    }

    static func breakdown(_ breakdown: ScoreBreakdown) -> String {
        var table = TextTable(["signal", "value", "usual", "z", "weight", "contribution", ""], right: [1, 2, 3, 4, 5])
        table.add("your usual level", "", "", "", "", Amount.number(breakdown.bias, 3), "")
        for item in breakdown.contributions {
            let notes = [
                item.missing ? "no data" : nil, item.imputed ? "estimated" : nil,
                item.lowConfidence ? "uncertain" : nil,
            ].compactMap { $0 }
            table.add(
                "\(item.signal)", item.value.map { Amount.number($0, 1) } ?? "",
                item.baseline.map { Amount.number($0.median, 1) } ?? "",
                item.z.map { Amount.number($0, 2) } ?? "", Amount.number(item.weight, 3),
                Amount.number(item.contribution, 3),
                notes.joined(separator: ", "))
        }
        var parts = [score(breakdown.report)]
        parts.append(breakdown.trends.map(\.text).joined(separator: "\n"))
        parts.append(breakdown.contributions.compactMap(\.text).joined(separator: "\n"))
        parts.append((breakdown.gaps + breakdown.contextNotes).joined(separator: "\n"))
        if !breakdown.contributions.isEmpty { parts.append(table.text) }
        parts.append("Learned from \(breakdown.labels) check-ins. \(breakdown.methodology)")
        return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    static func list(_ flags: [ContextFlag]) -> String { flags.map { "\($0)" }.joined(separator: ", ") }

    /// The values of a check-in, such as "stress 3, energy 5".
    static func sliders(_ checkIn: CheckIn) -> String {
        [("stress", checkIn.stress), ("energy", checkIn.energy), ("sleep", checkIn.sleepQuality)]
            .compactMap { name, value in value.map { "\(name) \($0)" } }.joined(separator: ", ")
    }

    static func checkIns(_ reply: CheckInsQuery.Reply) -> String {
        guard !reply.checkIns.isEmpty else {
            return "No check-ins on these days; make one with “pulsum checkin 3 5 4”."
        }
        var table = TextTable(["day", "stress", "energy", "sleep", "id"], right: [1, 2, 3])
        func cell(_ value: Int32?) -> String { value.map { "\($0)" } ?? "–" }
        for item in reply.checkIns {
            table.add("\(item.day)", cell(item.stress), cell(item.energy), cell(item.sleepQuality), "\(item.id)")
        }
        return table.text
    }

    static func cards(_ reply: CardsQuery.Reply) -> String {
        var parts = reply.crisis.map { [crisis($0)] } ?? []
        let answers: [CardFeedback.Action: String] = [
            .completed: "coach.done", .declined: "today.notToday", .dismissed: "coach.notForMe",
        ]
        if let today = reply.today, let answer = today.action.flatMap({ answers[$0] }) {
            parts.append("Today's suggestion: \(today.card.title)  [\(words(answer))]")
        }
        for (index, card) in reply.cards.enumerated() {
            var text = "\(index + 1). \(card.title)  [\(words("today.evidence.\(card.badge)"))]"
            if let seconds = card.estimatedSeconds { text += "  about \(Amount.time(Double(seconds)))" }
            text += "\n   \(card.body)"
            if let why = card.why { text += "\n   \(why)" }
            if let caution = card.caution { text += "\n   Caution: \(caution)" }
            if let source = card.sourceURL { text += "\n   \(source)" }
            parts.append(text)
        }
        if let note = reply.note { parts.append(note) }
        return parts.isEmpty ? "No suggestions today." : parts.joined(separator: "\n\n")
    }

    static func crisis(_ card: CrisisCard) -> String {
        var lines = [card.title, card.message]
        for emergency in card.emergencies { lines.append("\(emergency.name): \(emergency.phone)") }
        if card.emergencies.isEmpty, !card.emergencyNumber.isEmpty {
            lines.append("Emergency: \(card.emergencyNumber)")
        }
        if let hint = card.countryHint { lines.append("\(hint) (pulsum account country)") }
        for line in card.lines {
            lines.append([line.name, line.phone, line.text, line.url].filter { !$0.isEmpty }.joined(separator: "  "))
        }
        if let exercise = card.exercise { lines.append("\(exercise.title): \(exercise.steps.joined(separator: " "))") }
        if let plan = card.plan { lines.append("\(plan) It is on the page.") }
        lines.append(card.disclaimer)
        return lines.joined(separator: "\n")
    }

    static func chat(_ reply: ChatReply) -> String {
        var lines = reply.crisis.map { [crisis($0), ""] } ?? []
        lines.append(reply.coachReply)
        if let next = reply.nextAction { lines.append("Next: \(next)") }
        if let page = reply.opens, words.contains("coach.opens.\(page)") {
            lines.append("In the browser: \(words("coach.opens.\(page)"))")
        }
        lines.append("")
        lines.append(reply.label)
        if let gate = reply.gate { lines.append("Stayed on this machine (\(gate)).") }
        return lines.joined(separator: "\n")
    }

    static func added(_ entry: JournalEntry) -> String {
        guard let analysis = entry.analysis else {
            return "Kept for \(entry.day); it will be analysed soon."
                + (entry.support.map { "\n\n\(crisis($0))" } ?? "")
        }
        var text = "Kept for \(entry.day)"
        text += "."
        if let word = entry.word { text += " " + words("journal.mood", ["mood": words("mood.\(word)")]) }
        if let card = analysis.verdict.card { text += "\n\n\(crisis(card))" }
        return text
    }

    static func journal(_ reply: JournalQuery.Reply) -> String {
        guard !reply.entries.isEmpty || reply.damaged != nil else {
            return "No entries yet; write one with “pulsum journal add TEXT”."
        }
        return entries(reply.entries) + damaged(reply.damaged)
    }

    static func found(_ reply: SearchJournal.Reply) -> String {
        (reply.entries.isEmpty ? "No entry has all these words." : entries(reply.entries)) + damaged(reply.damaged)
    }

    /// Count and names of rows that could not be opened.
    private static func damaged(_ rows: DamagedRows?) -> String {
        guard let rows else { return "" }
        return
            "\n\n\(rows.count) could not be opened, because the database file is damaged: \(rows.names.joined(separator: ", "))."
    }

    private static func entries(_ entries: [JournalEntry]) -> String {
        entries.map { entry in
            let mood = entry.word.map { "  " + words("mood.\($0)") } ?? ""
            return "\(entry.day)\(mood)\n\(entry.text)"
        }.joined(separator: "\n\n")
    }

    static func metrics(_ reply: MetricsQuery.Reply, from first: Day, through last: Day) -> String {
        guard !reply.days.isEmpty else {
            return
                "No metrics from \(first) to \(last); choose other days with --from and --through, or import something with “pulsum import FILE”."
        }
        let metrics = SignalTable.metrics
        var table = TextTable(["day"] + metrics.map(\.heading), right: Set(1...metrics.count))
        func cell(_ value: MetricValue?, _ metric: DailyMetric) -> String {
            guard let value else { return "–" }
            return Amount.number(value.value / metric.unit.per, metric.tableDigits) + (value.imputed ? "*" : "")
        }
        for day in reply.days { table.add(["\(day.day)"] + metrics.map { cell($0.value(day), $0) }) }
        let isImputed = reply.days.contains { day in metrics.contains { $0.value(day)?.imputed == true } }
        return table.text + (isImputed ? "\n* estimated" : "")
    }

    static func sources(_ reply: SourcesQuery.Reply) -> String {
        guard !reply.sources.isEmpty else {
            return "Nobody has measured anything yet; import something with “pulsum import FILE”."
        }
        var table = TextTable(["source", "kind", "place by", "steps alone", "counted"], right: [3, 4])
        func cell(_ steps: Double?) -> String { steps.map { Amount.number($0, 0) } ?? "–" }
        for source in reply.sources {
            table.add(
                source.name, "\(source.kind)", source.isChosen ? "you" : "kind", cell(source.steps),
                cell(source.counted))
        }
        guard let day = reply.day else { return table.text }
        let total = reply.sources.reduce(0) { $0 + ($1.counted ?? 0) }
        return table.text + "\nSteps of \(day): \(Amount.number(total, 0))."
    }

    static func imported(_ status: ImportStatus) -> String {
        var lines = [
            "Imported \(status.fileName): \(Amount.count(status.samplesRead)) samples, \(Amount.count(status.samplesNew)) of them new; \(Amount.count(status.daysChanged)) \(status.daysChanged == 1 ? "day" : "days") changed."
        ]
        if status.samplesRead == 0, status.unknownKinds.isEmpty {
            lines.append("Nothing in it was recognised; “pulsum import --help” names what can be imported.")
        }
        if let removed = status.samplesRemoved {
            lines.append("Removed, as this export no longer has them: \(Amount.count(removed)) samples.")
        }
        for (kind, count) in status.lost.sorted(by: { $0.key < $1.key }) {
            lines.append("Nothing of \(kind) was taken: all \(Amount.count(count)) of its records were set aside.")
        }
        if !status.quarantined.isEmpty { lines.append("Set aside: \(counts(status.quarantined)).") }
        if !status.taken.isEmpty { lines.append("Taken: \(counts(status.taken)).") }
        if !status.unknownKinds.isEmpty { lines.append("Kinds that are not used: \(counts(status.unknownKinds)).") }
        for (name, reason) in status.unusedReasons.sorted(by: { $0.key < $1.key }) {
            if let reason = UnusedReason(rawValue: reason) { lines.append("\(name): \(reason.sentence)") }
        }
        return lines.joined(separator: "\n")
    }

    /// The ten highest counts, then the number of the others.
    private static func counts(_ counts: [String: Int64]) -> String {
        let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let shown = sorted.prefix(10).map { "\($0.key) \(Amount.count($0.value))" }.joined(separator: ", ")
        return sorted.count > 10 ? "\(shown) and \(sorted.count - 10) more" : shown
    }
}
