import Drawing
import Localization
import Messages
import Statistics

/// Values of days with a circumstance or an own tag, with those of the other days.
public struct CompareScreen: Screen {
    public static let template = "compare"
    public let title: String
    let finding: String
    let subjects: [Choice]
    let flags: [Choice]
    /// The person's own tags, to choose instead.
    let tags: [Choice]
    let hasTags: Bool
    let days: [Choice]
    let ranges: [Choice]
    /// The drawing as markup; nil with too few days.
    let figure: String?
    let table: String?
    let back: String

    /// - Parameters:
    ///   - facts: the values; those before `facts.days` are not compared.
    ///   - known: the person's own tags.
    ///   - noted: the days with the circumstance or tag.
    ///   - isDayAfter: compares the day after each of them, as alcohol shows in the night after it.
    public init(
        _ facts: TrendFacts, with mark: DayMark, known: [String] = [], on noted: Set<Day>, isDayAfter: Bool,
        for reader: Reader
    ) {
        let words = reader.words
        title = words("compare.title")
        back = "/trends?metric=\(facts.subject.key)&range=\(facts.range.rawValue)"
        subjects = TrendSubject.all.map {
            Choice(value: $0.key, text: TrendScreen.name(of: $0, reader), isSelected: $0 == facts.subject)
        }
        func choice(_ one: DayMark) -> Choice {
            Choice(value: one.value, text: one.name(for: reader), isSelected: one == mark)
        }
        flags = ContextFlag.all.map { choice(.flag($0)) }
        var own = known.map(DayMark.own)
        // The address may name a tag that no day has any more.
        if case .own = mark, !own.contains(mark) { own.append(mark) }
        (tags, hasTags) = (own.map(choice), !own.isEmpty)
        days = [false, true].map {
            Choice(
                value: $0 ? "after" : "same", text: words($0 ? "compare.after" : "compare.same"),
                isSelected: $0 == isDayAfter)
        }
        ranges = TrendRange.allCases.filter { $0 != .week && $0 != .month }.map {
            Choice(value: $0.rawValue, text: words("trends.range.\($0.rawValue)"), isSelected: $0 == facts.range)
        }
        let tagged = Set(noted.map { Int($0.number) + (isDayAfter ? 1 : 0) })
        let shown = facts.values.filter {
            (Int(facts.days.lowerBound.number)...Int(facts.days.upperBound.number)).contains($0.day)
                && $0.quality != .imputed
        }
        let name = mark.name(for: reader)
        let subject = facts.subject
        @Sendable func quantity(_ value: Double) -> String { TrendScreen.text(value, subject, reader) }
        do {
            let compared = try MarkComparison(
                shown, on: tagged, noise: MarkComparison.noise(shown),
                names: (
                    words(isDayAfter ? "compare.groupAfter" : "compare.group", ["flag": name]), words("compare.others")
                ))
            let (with, without, isApart) = (compared.with, compared.without, compared.isApart)
            finding = words(
                "compare.finding." + (!isApart ? "same" : with.median > without.median ? "higher" : "lower"),
                ["flag": name, "with": quantity(with.median), "without": quantity(without.median)])
            let comparison = TagComparison(
                with: with, without: without, title: finding, id: "compare", words: reader.drawingWords,
                axis: { reader.formats.number($0, digits: subject.metric?.digits == 1 ? 1 : 0) }, quantity: quantity)
            (figure, table) = (comparison.figure.markup, comparison.table.element.markup)
        } catch {
            finding = "\(error.name): \(error.text(reader.drawingWords))"
            (figure, table) = (nil, nil)
        }
    }
}
