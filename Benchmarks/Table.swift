import Synchronization

/// A benchmark's printed output: columns, and goals with measured values.
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

    // MARK: Goals

    private struct Goal {
        let isReached: Bool
        let measured: String
        let what: String
        let goal: String
    }

    private static let goals = Mutex<[Goal]>([])

    static func goal(_ what: String, measured: Double, atLeast goal: Double) {
        note(
            Goal(isReached: measured >= goal, measured: number(measured), what: what, goal: "at least \(number(goal))"))
    }

    static func goal(_ what: String, measured: Double, atMost goal: Double) {
        note(Goal(isReached: measured <= goal, measured: number(measured), what: what, goal: "at most \(number(goal))"))
    }

    static func goal(_ what: String, measured: Double, from low: Double, through high: Double) {
        note(
            Goal(
                isReached: (low...high).contains(measured), measured: number(measured), what: what,
                goal: "\(number(low)) to \(number(high))"))
    }

    private static func note(_ goal: Goal) {
        Swift.print("  \(goal.isReached ? "reached" : "MISSED ")  \(goal.measured) \(goal.what) (goal: \(goal.goal))")
        goals.withLock { $0.append(goal) }
    }

    /// Prints all goals of this run as one table.
    static func printGoals() {
        let goals = goals.withLock { $0 }
        guard goals.count > 1 else { return }
        var table = Table("What was measured, and the goals", ["", "measured", "goal", ""])
        for goal in goals { table.row(goal.what, goal.measured, goal.goal, goal.isReached ? "reached" : "MISSED") }
        table.print()
    }

    /// Formats with three significant digits.
    static func number(_ value: Double) -> String {
        if value < 0 { return "-" + number(-value) }
        if value >= 100 { return "\(Int(value.rounded()))" }
        let scale = value >= 10 ? 10.0 : 100.0
        return "\((value * scale).rounded() / scale)"
    }

    /// The median; 0 for no values.
    static func median(_ values: [Double]) -> Double { percentile(values, 0.5) }

    /// The `share` quantile; 0 for no values.
    static func percentile(_ values: [Double], _ share: Double) -> Double {
        let sorted = values.sorted()
        return sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
    }
}

/// The reason, in one sentence, why a benchmark could not run.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
