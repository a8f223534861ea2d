import Bus
import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import Messages
import Pages

/// Tables of goals, actions, values and terms: taking out, checking, bringing in (GOL-5).
extension GoalPages {
    /// MiB of the largest table that a page takes: it is in memory as a whole. The HTTP API streams larger ones.
    private static let maximumMebibytes = 8

    func addTables(to router: Router<EdgeContext>) {
        page("goals/tables", on: router) { visit, request, _ in tables(visit, request) }
        page("goals/tables/{id}", on: router) { visit, request, context in
            try await table(try context.entity("id"), visit, request)
        }
        action("goals/tables", on: router) { visit, request, _ in try await upload(visit, request) }
        action("goals/tables/{id}", on: router) { visit, request, context in
            let table = try context.entity("id")
            let form = try await form(request, of: visit)
            guard let kind = form["kind"].flatMap({ TableKind(name: $0) }) else { throw Problem.nothingHere }
            // Repeated, it continues the import or returns its state.
            _ = try await bus.request(ImportTable(user: visit.user, table: table, kind: kind))
            return seeOther("/goals/tables/\(table)?kind=\(kind)")
        }
    }

    private func tables(
        _ visit: Visit, _ request: Request, kind: TableKind? = nil, problem: String? = nil,
        status: HTTPResponse.Status = .ok
    ) -> Response {
        let screen = TablesScreen(
            kind: kind, maximumMebibytes: Self.maximumMebibytes, key: freshKey(visit), problem: problem,
            for: visit.reader)
        return show(screen, in: .ahead, visit, request, status: status)
    }

    /// Keeps a table that a form sent, to be checked.
    private func upload(_ visit: Visit, _ request: Request) async throws -> Response {
        let form: MultipartForm
        do {
            form = try await request.multipartForm(limit: Self.maximumMebibytes << 20)
        } catch let problem as Problem where problem.status == .contentTooLarge {
            let help = visit.reader.words("goaltables.help", ["size": "\(Self.maximumMebibytes)"])
            return tables(visit, request, problem: help, status: .contentTooLarge)
        }
        try requireWriter(form.text("key"), visit)
        let kind = form.text("kind").flatMap { TableKind(name: $0) }
        guard let kind, let file = form.file("file"), !file.bytes.isEmpty else {
            let problem = visit.reader.words("goaltables.noFile")
            return tables(visit, request, kind: kind, problem: problem, status: .badRequest)
        }
        let table = Self.table(form.text("key"), kind, file.bytes, visit)
        let bytes = Array(file.bytes)
        for offset in stride(from: 0, to: bytes.count, by: UploadTable.maximumPartBytes) {
            let part = Array(bytes[offset..<min(offset + UploadTable.maximumPartBytes, bytes.count)])
            _ = try await bus.request(
                UploadTable(user: visit.user, table: table, offset: Int64(offset), bytes: part))
        }
        return seeOther("/goals/tables/\(table)?kind=\(kind)")
    }

    /// The upload's id: the same for the same form, so that sending it twice keeps one table.
    private static func table(
        _ key: String?, _ kind: TableKind, _ bytes: ArraySlice<UInt8>, _ visit: Visit
    ) -> EntityID {
        guard let key, key.utf8.count <= 128 else { return .random() }
        var digest = SHA256()
        digest.update(data: Data(visit.user.bytes))
        digest.update(data: Data("table \(key) \(kind)\0".utf8))
        digest.update(data: Data(bytes))
        return EntityID(bytes: Array(digest.finalize().prefix(16))) ?? .random()
    }

    /// A table that was brought: its preview, or the state of its import.
    private func table(_ id: EntityID, _ visit: Visit, _ request: Request) async throws -> Response {
        guard let kind = try request.query("kind", { TableKind(name: $0) }) else { throw Problem.nothingHere }
        let language = visit.reader.settings.language
        func shown(_ report: TableReport, _ phase: TableImportPhase?) -> Response {
            let screen = TableScreen(
                id, kind, report, status: phase, sentence: { Problem.Field($0, in: language).sentence },
                key: freshKey(visit), for: visit.reader)
            return show(screen, in: .ahead, visit, request)
        }
        // An import that has not begun has no state.
        if let status = await part(TableImportQuery(user: visit.user, table: id)) {
            return shown(status.report, status.phase)
        }
        do {
            return shown(try await bus.request(ImportPreview(user: visit.user, table: id, kind: kind)), nil)
        } catch let error as ServiceError where error.code == .invalid {
            return tables(
                visit, request, kind: kind, problem: visit.reader.words("goaltables.unreadable"), status: .badRequest)
        }
    }
}
