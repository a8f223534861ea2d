import Bus
import Foundation
import HTTPTypes
import Hummingbird
import Messages
import NIOCore

/// Routes for tables of goals, actions, values and terms (GOL-5).
struct TableEndpoints {
    let desk: GoalsDesk

    private static let kind: Operation.Parameter = .names(
        "kind", TableKind.names.map(\.name), "The contents; `graph` is JSON, the others are CSV.")

    func declare(in endpoints: inout Endpoints) {
        endpoints.add(
            "POST /v1/goals/import", .session, .goals,
            "Imports a table of at most 32 MiB: all rows or none. Bad rows are no error but the phase `refused`; while the phase is `writing` the import goes on by itself.",
            query: [Self.kind], request: .file("text/csv", or: "application/json"),
            responses: [202: .json(TableImportStatus.self)],
            errors: [409: "The table is being imported as another kind.", 413: "Larger than 32 MiB."], takesKey: true
        ) { request, context in
            let user = try context.user()
            let kind = try Self.kind(request)
            let table = try await upload(request, user)
            let status = try await desk.bus.request(ImportTable(user: user, table: table, kind: kind))
            return try Response.json(status, status: .accepted)
        }
        endpoints.add(
            "POST /v1/goals/import/preview", .session, .goals,
            "Checks a table and writes nothing: every bad row by its line, with each wrong field.",
            query: [Self.kind], request: .file("text/csv", or: "application/json"),
            responses: [200: .json(TableReport.self)], errors: [413: "Larger than 32 MiB."]
        ) { request, context in
            let user = try context.user()
            let kind = try Self.kind(request)
            let table = try await upload(request, user)
            return try Response.json(try await desk.bus.request(ImportPreview(user: user, table: table, kind: kind)))
        }
        endpoints.add(
            "GET /v1/goals/import/{id}", .session, .goals, "The state of an import, for a day.",
            responses: [200: .json(TableImportStatus.self)]
        ) { _, context in
            let query = TableImportQuery(user: try context.user(), table: try context.entity("id"))
            return try Response.json(try await desk.bus.request(query))
        }
        endpoints.add(
            "GET /v1/goals/table", .session, .goals, "A table as a file, which can be imported again.",
            query: [Self.kind],
            responses: [200: .file("text/csv", or: "application/json")]
        ) { request, context in
            try await export(try context.user(), try Self.kind(request))
        }
    }

    private static func kind(_ request: Request) throws -> TableKind {
        guard let kind = try request.query("kind", { TableKind(name: $0) }) else {
            throw Problem(
                status: .badRequest, code: "invalid",
                detail: "Name the table with kind: one of \(TableKind.names.map(\.name).joined(separator: ", ")).")
        }
        return kind
    }

    // MARK: Import

    /// Streams the body to the goals service in parts; only the current part is in memory.
    /// - Returns: the id of the upload: the same for a repetition with the same `Idempotency-Key` and beginning.
    private func upload(_ request: Request, _ user: UserID) async throws -> EntityID {
        let tooLarge = Problem(
            status: .contentTooLarge, code: "tooLarge",
            detail: "A table has at most \(UploadTable.maximumBytes >> 20) MiB; split it.")
        guard (request.headers[.contentLength].flatMap { Int64($0) } ?? 0) <= UploadTable.maximumBytes else {
            throw tooLarge
        }
        var (table, offset, pending): (EntityID?, Int64, ByteBuffer) = (nil, 0, ByteBuffer())
        func send(_ bytes: [UInt8]) async throws {
            guard offset + Int64(bytes.count) <= UploadTable.maximumBytes else { throw tooLarge }
            let id = table ?? Self.table(request, user, bytes)
            table = id
            _ = try await desk.bus.request(UploadTable(user: user, table: id, offset: offset, bytes: bytes))
            offset += Int64(bytes.count)
        }
        for try await var part in request.body {
            pending.writeBuffer(&part)
            while let bytes = pending.readBytes(length: UploadTable.maximumPartBytes) { try await send(bytes) }
            pending.discardReadBytes()
        }
        if let rest = pending.readBytes(length: pending.readableBytes), !rest.isEmpty { try await send(rest) }
        guard let table else {
            throw Problem(
                status: .badRequest, code: "empty", detail: "The table is empty: send a file with a header.")
        }
        return table
    }

    private static func table(_ request: Request, _ user: UserID, _ bytes: [UInt8]) -> EntityID {
        let id = request.requestID(for: user, content: Data(bytes))
        return EntityID(high: id.high, low: id.low)
    }

    // MARK: Export

    /// Streams the table. The first page is there before the reply begins, so that an unavailable service causes an
    /// error and not a truncated file.
    private func export(_ user: UserID, _ kind: TableKind) async throws -> Response {
        let bus = desk.bus
        let first = try await bus.request(ExportTable(user: user, kind: kind))
        let body = ResponseBody { writer in
            var page = first
            try await writer.write(ByteBuffer(bytes: page.bytes))
            while let next = page.next {
                page = try await bus.request(ExportTable(user: user, kind: kind, cursor: next))
                try await writer.write(ByteBuffer(bytes: page.bytes))
            }
            try await writer.finish(nil)
        }
        let isGraph = kind == .graph
        return Response(
            status: .ok,
            headers: [
                .contentType: isGraph ? "application/json" : "text/csv; charset=utf-8",
                .contentDisposition: "attachment; filename=\"pulsum-\(kind).\(isGraph ? "json" : "csv")\"",
                .cacheControl: "no-store",
            ], body: body)
    }
}
