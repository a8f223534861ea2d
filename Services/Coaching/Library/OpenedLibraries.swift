import Messages
import Moments
import Storage
import Synchronization

/// A person's own library as it was opened: decrypted moments and their search matrix.
struct OpenedLibrary: Sendable {
    /// Of the stored rows it was opened from.
    let revision: Fingerprint?
    /// The person's own moments, by id.
    let moments: [MicroMoment]
    /// The shipped moments and these.
    let all: Library
    let search: Retrieval
    /// Moments whose vector another embedder made; `search` lacks them.
    let stale: [MicroMoment]
    /// Estimate of its size in memory.
    let bytes: Int

    static let empty = OpenedLibrary(revision: nil, entries: [])

    init(revision: Fingerprint?, entries: [(moment: MicroMoment, vector: [Float]?)]) {
        self.revision = revision
        moments = entries.map(\.moment)
        all = moments.isEmpty ? Moments.shipped : Library(Moments.shipped.moments + moments)
        search = Retrieval(
            entries.compactMap { entry in entry.vector.map { Retrieval.Entry(item: entry.moment, vector: $0) } })
        stale = entries.filter { $0.vector == nil }.map(\.moment)
        let texts = moments.reduce(0) { sum, moment in
            sum + 512 + moment.searchText.utf8.count + moment.detail.utf8.count
                + (moment.german.map { $0.title.utf8.count + $0.body.utf8.count + $0.detail.utf8.count } ?? 0)
        }
        bytes = texts + search.bytes
    }
}

/// People's own libraries in memory, each opened once per revision.
///
/// The revision is a fingerprint of the stored checksums, read in the caller's transaction, so a library that another
/// replica changed is opened again. The cache is bounded by count and by bytes; the least recently used go first.
/// Erasing a person drops theirs in the replica that erases; in others it is dropped after `idle`, and nobody can ask
/// for it in between.
final class OpenedLibraries: Sendable {
    /// How long a library that nobody asks for stays.
    static let idle = Duration.seconds(600)

    private struct Opened {
        var library: OpenedLibrary
        var used: ContinuousClock.Instant
    }
    private struct Cache {
        var opened: [UserID: Opened] = [:]
        var erased: Set<UserID> = []
        /// Libraries opened so far.
        var openings = 0
    }

    private let cache = Mutex(Cache())
    private let embedder: String
    private let maximumCount: Int
    private let maximumBytes: Int

    init(embedder: String, maximumCount: Int = 64, maximumBytes: Int = 64 << 20) {
        self.embedder = embedder
        self.maximumCount = maximumCount
        self.maximumBytes = maximumBytes
    }

    /// The person's library as this transaction sees it.
    func library(of user: UserID, in transaction: Transaction, now: ContinuousClock.Instant = .now) throws
        -> OpenedLibrary
    {
        let rows = OwnMomentRows(user: user, transaction: transaction)
        guard let revision = try rows.revision() else { return .empty }
        let known = cache.withLock { cache -> OpenedLibrary? in
            guard cache.opened[user]?.library.revision == revision else { return nil }
            cache.opened[user]?.used = now
            return cache.opened[user]?.library
        }
        if let known { return known }
        let library = OpenedLibrary(revision: revision, entries: try rows.index(embedder: embedder))
        cache.withLock { $0.openings += 1 }
        keep(library, of: user, now: now)
        return library
    }

    /// Replaces a library by one with vectors for its stale moments.
    func renew(_ library: OpenedLibrary, of user: UserID, _ vectors: [[Float]], now: ContinuousClock.Instant = .now)
        -> OpenedLibrary
    {
        let kept = library.search.entries.map { (moment: $0.item, vector: Optional($0.vector)) }
        let renewed = OpenedLibrary(
            revision: library.revision,
            entries: (kept + zip(library.stale, vectors).map { (moment: $0, vector: Optional($1)) })
                .sorted { $0.moment.id < $1.moment.id })
        keep(renewed, of: user, now: now)
        return renewed
    }

    private func keep(_ library: OpenedLibrary, of user: UserID, now: ContinuousClock.Instant) {
        cache.withLock { cache in
            // A request that began before the erasure may end after it.
            guard !cache.erased.contains(user), library.bytes <= maximumBytes else { return }
            cache.opened[user] = Opened(library: library, used: now)
            while cache.opened.count > maximumCount
                || cache.opened.values.reduce(0, { $0 + $1.library.bytes }) > maximumBytes
            {
                guard let oldest = cache.opened.filter({ $0.key != user }).min(by: { $0.value.used < $1.value.used })
                else { break }
                cache.opened[oldest.key] = nil
            }
        }
    }

    /// Forgets an erased person's library; it is never kept again.
    func erase(_ user: UserID) {
        cache.withLock { cache in
            cache.opened[user] = nil
            cache.erased.insert(user)
        }
    }

    /// Forgets libraries that nobody asked for since `idle` before `now`.
    func dropIdle(at now: ContinuousClock.Instant) {
        cache.withLock { cache in cache.opened = cache.opened.filter { now - $0.value.used < Self.idle } }
    }

    /// Runs until the process drains.
    func run() async {
        while !Task.isCancelled {
            try? await Task.sleep(for: .seconds(60))
            dropIdle(at: .now)
        }
    }

    /// People whose library is in memory, libraries opened so far, and bytes in memory.
    var state: (users: Set<UserID>, openings: Int, bytes: Int) {
        cache.withLock { cache in
            (Set(cache.opened.keys), cache.openings, cache.opened.values.reduce(0) { $0 + $1.library.bytes })
        }
    }
}
