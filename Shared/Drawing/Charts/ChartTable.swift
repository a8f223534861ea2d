/// The table behind a drawing: the same values as data, as text, and as markup.
public struct ChartTable: Sendable {
    /// How a value compares with the person's usual ones.
    public enum Comparison: String, Sendable { case above, usual, below }

    /// A day, a week or a group.
    public struct Row: Equatable, Sendable {
        /// First day, days since 1970-01-01; nil for a group of days.
        public let day: Int?
        /// In the unit of the chart; nil in a gap.
        public let value: Double?
        /// Nil without a usual band or without a value.
        public let comparison: Comparison?
        /// The same as text, a cell for each heading.
        public let cells: [String]
    }

    /// Caption of the table, with the usual band if there is one.
    public let caption: String
    /// One for each cell of a row; the first cell names the row.
    public let headings: [String]
    /// In order of the drawing.
    public let rows: [Row]
    /// Address of the page of a day, which the first cell of its row opens; nil for cells without links.
    public var address: (@Sendable (Int) -> String)?

    /// A `<table>` of class `chart-table` with a caption and headings of rows and columns, in a region of class
    /// `chart-behind` that scrolls where it is too narrow.
    public var element: DrawingElement {
        let head = DrawingElement(
            "thead", [:],
            [DrawingElement("tr", [:], headings.map { DrawingElement("th", ["scope": "col"], text: $0) })])
        let body = rows.map { row in
            DrawingElement(
                "tr", [:],
                row.cells.enumerated().map { index, cell in
                    index == 0 ? heading(of: row, cell) : DrawingElement("td", text: cell)
                })
        }
        let table = DrawingElement(
            "table", ["class": "chart-table"],
            [DrawingElement("caption", text: caption), head, DrawingElement("tbody", [:], body)])
        return DrawingElement(
            "div", ["class": "chart-behind", "role": "region", "aria-label": caption, "tabindex": "0"], [table])
    }

    private func heading(of row: Row, _ cell: String) -> DrawingElement {
        guard let address, let day = row.day else { return DrawingElement("th", ["scope": "row"], text: cell) }
        return DrawingElement("th", ["scope": "row"], [DrawingElement("a", ["href": address(day)], text: cell)])
    }
}

extension TimeChart {
    /// The table behind the chart: a row for each day, or for each week if the chart is weekly.
    public var table: ChartTable {
        let (usual, slots) = (usual, slots)
        let hasBand = isWeekly || kind != .pair && slots.contains { $0.value?.band != nil }
        let hasPast = slots.contains { $0.lastYear != nil }
        let hasExpected = slots.contains { $0.expected != nil }
        let hasNotes = slots.contains { !notes(of: $0).isEmpty }
        func column(_ isShown: Bool, _ key: String) -> [String] { isShown ? [words("chart." + key)] : [] }
        let headings =
            column(true, isWeekly ? "week" : "day") + column(true, isWeekly ? "median" : "value")
            + column(hasBand, isWeekly ? "quartiles" : "range") + column(usual != nil, "usual")
            + column(hasExpected, "expected") + column(hasPast, "lastYear") + column(hasNotes, "remarks")
        let rows = slots.map { slot in
            let comparison = comparison(slot.value, usual)
            var cells = [words.columnDay(slot.first), slot.value.map(amount) ?? words("chart.missing")]
            if hasBand { cells.append(slot.value?.band.map(text) ?? "") }
            if usual != nil { cells.append(comparison.map { words("chart.place.\($0.rawValue)") } ?? "") }
            if hasExpected { cells.append(slot.expected.map(text) ?? "") }
            if hasPast { cells.append(slot.lastYear.map { quantity($0.value) } ?? "") }
            if hasNotes { cells.append(notes(of: slot).joined(separator: ", ")) }
            return ChartTable.Row(
                day: slot.first, value: slot.value?.value, comparison: comparison, cells: cells)
        }
        let caption = [title, usual.map { words("chart.usualBand", ["range": text($0.band)]) }]
        return ChartTable(
            caption: caption.compactMap { $0 }.joined(separator: ". "), headings: headings, rows: rows)
    }

    /// The text above the chart for a day or a week.
    func reading(of slot: ChartSlot, _ usual: (median: Double, band: ClosedRange<Double>)?) -> String {
        var parts = [isWeekly ? words("chart.weekOf", ["day": words.day(slot.first)]) : words.day(slot.first)]
        if let value = slot.value {
            let band = kind == .pair ? nil : value.band
            parts.append(amount(value) + (band.map { " (\(text($0)))" } ?? ""))
            if let comparison = comparison(value, usual) {
                parts.append(words("chart.compared.\(comparison.rawValue)"))
            }
        } else {
            parts.append(words("chart.missing"))
        }
        if let expected = slot.expected {
            parts.append(words("chart.expectedRange", ["range": text(expected)]))
        }
        if let past = slot.lastYear { parts.append(words("chart.lastYearValue", ["value": quantity(past.value)])) }
        return (parts + notes(of: slot)).joined(separator: " · ")
    }

    /// A value with its unit; of a pair both: “128/78 mmHg”.
    private func amount(_ value: ChartValue) -> String {
        guard kind == .pair, let band = value.band else { return quantity(value.value) }
        return "\(axis(band.upperBound))/\(quantity(band.lowerBound))"
    }

    /// Quality, circumstances, new devices and journal entries, in words.
    private func notes(of slot: ChartSlot) -> [String] {
        let quality: [String] =
            switch slot.value?.quality {
            case .imputed: [words("chart.imputed")]
            case .doubtful: [words("chart.doubtful")]
            case .measured, nil: []
            }
        return quality + slot.marks
    }

    private func comparison(
        _ value: ChartValue?, _ usual: (median: Double, band: ClosedRange<Double>)?
    ) -> ChartTable.Comparison? {
        guard let value, let band = usual?.band else { return nil }
        return value.value > band.upperBound ? .above : value.value < band.lowerBound ? .below : .usual
    }

    private func text(_ range: ClosedRange<Double>) -> String {
        words.phrase("number.range", ["low": axis(range.lowerBound), "high": axis(range.upperBound)])
    }

    /// The range in words: first and last day, lowest and highest value, and how many days have none.
    public var summary: String {
        let (from, to) = (words.day(days.lowerBound), words.day(days.upperBound))
        var sentences = [words("chart.days", ["from": from, "to": to])]
        if let low = values.map(\.value).min(), let high = values.map(\.value).max() {
            sentences.append(words("chart.values", ["low": quantity(low), "high": quantity(high)]))
        }
        if let usual { sentences.append(words("chart.usualBand", ["range": text(usual.band)]) + ".") }
        let missing = days.count - values.count
        if missing > 0 {
            sentences.append(words("chart.gaps", ["missing": "\(missing)", "days": "\(days.count)"]))
        }
        return sentences.joined(separator: " ")
    }
}
