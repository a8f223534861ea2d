import Fixtures
import Foundation
import LocalTime
import Logging
import Messages

@testable import HealthFormats
@testable import Ingestion

enum LocalCalendarOf {
    static let berlin = LocalCalendar([ZonePeriod(since: 0, zone: "Europe/Berlin")])
}

extension Workshop {
    /// Posts a body as a companion does: in one message if it fits, else as an upload.
    func post(
        _ post: PostedWeek.Post, from companion: String, member: String? = "1", device: UInt64 = 1,
        asUpload: Bool = false
    ) async throws -> ImportStatus {
        let sender = CompanionSender(companion: companion, device: device, member: member)
        let job = EntityID.random()
        if !asUpload, post.body.count <= PostSamples.maximumBytes {
            let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            let status = try await SmallPost(store: store, uploads: service, log: log).run(
                PostSamples(user: user, job: job, fileName: "post.json", bytes: post.body, companion: sender))
            if status.phase.isEnded { return status }
        } else {
            _ = try await service.begin(
                BeginUpload(
                    user: user, job: job, fileName: "post.json", size: Int64(post.body.count), isPost: true,
                    companion: sender))
            for start in stride(from: 0, to: post.body.count, by: 1 << 19) {
                let end = min(start + 1 << 19, post.body.count)
                _ = try await service.append(
                    UploadChunk(user: user, job: job, offset: Int64(start), bytes: Array(post.body[start..<end])))
            }
            _ = try await service.start(StartImport(user: user, job: job))
        }
        try await worker.drain()
        return try await service.query(ImportQuery(user: user, job: job))
    }

    func post(_ text: String, from companion: String, member: String? = nil) async throws -> ImportStatus {
        try await post(PostedWeek.Post(at: 0, status: "", body: Array(text.utf8)), from: companion, member: member)
    }

    /// Undoes what a device sent.
    func forget(_ device: UInt64) async throws {
        var hasMore = true
        while hasMore { hasMore = try await service.forget(ForgetCompanion(user: user, device: device)).hasMore }
        try await worker.drain()
    }

    static func text(_ sample: Sample, _ kind: SampleKind) -> String {
        "\(kind) \(sample.start) \(sample.end) \(sample.value.bitPattern) \(sample.source) \(sample.note)"
    }

    /// All stored samples.
    func told() async throws -> Set<String> {
        try await store.read { [user] in
            try SampleRows(user: user, transaction: $0).chunks(after: (0, 0), limit: 100_000).reduce(
                into: Set<String>()
            ) { all, chunk in
                for sample in chunk.samples { all.insert(Self.text(sample, chunk.kind)) }
            }
        }
    }

    /// A file of the export as text.
    func exported(_ name: String) async throws -> String {
        var (bytes, cursor): ([UInt8], String?) = ([], nil)
        repeat {
            let page = try await service.export(user, cursor)
            for file in page.files where file.name == name { bytes += file.content }
            cursor = page.next
        } while cursor != nil
        return String(decoding: bytes, as: UTF8.self)
    }
}
