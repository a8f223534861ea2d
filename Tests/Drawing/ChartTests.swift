import CZlib
import Foundation
import Statistics
import Testing

@testable import Drawing

@Suite struct ChartTests {
    static func chart(
        _ kind: ChartKind = .metric, days: ClosedRange<Int>, _ values: [ChartValue],
        title: String = "58/min: 4 above your usual", words: DrawingWords? = nil
    ) throws -> TimeChart {
        TimeChart(
            kind, days: days, values: values, history: kind == .score ? [] : values.map(\.value), title: title,
            id: "pulse", words: try words ?? CatalogueWords.english.get(), axis: { "\(Int($0.rounded()))" },
            quantity: { "\(Int($0.rounded()))" + (kind == .metric ? "/min" : "") })
    }

    static func values(_ count: Int, from first: Int = 0, _ value: (Int) -> Double) -> [ChartValue] {
        (0..<count).compactMap { ChartValue(day: first + $0, value: value($0)) }
    }

    private static func classes(_ chart: TimeChart) -> [String: Int] {
        let markup = chart.svg(.narrow)?.markup ?? ""
        return Dictionary(grouping: markup.matches(of: /class="([^"]*)"/).map { String($0.output.1) }) { $0 }
            .mapValues(\.count)
    }

    @Test(
        "LOOK: three or four ticks at 1, 2 or 5 × 10ⁿ",
        arguments: [
            (0.0...10.0, [0.0, 5, 10]), (0...100, [0, 50, 100]), (48...73, [50, 60, 70]), (20...80, [20, 40, 60, 80]),
            (-0.3...0.3, [-0.2, 0, 0.2]), (0...12_345, [0, 5_000, 10_000]), (57.9...58.2, [57.9, 58, 58.1, 58.2]),
        ])
    func ticks(domain: ClosedRange<Double>, expected: [Double]) {
        let ticks = Scale(domain, from: 0, to: 100).ticks
        #expect(ticks.count == expected.count && zip(ticks, expected).allSatisfy { abs($0 - $1) < 1e-9 }, "\(ticks)")
    }

    @Test("LOOK: any domain is widened until it has three or four ticks, all inside")
    func anyTicks() {
        for exponent in -6...6 {
            for mantissa in stride(from: 1.0, to: 10, by: 0.37) {
                let width = mantissa * pow(10, Double(exponent))
                for start in stride(from: -width, through: width * 3, by: width * 0.137) {
                    let domain = ChartDomain.withTicks(start...(start + width))
                    let ticks = Scale(domain, from: 0, to: 1).ticks
                    #expect((3...4).contains(ticks.count), "\(start) + \(width): \(ticks)")
                    #expect(domain.lowerBound <= start && domain.upperBound >= start + width)
                    #expect(domain.upperBound - domain.lowerBound < 2.5 * width)
                    let slack = width * 1e-6
                    #expect(
                        ticks.allSatisfy { $0 >= domain.lowerBound - slack && $0 <= domain.upperBound + slack })
                }
            }
        }
    }

    @Test("Medians, quartiles and the usual band")
    func statistics() {
        #expect(Statistics.median([3, 1, 2]) == 2 && Statistics.median([4, 1, 2, 3]) == 2.5)
        #expect(Statistics.quantile(0.25, of: [1, 2, 3, 4, 5]) == 2 && Statistics.quantile(1, of: [7]) == 7)
        #expect(Statistics.median([]) == nil && Statistics.usual([]) == nil)
        let usual = Statistics.usual([50, 52, 54, 56, 100])
        #expect(usual?.median == 54 && usual.map { abs($0.band.upperBound - 56.9652) < 1e-9 } == true)
    }

    @Test("LOOK: the domain has the band and the middle 98 %; totals begin at zero; the score has 20 to 80 or more")
    func domains() {
        let values = Self.values(200) { $0 == 100 ? 1_000 : 60 + Double($0 % 5) }
        let domain = ChartDomain.of(.metric, values, usual: 58...66)
        #expect(domain.map { $0.lowerBound < 58 && $0.upperBound < 70 } == true)
        #expect(ChartDomain.of(.total, values, usual: nil)?.lowerBound == 0)
        let low = ChartDomain.of(.total, Self.values(7) { _ in 900 }, usual: 8_000...12_000)
        #expect(low.map { $0.lowerBound == 0 && $0.upperBound > 12_000 } == true)
        #expect(ChartDomain.of(.score, Self.values(3) { _ in 50 }, usual: nil) == 20...80)
        #expect(ChartDomain.of(.score, Self.values(3) { _ in 90 }, usual: nil) == 20...90)
        #expect(ChartDomain.of(.metric, [], usual: nil) == nil)
    }

    @Test("PLN: a corridor lies behind the values, belongs to the axis, and is read out and listed by day")
    func corridor() throws {
        var chart = try Self.chart(days: 0...9, Self.values(6) { 80 - Double($0) / 10 })
        #expect(Self.classes(chart)["chart-score-band"] == nil && !chart.table.headings.contains("Expected"))
        chart.corridor = (0...9).compactMap { day in
            let middle = 80 - Double(day) / 5
            return ChartValue(day: day, value: middle, band: (middle - 3)...(middle + 3))
        }
        #expect(Self.classes(chart)["chart-score-band"] == 1)
        let axis = try #require(ChartDomain.of(.metric, chart.values + chart.corridor, usual: nil))
        #expect(axis.lowerBound < 76 && axis.upperBound > 82)
        let column = try #require(chart.table.headings.firstIndex(of: "Expected"))
        #expect(chart.table.rows[0].cells[column] == "77–83" && chart.table.rows[9].cells[column] == "75–81")
        #expect(chart.svg(.narrow)?.markup.contains("expected 77–83") == true)
    }

    @Test("LOOK: a gap is never bridged; imputed values are hollow and unconnected; doubtful ones are diamonds")
    func gaps() throws {
        var values = Self.values(10) { 60 + Double($0 % 3) }
        values.remove(at: 4)
        values[6] = try #require(ChartValue(day: 7, value: 61, quality: .imputed))
        values[1] = try #require(ChartValue(day: 1, value: 61, quality: .doubtful))
        let classes = try Self.classes(Self.chart(days: 0...9, values))
        // 0–3, 5–6 and 8–9 are lines of their own.
        #expect(classes["chart-line"] == 3)
        #expect(classes["chart-imputed"] == 1 && classes["chart-doubtful"] == 1 && classes["chart-dot"] == 7)
    }

    @Test("LOOK: a value outside the domain is a triangle at the border")
    func clipped() throws {
        let values = Self.values(200) { $0 == 100 ? 1_000 : $0 == 50 ? -900 : 60 + Double($0 % 5) }
        let chart = try Self.chart(days: 0...199, values)
        #expect(Self.classes(chart)["chart-clipped"] == 2)
        for match in (chart.svg(.narrow)?.markup ?? "").matches(of: /(?:cy|y1|y2)="(-?[0-9.]+)"/) {
            #expect((0...200).contains(Double(match.output.1) ?? -1))
        }
    }

    @Test("LOOK: up to 92 days have dots, more a line alone, more than a year weekly medians with quartile bars")
    func density() throws {
        #expect(try Self.classes(Self.chart(days: 0...91, Self.values(92) { Double($0) }))["chart-dot"] == 92)
        #expect(try Self.classes(Self.chart(days: 0...92, Self.values(93) { Double($0) }))["chart-dot"] == nil)
        func quartiles(_ chart: TimeChart) -> Int? {
            chart.svg(.wide)?.markup.firstMatch(of: /class="chart-quartiles" d="([^"]*)"/)?.output.1.count { $0 == "M" }
        }
        let years = try Self.chart(days: 0...729, Self.values(730) { 60 + Double($0 % 11) })
        #expect(quartiles(years) == 105 && Self.classes(years)["chart-line"] == 1)
        let totals = try Self.chart(.total, days: 0...729, Self.values(730) { Double($0 % 11) })
        #expect(Self.classes(totals)["chart-bar"] == nil && quartiles(totals) == 105)
        let broken = Self.values(730) { 60 + Double($0 % 11) }.filter { !(300..<340).contains($0.day) }
        #expect(try Self.classes(Self.chart(days: 0...729, broken))["chart-line"] == 2)
    }

    @Test("LOOK: from the day count that a chart names on its points are medians of ISO weeks, in the table too")
    func weekly() throws {
        // 1970-01-05 is a Monday.
        var chart = try Self.chart(days: 4...368, Self.values(365, from: 4) { 60 + Double($0 % 7) })
        #expect(!chart.isWeekly && chart.table.rows.count == 365)
        chart.weeklyFrom = 365
        #expect(chart.isWeekly && chart.table.rows.count == 53)
        #expect(chart.table.headings.prefix(2) == ["Week of", "Middle value"])
        #expect(chart.table.rows.prefix(52).allSatisfy { $0.value == 63 })
        // The last week has one day, which is no median.
        #expect(chart.table.rows.last?.value == nil && chart.table.rows.last?.day == 368)
        #expect(TimeChart.weekEnd(4) == 10 && TimeChart.weekEnd(10) == 10 && TimeChart.weekEnd(11) == 17)
    }

    @Test("LOOK: journal entries are dots below the axis, and remarks of their day or week")
    func entries() throws {
        var chart = try Self.chart(days: 0...9, Self.values(10) { Double($0) })
        #expect(Self.classes(chart)["chart-entry"] == nil && !chart.table.headings.contains("Notes"))
        chart.entries = [2, 3, 40]
        func dots(_ chart: TimeChart) -> Int? {
            chart.svg(.wide)?.markup.firstMatch(of: /class="chart-entry" d="([^"]*)"/)?.output.1.count { $0 == "M" }
        }
        #expect(dots(chart) == 2 && Self.classes(chart)["chart-entry"] == 1)
        #expect(chart.table.rows.filter { $0.cells.last == "journal entry" }.map(\.day) == [2, 3])
        #expect(chart.svg(.wide)?.markup.contains("journal entry") == true)
        chart.weeklyFrom = 7
        #expect(dots(chart) == 1)
    }

    @Test("Edge cases: nothing, one value, equal values, values that are no numbers")
    func edges() throws {
        let empty = try Self.chart(days: 0...9, [])
        #expect(empty.svg(.wide) == nil && empty.figure == nil && empty.table.rows.count == 10)
        #expect(try Self.classes(Self.chart(days: 0...9, Self.values(1, from: 4) { _ in 5 }))["chart-dot"] == 1)
        let equal = try Self.chart(days: 0...9, Self.values(10) { _ in 5 }).svg(.narrow)?.markup ?? ""
        #expect(equal.contains("chart-line") && !equal.contains("nan") && !equal.contains("inf"))
        #expect(
            ChartValue(day: 0, value: .nan) == nil && ChartValue(day: 0, value: 1, band: 0...Double.infinity) == nil)
        #expect(ChartValue(day: 0, value: 1e300) == nil)
        let twice = Self.values(10) { _ in 5 } + Self.values(10) { _ in 6 }
        #expect(try Self.classes(Self.chart(days: 0...9, twice))["chart-dot"] == 10)
        var odd = try Self.chart(days: 0...9, Self.values(10) { Double($0) })
        odd.history = [.nan, .infinity]
        #expect(odd.svg(.narrow) != nil)
        #expect(try Self.chart(days: 3...3, Self.values(1, from: 3) { _ in -2 }).svg(.narrow) != nil)
    }

    @Test("The interval of a median holds it in at least 95 % of random samples, and in few more than needed")
    func medianIntervals() {
        // Tabled ranks: for 10 values the 2nd and 9th, for 20 the 6th and 15th, for 100 the 40th and 61st.
        for (count, rank) in [(10, 2), (20, 6), (100, 40)] {
            let interval = Statistics.medianInterval(of: (1...count).map(Double.init))
            #expect(interval == Double(rank)...Double(count + 1 - rank))
        }
        #expect(Statistics.medianInterval(of: [1, 2, 3]) == 1...3)
    }

    @Test("LOOK: with and without a tag; with fewer than ten days it says how many there are")
    func tags() throws {
        let words = try CatalogueWords.english.get()
        do {
            _ = try TagComparison.Group("with", (0..<6).map(Double.init) + Array(repeating: .nan, count: 20))
            Issue.record("Six days are compared")
        } catch {
            #expect(error.days == 6 && error.needed == 10 && error.text(words) == "6 of 10 days yet")
        }
        let with = try TagComparison.Group("with alcohol", (0..<12).map { 60 + Double($0 % 5) })
        let without = try TagComparison.Group("without", (0..<40).map { 55 + Double($0 % 7) })
        #expect(with.median == 61.5 && with.interval.contains(with.median))
        let comparison = TagComparison(
            with: with, without: without, title: "t", id: "tag", words: words, axis: { "\(Int($0))" },
            quantity: { "\($0)/min" })
        let markup = comparison.svg(.narrow).markup
        #expect(markup.matches(of: /chart-dot/).count == 52 && markup.matches(of: /tag-median/).count == 2)
        #expect(
            markup.contains("<desc id=\"tag-narrow-description\">with alcohol: 12 days, usually 61.5/min. without: "))
        #expect(comparison.table.rows.map(\.cells.first) == ["with alcohol", "without"])
        #expect(comparison.table.rows.allSatisfy { $0.cells.count == comparison.table.headings.count })
    }

    @Test("LOOK: what lifts is solid to the right, what weighs is hatched to the left")
    func contributions() throws {
        let lifts = try #require(ContributionBar(2, largest: 4)).svg.markup
        #expect(lifts.contains(#"class="contribution-lifts" x="80" y="3" width="39""#))
        let weighs = try #require(ContributionBar(-4, largest: 4)).svg.markup
        #expect(weighs.contains(#"class="contribution-weighs" x="2" y="3" width="78""#))
        #expect(try !#require(ContributionBar(0, largest: 4)).svg.markup.contains("rect"))
        #expect(ContributionBar(1, largest: 0) == nil && ContributionBar(.nan, largest: 1) == nil)
        #expect(ContributionBar.hatch.markup.contains("rotate(45)"))
    }

    @Test("WEB: two years of a metric are below 30 kB compressed, in both sizes and with the table")
    func size() throws {
        let values = Self.values(730) { 58 + 6 * sin(Double($0) / 40) + Double($0 * 7919 % 13) / 3 }
        func compressed(_ chart: TimeChart) throws -> Int {
            var bytes = [UInt8]((try #require(chart.figure).markup + chart.table.element.markup).utf8)
            var result = [UInt8](repeating: 0, count: Int(compressBound(UInt(bytes.count))))
            var count = UInt(result.count)
            #expect(compress(&result, &count, &bytes, UInt(bytes.count)) == Z_OK)
            return Int(count)
        }
        var years = try Self.chart(days: 0...729, values)
        years.lastYear = TimeChart.onSameWeeks(values).filter { $0.day < 730 }
        years.marks = (0..<40).map { ChartMark(day: $0 * 17, label: "i", words: "ill") }
        let weekly = try compressed(years)
        // A year has a row for each day.
        let daily = try compressed(try Self.chart(days: 0...365, Array(values.prefix(366))))
        #expect(weekly < 30_000 && daily < 30_000, "\(weekly) and \(daily)")
    }
}
