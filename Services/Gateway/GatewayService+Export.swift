import Foundation
import Messages

extension GatewayService {
    /// Exports a person's consents (CSV) and receipts (JSON lines), but not the API key (OWN-2). The cursor is the last
    /// receipt id of the previous page.
    func export(_ user: UserID, _ cursor: String?) async throws -> ExportUser.Reply {
        guard let after = cursor.map({ EntityID($0) }) ?? EntityID(high: 0, low: 0) else {
            throw ServiceError(.invalid, "Unknown export cursor; start again without one.")
        }
        return try await store.read { transaction in
            var files: [ExportFile] = []
            if cursor == nil {
                var table = TableWriter(.archive)
                table.append(written: "version,granted,copy_version,at_ms")
                for consent in try ConsentRows(user: user, transaction: transaction).all() {
                    table.append(
                        written: "\(consent.version),\(consent.granted),\(consent.copyVersion),\(consent.at)")
                }
                files.append(ExportFile(name: "gateway/consents.csv", content: table.bytes))
            }
            let receipts = try ReceiptRows(user: user, transaction: transaction).page(after: after, limit: Self.page)
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let lines = try receipts.map { String(decoding: try encoder.encode($0), as: UTF8.self) + "\n" }
            files.append(ExportFile(name: "gateway/receipts.jsonl", content: Array(lines.joined().utf8)))
            return ExportUser.Reply(
                files: files, next: receipts.count == Self.page ? receipts.last.map { "\($0.id)" } : nil)
        }
    }
}
