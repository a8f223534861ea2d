import Bus
import Foundation
import HTTPTypes
import Hummingbird
import Messages
import ServiceLifecycle

/// Server-sent events: tells a page that something of its person changed, never what. A page that missed something is told to load again.
struct LiveRoutes {
    let bus: BusConnection

    func add(to group: RouterGroup<EdgeContext>) {
        group.get("events") { _, context in
            let user = try context.user()
            let lines = Self.lines(for: user, from: bus.watch())
            let body = ResponseBody { writer in
                // A process that drains ends its streams at once; the page connects again.
                for await line in lines.cancelOnGracefulShutdown() { try await writer.write(ByteBuffer(string: line)) }
                try await writer.finish(nil)
            }
            return Response(status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"], body: body)
        }
    }

    /// The event stream's text: a first `ready`, then changes, and a comment every 15 s so that a broken connection is noticed.
    static func lines(for user: UserID, from events: AsyncStream<WatchEvent>) -> AsyncStream<String> {
        AsyncStream { continuation in
            continuation.yield("event: ready\ndata: {}\n\n")
            let watching = Task {
                for await event in events {
                    if let line = line(for: user, event) { continuation.yield(line) }
                }
                continuation.finish()
            }
            let beating = Task {
                while !Task.isCancelled {
                    try? await Task.sleep(for: .seconds(15))
                    continuation.yield(": still here\n\n")
                }
            }
            continuation.onTermination = { _ in
                watching.cancel()
                beating.cancel()
            }
        }
    }

    static func line(for user: UserID, _ event: WatchEvent) -> String? {
        switch event {
        case .event(let event):
            guard event.user == user, event.type != 0 else { return nil }
            let id = event.id.map { ",\"id\":\"\($0)\"" } ?? ""
            return "event: changed\ndata: {\"type\":\"\(MessageType(event.type))\"\(id)}\n\n"
        case .missed(let service):
            return "event: missed\ndata: {\"service\":\"\(service)\"}\n\n"
        }
    }
}
