import Bus
import Foundation
import Hummingbird
import Messages

/// Streams a file from a request's body to ingestion in chunks; only the current chunk is in memory. An interrupted
/// upload resumes if the client repeats it with the same `Idempotency-Key` and file: the part already on disk is
/// skipped. A small post is one message, whose reply comes when it was imported.
struct Upload {
    let bus: any Requesting
    let credentials: Credentials

    /// - Parameters:
    ///   - identity: the sender. It must stay valid until the end, and an upload can only be resumed by its own
    ///   sender.
    ///   - companion: whose post it is.
    ///   - maximum: bytes of the largest body; nil for the limit of files.
    ///   - uploaded: called when the whole file is there, before its import starts.
    func run(
        _ request: Request, _ identity: Credentials.Token, fileName: String, replace: Bool = false,
        isPost: Bool = false, companion: CompanionSender? = nil, maximum: Int64? = nil, uploaded: () -> Void = {}
    ) async throws -> ImportStatus {
        // Posts of companions merge in any order and any number, and a key that an app repeats for another body would lose
        // it: each has an id of its own.
        let job = companion == nil ? request.entityID(for: identity.user, from: identity.sender) : .random()
        do {
            return try await run(
                request, identity, job, fileName: fileName, replace: replace, isPost: isPost, companion: companion,
                maximum: maximum, uploaded: uploaded)
        } catch {
            // Companions begin anew, under another id: what is left of a body would only take a place.
            if companion != nil { await discard(job, of: identity.user) }
            throw error
        }
    }

    /// Removes what is left of an upload, also if this request was cancelled.
    private func discard(_ job: EntityID, of user: UserID) async {
        await Task { [bus] in _ = try? await bus.request(DiscardUpload(user: user, job: job)) }.value
    }

    private func run(
        _ request: Request, _ identity: Credentials.Token, _ job: EntityID, fileName: String, replace: Bool,
        isPost: Bool, companion: CompanionSender?, maximum: Int64?, uploaded: () -> Void
    ) async throws -> ImportStatus {
        let user = identity.user
        let size = request.headers[.contentLength].flatMap { Int64($0) }
        func check(_ bytes: Int64) throws {
            guard let maximum, bytes > maximum else { return }
            throw Problem(
                status: .contentTooLarge, code: "tooLarge", detail: "A post has at most \(maximum / 1_000_000) MB.")
        }
        try check(size ?? 0)
        let name = fileName.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? "export"
        func begin() async throws -> Int64 {
            try await bus.request(
                BeginUpload(
                    user: user, job: job, fileName: name, size: size, isPost: isPost ? true : nil, companion: companion)
            ).offset
        }
        // Bytes in the spool; nil while the whole file may fit into one message.
        var stored: Int64?
        if !isPost || size ?? 0 > PostSamples.maximumBytes { stored = try await begin() }
        var position: Int64 = 0
        var pending = ByteBuffer()
        for try await var part in request.body {
            position += Int64(part.readableBytes)
            try check(position)
            pending.writeBuffer(&part)
            if stored == nil, position > PostSamples.maximumBytes { stored = try await begin() }
            guard var end = stored else { continue }
            let start = position - Int64(pending.readableBytes)
            pending.moveReaderIndex(forwardBy: Int(min(max(0, end - start), Int64(pending.readableBytes))))
            while let chunk = pending.readBytes(length: UploadChunk.maximumBytes) {
                try await credentials.check(identity)
                end = try await send(chunk, at: end, job, user)
            }
            pending.discardReadBytes()
            stored = end
        }
        let rest = pending.readBytes(length: pending.readableBytes) ?? []
        if let end = stored, !rest.isEmpty { stored = try await send(rest, at: end, job, user) }
        if let size, size != position {
            throw Problem(
                status: .badRequest, code: "truncated",
                detail: "The upload ended early: send the file again to go on where it stopped.")
        }
        guard stored ?? position > 0 else {
            // An app would repeat a body that is refused, and nothing is in it.
            if companion != nil { return ImportStatus(job: job, fileName: name, phase: .done) }
            throw Problem(
                status: .badRequest, code: "empty", detail: "The file is empty: choose the export.zip of Apple Health.")
        }
        try await credentials.check(identity)
        guard stored != nil else {
            return try await bus.requestRetrying(
                PostSamples(user: user, job: job, fileName: name, bytes: rest, companion: companion),
                timeout: PostSamples.budget)
        }
        uploaded()
        return try await bus.request(StartImport(user: user, job: job, replace: replace ? true : nil))
    }

    private func send(_ chunk: [UInt8], at offset: Int64, _ job: EntityID, _ user: UserID) async throws -> Int64 {
        try await bus.requestRetrying(
            UploadChunk(user: user, job: job, offset: offset, bytes: chunk), budget: .seconds(30), timeout: .seconds(30)
        ).offset
    }
}
