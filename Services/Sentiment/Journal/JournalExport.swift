import Foundation
import Messages

/// Position of an export: the next page begins after this entry.
struct ExportPosition {
    /// Entries per page. Twenty entries of 10,000 characters of four bytes each make about 1 MiB.
    static let pageSize = 20

    var at: Milliseconds
    var id: EntityID

    /// - Throws: `ServiceError(.invalid)` for a cursor that no page returned.
    init(_ cursor: String) throws {
        let parts = cursor.split(separator: "/")
        guard parts.count == 2, let at = Milliseconds(parts[0]), let id = EntityID(parts[1]) else {
            throw ServiceError(.invalid, "The export's cursor is not one that was given out; start without one.")
        }
        (self.at, self.id) = (at, id)
    }

    static func after(_ cursor: JournalCursor) -> String { "\(cursor.at)/\(cursor.id)" }
}

enum JournalExport {
    /// One part of `journal.json`; all parts in order form one JSON array.
    static func page(_ page: EntryRows.Page, isFirst: Bool) throws -> ExportUser.Reply {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        var content = Array((isFirst ? "[" : "").utf8)
        for (index, entry) in page.entries.enumerated() {
            content += Array((index == 0 && isFirst ? "\n" : ",\n").utf8)
            content += try encoder.encode(entry)
        }
        if page.next == nil { content += Array("\n]\n".utf8) }
        return ExportUser.Reply(
            files: [ExportFile(name: "sentiment/journal.json", content: content)],
            next: page.next.map(ExportPosition.after))
    }
}
