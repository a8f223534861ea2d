import Messages
import NIOCore
import Synchronization

/// The event streams that this process serves: limited per user, and ended when their session or token ends.
///
/// One query per `interval` checks which credentials are still valid. It works no matter which replica revoked one, or
/// whether the user was erased.
final class EventStreams: Sendable {
    /// Maximum number of streams of one user's sessions in this process, and of their device tokens: a token that opens
    /// many keeps no page from following changes. A browser opens at most six HTTP/1.1 connections to an address. Each
    /// stream holds a connection and a watch on the bus.
    static let most = 8
    /// Twice this interval plus the query stays below one second, the limit within which a stream ends.
    static let interval = Duration.milliseconds(300)

    private let credentials: Credentials
    private let streams = Mutex<[EntityID: Stream]>([:])

    init(credentials: Credentials) { self.credentials = credentials }

    private struct Stream {
        let user: UserID
        let kind: Credentials.Token.Kind
        let credential: EntityID
        /// True once `end` was called.
        var isEnding = false
        let end: @Sendable () -> Void
        /// Closes the connection of a client that does not read.
        let close: @Sendable () -> Void
    }

    /// A registration, removed when its last reference is released.
    final class Place: Sendable {
        private let id: EntityID
        private let streams: EventStreams

        fileprivate init(_ id: EntityID, _ streams: EventStreams) { (self.id, self.streams) = (id, streams) }

        deinit { streams.streams.withLock { $0[id] = nil } }
    }

    /// Registers a stream.
    /// - Parameters:
    ///   - end: called once when the session or token has ended; finishes the stream.
    ///   - close: called `interval` later if the stream is still registered.
    /// - Throws: `Problem`, 429, if the user has `most` streams of this kind.
    func add(_ identity: Credentials.Token, end: @escaping @Sendable () -> Void, close: @escaping @Sendable () -> Void)
        throws -> Place
    {
        let id = EntityID.random()
        let hasRoom = streams.withLock { streams in
            let same = streams.values.count { $0.user == identity.user && $0.kind == identity.kind }
            guard same < Self.most else { return false }
            streams[id] = Stream(
                user: identity.user, kind: identity.kind, credential: identity.id, end: end, close: close)
            return true
        }
        guard hasRoom else {
            throw Problem(
                status: .tooManyRequests, code: "tooManyStreams",
                detail: "You have \(Self.most) event streams open: close a page or a program that listens.",
                retryAfter: 5)
        }
        return Place(id, self)
    }

    /// Ends the streams whose session or token has ended. If the query fails, all count as ended.
    func check() async {
        let open = streams.withLock { Set($0.values.map(\.credential)) }
        guard !open.isEmpty else { return }
        let living = (try? await credentials.living(open)) ?? []
        // Only credentials of the query: others may have been added in the meantime.
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

    /// Checks every `interval` until cancelled.
    func run() async throws {
        while !Task.isCancelled {
            await check()
            try await Task.sleep(for: Self.interval)
        }
    }
}
