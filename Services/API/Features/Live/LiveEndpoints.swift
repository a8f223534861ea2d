import Bus
import Foundation
import HTTPTypes
import Hummingbird
import Messages
import NIOCore
import ServiceLifecycle

/// Server-sent events that announce a change of the user's data without its content. A page that missed events reloads.
struct LiveEndpoints {
    let streams: EventStreams
    /// Lines that a client may leave unread. Beyond that its stream ends; the client reconnects and reloads.
    private static let maximumQueue = 1024
    /// Event types sent to device tokens: those whose data they may read.
    private static let readable: Set<MessageType> = [
        DailyMetricsChanged.type, ScoreUpdated.type, ImportProgressed.type,
    ]

    func declare(in endpoints: inout Endpoints) {
        endpoints.add(
            "GET /v1/events", .read, .live,
            "A stream of server-sent events that says that something changed, never what.",
            responses: [200: .file("text/event-stream")], errors: [429: "Eight streams are open already."]
        ) { _, context in
            let identity = try context.known()
            let (lines, continuation) = AsyncStream.makeStream(
                of: String.self, bufferingPolicy: .bufferingOldest(Self.maximumQueue))
            let channel = context.channel
            // The stream ends as soon as the client closes its side; otherwise the next line to it would find that out,
            // up to 15 s later, and a person who opens many pages would have too many streams.
            try await channel.setOption(.allowRemoteHalfClosure, value: false).get()
            channel.closeFuture.whenComplete { _ in continuation.finish() }
            let place = try Self.feed(
                continuation, for: identity, only: identity.kind == .device ? Self.readable : nil, from: streams
            ) {
                channel.close(promise: nil)
            }
            let body = ResponseBody { writer in
                // A draining process ends its streams, and the page reconnects.
                for await line in lines.cancelOnGracefulShutdown() { try await writer.write(ByteBuffer(string: line)) }
                try await writer.finish(nil)
                withExtendedLifetime(place) {}
            }
            return Response(
                status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"], body: body)
        }
    }

    /// Produces the stream's text: a first `ready`, then changes, and a comment every 15 s to detect a broken
    /// connection.
    private static func feed(
        _ continuation: AsyncStream<String>.Continuation, for identity: Credentials.Token,
        only types: Set<MessageType>?, from streams: EventStreams, close: @escaping @Sendable () -> Void
    ) throws -> EventStreams.Place {
        @Sendable func yield(_ line: String) {
            if case .dropped = continuation.yield(line) { continuation.finish() }
        }
        let place = try streams.add(identity) { changed in
            // The age would tell a token of changes that it may not read.
            yield(ready(identity.kind == .session ? changed : nil))
        } deliver: { event in
            if let line = line(for: identity.user, event, only: types) { yield(line) }
        } end: {
            continuation.finish()
        } close: {
            close()
        }
        let beating = Task {
            while !Task.isCancelled {
                try? await Task.sleep(for: .seconds(15))
                yield(": still here\n\n")
            }
        }
        continuation.onTermination = { _ in beating.cancel() }
        return place
    }

    /// The first event, with the age in milliseconds of a recent change: a page that is older has not seen it.
    private static func ready(_ changed: Duration?) -> String {
        "event: ready\ndata: {\(changed.map { "\"changed\":\(Int64($0 / .milliseconds(1)))" } ?? "")}\n\n"
    }

    /// - Parameter types: the types to send; nil for all.
    static func line(for user: UserID, _ event: WatchEvent, only types: Set<MessageType>? = nil) -> String? {
        switch event {
        case .event(let event):
            guard event.user == user, event.type != 0, types?.contains(MessageType(event.type)) != false else {
                return nil
            }
            if let stage = ReplyStage.allCases.first(where: { $0.type.rawValue == event.type }) {
                return "event: reply\ndata: {\"stage\":\"\(stage.rawValue)\"}\n\n"
            }
            let id = event.id.map { ",\"id\":\"\($0)\"" } ?? ""
            return "event: changed\ndata: {\"type\":\"\(MessageType(event.type))\"\(id)}\n\n"
        case .missed(let service):
            return "event: missed\ndata: {\"service\":\"\(service)\"}\n\n"
        }
    }
}
