import Bus
import Messages
import Synchronization

/// The event streams that this process serves: limited per user, fed from one watch on the bus, and ended when their
/// session or token ends.
///
/// One query per `interval` checks which credentials are still valid. It works no matter which replica revoked one, or
/// whether the user was erased.
final class EventStreams: Sendable {
    /// Maximum number of streams of one user's sessions in this process, and of their device tokens: a token that opens
    /// many keeps no page from following changes. A browser opens at most six HTTP/1.1 connections to an address. Each
    /// stream holds a connection and a watch on the bus.
    static let maximumStreams = 8
    /// Twice this interval plus the query stays below one second, the limit within which a stream ends.
    static let interval = Duration.milliseconds(300)

    /// The shortest time for which a change is remembered, for pages that were rendered before it and listen after it.
    static let minimumRetention = Duration.seconds(60)

    private let credentials: Credentials
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state: Mutex<State>

    init(
        credentials: Credentials, now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
    ) {
        self.credentials = credentials
        self.now = now
        state = Mutex(State(since: now()))
    }

    private struct State {
        var streams: [EntityID: Stream] = [:]
        var ofUser: [UserID: [EntityID]] = [:]
        /// The last change of each person since `since`.
        var changes: [UserID: ContinuousClock.Instant] = [:]
        /// The last change of each person in the `minimumRetention` before `since`.
        var earlierChanges: [UserID: ContinuousClock.Instant] = [:]
        var since: ContinuousClock.Instant
        /// When events of some service were last missed: each person's data may have changed then.
        var lastMiss: ContinuousClock.Instant?

        mutating func note(_ user: UserID, at now: ContinuousClock.Instant) {
            if since + EventStreams.minimumRetention <= now {
                earlierChanges = since + EventStreams.minimumRetention * 2 <= now ? [:] : changes
                changes = [:]
                since = now
            }
            changes[user] = now
        }

        func lastChange(of user: UserID) -> ContinuousClock.Instant? {
            [changes[user] ?? earlierChanges[user], lastMiss].compactMap(\.self).max()
        }

        mutating func remove(_ id: EntityID) {
            guard let user = streams.removeValue(forKey: id)?.user else { return }
            ofUser[user]?.removeAll { $0 == id }
            if ofUser[user]?.isEmpty == true { ofUser[user] = nil }
        }
    }

    private struct Stream {
        let user: UserID
        let kind: Credentials.Token.Kind
        let credential: EntityID
        /// True once `end` was called.
        var isEnding = false
        let deliver: @Sendable (WatchEvent) -> Void
        let end: @Sendable () -> Void
        /// Closes the connection of a client that does not read.
        let close: @Sendable () -> Void
    }

    /// A registration, removed when its last reference is released.
    final class Place: Sendable {
        private let id: EntityID
        private let streams: EventStreams

        fileprivate init(_ id: EntityID, _ streams: EventStreams) { (self.id, self.streams) = (id, streams) }

        deinit { streams.state.withLock { $0.remove(id) } }
    }

    /// Registers a stream.
    /// - Parameters:
    ///   - ready: called first, with the time since the person's data last changed, or may have, if that is remembered.
    ///     No change falls between this and the first call of `deliver`.
    ///   - deliver: called for each change of the person, and for events missed.
    ///   - end: called once when the session or token has ended; finishes the stream.
    ///   - close: called `interval` later if the stream is still registered.
    /// - Throws: `Problem`, 429, if the user has `maximumStreams` streams of this kind.
    func add(
        _ identity: Credentials.Token, ready: (Duration?) -> Void, deliver: @escaping @Sendable (WatchEvent) -> Void,
        end: @escaping @Sendable () -> Void, close: @escaping @Sendable () -> Void
    ) throws -> Place {
        let (id, user) = (EntityID.random(), identity.user)
        let hasRoom = state.withLock { state in
            let same = state.ofUser[user, default: []].count { state.streams[$0]?.kind == identity.kind }
            guard same < Self.maximumStreams else { return false }
            ready(state.lastChange(of: user).map { now() - $0 })
            state.streams[id] = Stream(
                user: user, kind: identity.kind, credential: identity.id, deliver: deliver, end: end, close: close)
            state.ofUser[user, default: []].append(id)
            return true
        }
        guard hasRoom else {
            throw Problem(
                status: .tooManyRequests, code: "tooManyStreams",
                detail: "You have \(Self.maximumStreams) event streams open: close a page or a program that listens.",
                retryAfter: 5)
        }
        return Place(id, self)
    }

    /// Delivers the changes of all people to their streams; returns when `events` ends.
    func follow(_ events: AsyncStream<WatchEvent>) async {
        for await event in events { deliver(event) }
    }

    /// Delivers an event to the streams of its person, and a miss to all.
    func deliver(_ event: WatchEvent) {
        let readers: [@Sendable (WatchEvent) -> Void] = state.withLock { state in
            guard case .event(let change) = event else {
                state.lastMiss = now()
                return state.streams.values.map(\.deliver)
            }
            guard let user = change.user else { return [] }
            state.note(user, at: now())
            return state.ofUser[user, default: []].compactMap { state.streams[$0]?.deliver }
        }
        for read in readers { read(event) }
    }

    /// Ends the streams whose session or token has ended. If the query fails, all count as ended.
    func check() async {
        let open = state.withLock { Set($0.streams.values.map(\.credential)) }
        guard !open.isEmpty else { return }
        let living = (try? await credentials.living(open)) ?? []
        // Only credentials of the query: others may have been added in the meantime.
        let ended = open.subtracting(living)
        let actions = state.withLock { state in
            var actions: [@Sendable () -> Void] = []
            for (id, stream) in state.streams where ended.contains(stream.credential) {
                actions.append(stream.isEnding ? stream.close : stream.end)
                state.streams[id]?.isEnding = true
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
