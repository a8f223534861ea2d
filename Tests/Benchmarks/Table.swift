/// What a benchmark prints: columns, and goals with what was measured.
struct Table {
    private let title: String
    private var rows: [[String]]

    init(_ title: String, _ columns: [String]) { (self.title, rows) = (title, [columns]) }

    mutating func row(_ cells: String...) { rows.append(cells) }

    func print() {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
        Swift.print("\n" + title)
        for cells in rows {
            let padded = cells.enumerated().map { index, cell in
                let space = String(repeating: " ", count: widths[index] - cell.count)
                return index == 0 ? cell + space : space + cell
            }
            Swift.print("  " + padded.joined(separator: "  "))
        }
    }

    static func goal(_ what: String, measured: Double, atLeast goal: Double) {
        Swift.print("  \(measured >= goal ? "reached" : "MISSED ")  \(number(measured)) \(what) (goal: at least \(number(goal)))")
    }

    static func goal(_ what: String, measured: Double, atMost goal: Double) {
        Swift.print("  \(measured <= goal ? "reached" : "MISSED ")  \(number(measured)) \(what) (goal: at most \(number(goal)))")
    }

    /// Three significant digits.
    static func number(_ value: Double) -> String {
        if value >= 100 { return "\(Int(value.rounded()))" }
        let scale = value >= 10 ? 10.0 : 100.0
        return "\((value * scale).rounded() / scale)"
    }

    /// The middle value, 0 for none.
    static func median(_ values: [Double]) -> Double { percentile(values, 0.5) }

    /// The value that a share of all are below, 0 for none.
    static func percentile(_ values: [Double], _ share: Double) -> Double {
        let sorted = values.sorted()
        return sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
    }
}

/// A benchmark that could not run, in one sentence.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
