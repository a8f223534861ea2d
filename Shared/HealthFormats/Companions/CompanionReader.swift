import LocalTime
import Messages

/// What a body alone does not say.
package struct CompanionContext: Sendable {
    /// When the body arrived, ms since 1970.
    package var received: Int64
    /// The person's time zones: times without a zone take the zone of their day.
    package var calendar: LocalCalendar

    /// See the properties.
    package init(received: Int64, calendar: LocalCalendar) {
        self.received = received
        self.calendar = calendar
    }

    /// s since 1970; readings that end later are in the future.
    var latest: Int64 { received / 1000 + 86_400 }

    /// By how much a phone's clock may be ahead, ms.
    private static let maximumAhead: Int64 = 300_000

    /// The body's own time, or that of its arrival. A clock that is ahead by more than a few minutes does not make its
    /// tellings the newest for good.
    func time(_ stamp: Int64?) -> Int64 { min(stamp ?? received, received + Self.maximumAhead) }
}

/// Decodes the posts of one companion app: bytes in, records, deletions and counts out; no state, no clock, no network.
/// One type per app, in a folder of its own; docs/adding-a-companion.md.
package protocol CompanionReader: Sendable {
    /// Name of the app in keys, logs and documents; never changed.
    static var name: String { get }
    /// Versions of the app whose format was read, for the documents.
    static var versions: String { get }
    /// Which of two tellings of one thing is right.
    static var order: CompanionOrder { get }

    /// Decodes a body. Never throws: what cannot be read is in the post.
    /// - Parameter page: called after each element of the body. It may take what the post holds so far
    ///   (`CompanionPost.takePage`), so that a long body never is in memory as a whole.
    static func decode(
        _ body: any RandomAccess, _ context: CompanionContext, page: (inout CompanionPost) -> Void
    ) -> CompanionPost
}

/// What a format's tellings are ordered by.
package enum CompanionOrder: Sendable {
    /// The body's own time, or the values: any order of arrival leads to the same.
    case body
    /// The time of arrival, because the body has none: of what was edited the last arrival stays.
    case arrival
}

extension CompanionReader {
    /// Decodes a body as a whole.
    package static func decode(_ body: any RandomAccess, _ context: CompanionContext) -> CompanionPost {
        decode(body, context) { _ in }
    }

    /// Decodes bytes in memory.
    package static func decode(_ bytes: [UInt8], _ context: CompanionContext) -> CompanionPost {
        decode(MemoryBytes(bytes), context)
    }
}
