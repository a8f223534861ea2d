import Messages
import NIOCore
import Synchronization

/// The event streams that this process serves: bounded per person, and ended when the session or token behind one ends.
///
/// Every `interval` one query asks which of them still hold, so that it does not matter which replica revoked one, or whether its person was erased.
final class EventStreams: Sendable {
    /// Of one person in this process. A browser opens at most six connections to an address over HTTP/1.1; the rest is for a phone and a script. Each stream
    /// holds a connection and a watch of the bus.
    static let most = 8
    /// Twice this, with the query, stays below the second within which a stream ends.
    static let interval = Duration.milliseconds(300)

    private let credentials: Credentials
    private let streams = Mutex<[EntityID: Stream]>([:])

    init(credentials: Credentials) { self.credentials = credentials }

    private struct Stream {
        let user: UserID
        let credential: EntityID
        /// Set once `end` was called.
        var isEnding = false
        let end: @Sendable () -> Void
        /// Closes the connection of a client that does not read.
        let close: @Sendable () -> Void
    }

    /// A stream's place; it is free again when the last reference to this goes.
    final class Place: Sendable {
        private let id: EntityID
        private let streams: EventStreams

        fileprivate init(_ id: EntityID, _ streams: EventStreams) { (self.id, self.streams) = (id, streams) }

        deinit { streams.streams.withLock { $0[id] = nil } }
    }

    /// - Parameters:
    ///   - end: called once, when the session or token has ended; finishes the stream.
    ///   - close: called `interval` later where the stream is still there.
    /// - Throws: `Problem`, 429, for one stream too many.
    func add(_ identity: Credentials.Token, end: @escaping @Sendable () -> Void, close: @escaping @Sendable () -> Void) throws -> Place {
        let id = EntityID.random()
        let hasRoom = streams.withLock { streams in
            guard streams.values.count(where: { $0.user == identity.user }) < Self.most else { return false }
            streams[id] = Stream(user: identity.user, credential: identity.id, end: end, close: close)
            return true
        }
        guard hasRoom else {
            throw Problem(
                status: .tooManyRequests, code: "tooManyStreams",
                detail: "You have \(Self.most) event streams open: close a page or a program that listens.", retryAfter: 5)
        }
        return Place(id, self)
    }

    /// Ends the streams whose session or token has ended. Where that cannot be found out, none is trusted.
    func check() async {
        let open = streams.withLock { Set($0.values.map(\.credential)) }
        guard !open.isEmpty else { return }
        let living = (try? await credentials.living(open)) ?? []
        // Only those that were asked about: another may have been opened meanwhile.
        let ended = open.subtracting(living)
        let actions = streams.withLock { streams in
            var actions: [@Sendable () -> Void] = []
            for (id, stream) in streams where ended.contains(stream.credential) {
                actions.append(stream.isEnding ? stream.close : stream.end)
                streams[id]?.isEnding = true
            }
            return actions
        }
        for action in actions { action() }
    }

    /// Checks for as long as the process lives.
    func run() async throws {
        while !Task.isCancelled {
            await check()
            try await Task.sleep(for: Self.interval)
        }
    }
}
