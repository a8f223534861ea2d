import Bus
import Foundation
import HTTPTypes
import Hummingbird
import Messages

/// Routes for automatic uploads from devices: the Health Auto Export app (ING-2) and anchored queries (ING-3).
struct IngestEndpoints {
    let bus: any Requesting
    let credentials: Credentials
    /// RFC 4918: partial success.
    private static let partly = HTTPResponse.Status(code: 207, reasonPhrase: "Multi-Status")
    /// Longest time that a reply waits for the import to finish; after that it refers the client to the job.
    var timeout = Duration.seconds(20)

    func declare(in endpoints: inout Endpoints) {
        endpoints.add(
            "POST /v1/ingest/health-auto-export", .ingest, .data, "Takes what the app Health Auto Export sends.",
            request: .file("application/json"),
            responses: [
                200: .json(IngestEndpoints.Answer.self), 207: .json(IngestEndpoints.Answer.self),
                202: .json(ImportStatus.self),
            ], errors: [409: "The upload is complete, or another part is expected."], takesKey: true
        ) { request, context in
            let user = try context.user()
            let status = try await Upload(bus: bus, credentials: credentials).run(
                request, try context.known(), fileName: "Health Auto Export.json", isPost: true)
            return try Self.answer(try await ended(status, user))
        }
        endpoints.add(
            "POST /v1/ingest/samples", .ingest, .data, "Applies the result of an anchored query as a whole.",
            request: .json(
                IngestEndpoints.Batch.self, limits: ["device": ["minLength": 1], "newAnchor": ["minLength": 1]]),
            responses: [200: .json(IngestSamples.Reply.self), 207: .json(IngestSamples.Reply.self)],
            errors: [409: "Continue from `anchor`, the stored one."]
        ) { request, context in
            let reply = try await bus.request(
                try await request.json(Batch.self).request(try context.user(), context.identity?.sender))
            guard reply.accepted else {
                var problem = Problem(
                    status: .conflict, code: "conflict",
                    detail: "The batch does not begin at the stored anchor: query again from there.")
                problem.anchor = reply.anchor
                throw problem
            }
            return try Response.json(reply, status: reply.skipped.isEmpty ? .ok : Self.partly)
        }
        endpoints.add(
            "POST /v1/ingest/counts", .ingest, .data,
            "Takes how many samples a device has of kinds and days; a later count replaces the earlier one.",
            request: .json(IngestEndpoints.Counts.self), responses: [200: .json(StateCounts.Reply.self)]
        ) { request, context in
            let counts = try await request.json(Counts.self).counts
            return try Response.json(
                try await bus.request(
                    StateCounts(user: try context.user(), sender: context.identity?.sender, counts: counts)))
        }
        endpoints.add(
            "GET /v1/ingest/anchors", .ingest, .data, "The stored anchors; a device sees its own.",
            responses: [200: .json([StoredAnchor].self)]
        ) { _, context in
            try Response.json(
                try await bus.request(AnchorsQuery(user: try context.user(), sender: context.identity?.sender)).anchors)
        }
    }

    func ended(_ first: ImportStatus, _ user: UserID) async throws -> ImportStatus {
        var status = first
        let begin = ContinuousClock.now
        while !status.phase.isEnded, .now < begin + timeout {
            // Polls often at first, because a phone's few values are imported within milliseconds; then at a quarter of
            // the elapsed time, at most every 50 ms.
            try await Task.sleep(for: min(max((.now - begin) / 4, .milliseconds(1)), .milliseconds(50)))
            status = try await bus.request(ImportQuery(user: user, job: status.job))
        }
        return status
    }

    /// 200; 207 with the rejected parts and their reasons; 202 for an import still in progress; 400 for unreadable
    /// input.
    static func answer(_ status: ImportStatus) throws -> Response {
        if let problem = status.problem {
            var failure = Problem(status: .badRequest, code: problem.code, detail: problem.message)
            failure.byteOffset = problem.byteOffset
            throw failure
        }
        guard status.phase == .done else { return try Response.json(status, status: .accepted) }
        let isWhole = status.quarantined.isEmpty
        return try Response.json(
            Answer(
                samples: status.samplesRead, new: status.samplesNew, days: status.daysChanged, taken: status.taken,
                skipped: isWhole ? nil : status.skipped,
                reasons: isWhole ? nil : status.quarantined,
                lost: status.lost.isEmpty ? nil : status.lost,
                unused: status.unknownKinds.isEmpty ? nil : status.unknownKinds,
                why: status.unknownKinds.isEmpty ? nil : status.whyUnused),
            status: isWhole ? .ok : Self.partly)
    }

    struct Answer: Codable {
        let samples, new, days: Int64
        /// Sample counts by kind, including samples that were stored before.
        let taken: [String: Int64]
        /// The first hundred rejected parts.
        let skipped: [SkippedPart]?
        /// Counts of all rejected parts by reason.
        let reasons: [String: Int64]?
        /// Kinds of which every record was rejected, with the number of those records.
        let lost: [String: Int64]?
        let unused: [String: Int64]?
        /// For each unused kind, one sentence with the reason.
        let why: [String: String]?
    }

    struct Counts: Decodable {
        let counts: [DayCount]
    }

    /// An anchored batch as JSON. Ids are UUIDs; times are RFC 3339.
    struct Batch: Decodable {
        struct Sample: Decodable {
            let id: EntityID
            let start: String
            let end: String?
            let value: Double?
            let unit: String?
            let source: String
            let model: String?
            let hardware: String?
            let timeZone: String?
            let activity: String?
        }

        let device: String
        let kind: String
        let anchor: String?
        let newAnchor: String
        let samples: [Sample]?
        let deleted: [EntityID]?

        func request(_ user: UserID, _ sender: DeviceSender? = nil) throws -> IngestSamples {
            let samples = try (samples ?? []).enumerated().map { index, sample in
                AnchoredSample(
                    id: sample.id, start: try Self.seconds(sample.start, "samples[\(index)].start"),
                    end: try Self.seconds(sample.end ?? sample.start, "samples[\(index)].end"),
                    value: sample.value ?? 0, unit: sample.unit ?? "",
                    source: sample.source, model: sample.model ?? "", hardware: sample.hardware ?? "",
                    zone: sample.timeZone ?? "", activity: sample.activity)
            }
            return IngestSamples(
                user: user, device: device, kind: kind, anchor: anchor ?? "", newAnchor: newAnchor, samples: samples,
                deleted: deleted ?? [],
                sender: sender)
        }

        private static func seconds(_ text: String, _ field: String) throws -> Int64 {
            let whole = Date.ISO8601FormatStyle()
            guard
                let date = (try? whole.parse(text))
                    ?? (try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text))
            else {
                throw Problem.invalid("The field \(field) is not a time such as 2026-11-21T07:25:00Z.")
            }
            return Int64(date.timeIntervalSince1970.rounded(.down))
        }
    }
}
