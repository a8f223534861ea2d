import Foundation
import Messages

/// Where the next page of an export begins: after this entry.
struct ExportPosition {
    /// Entries of 10,000 characters in four bytes each still make a page of about 1 MiB.
    static let pageSize = 20

    var at: Milliseconds
    var id: EntityID

    /// - Throws: `BusError(.invalid)` for a cursor that no page gave.
    init(_ cursor: String) throws {
        let parts = cursor.split(separator: "/")
        guard parts.count == 2, let at = Milliseconds(parts[0]), let id = EntityID(parts[1]) else {
            throw BusError(.invalid, "The export's cursor is not one that was given out; start without one.")
        }
        (self.at, self.id) = (at, id)
    }

    static func after(_ entry: JournalEntry) -> String { "\(entry.at)/\(entry.id)" }
}

enum JournalExport {
    /// A part of `journal.json`; all parts in order are one JSON array.
    static func page(_ entries: [JournalEntry], isFirst: Bool) throws -> ExportUser.Reply {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let isLast = entries.count < ExportPosition.pageSize
        var content = Array((isFirst ? "[" : "").utf8)
        for (index, entry) in entries.enumerated() {
            content += Array((isFirst && index == 0 ? "\n" : ",\n").utf8)
            content += try encoder.encode(entry)
        }
        if isLast { content += Array("\n]\n".utf8) }
        return ExportUser.Reply(
            files: [ExportFile(name: "sentiment/journal.json", content: content)], next: isLast ? nil : entries.last.map(ExportPosition.after))
    }
}
