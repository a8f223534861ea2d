import Foundation
import Messages
import SystemKit

/// A plain-text table with aligned columns. Every cell is one line without control characters.
struct TextTable {
    private let header: [String]
    private let right: Set<Int>
    private var rows: [[String]] = []

    /// - Parameters:
    ///   - header: headings of the columns; a table whose headings are all empty has no line of headings.
    ///   - right: indices of right-aligned columns.
    init(_ header: [String], right: Set<Int> = []) { (self.header, self.right) = (header, right) }

    mutating func add(_ cells: String...) { add(cells) }
    mutating func add(_ cells: [String]) { rows.append(cells.map(TerminalText.line)) }

    var text: String {
        let all = (header.allSatisfy(\.isEmpty) ? [] : [header]) + rows
        let widths = header.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        return all.map { cells in
            let padded = cells.enumerated().map { column, cell in
                let space = String(repeating: " ", count: widths[column] - cell.count)
                return right.contains(column) ? space + cell : cell + space
            }
            return String(padded.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
        }.joined(separator: "\n")
    }
}

extension Milliseconds {
    /// The instant in UTC, such as `2026-11-21T07:25:00Z`.
    var iso8601: String { Date(timeIntervalSince1970: Double(self) / 1000).formatted(.iso8601) }
}
