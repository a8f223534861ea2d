import Messages

/// The library that ships with Pulsum.
public enum Moments {
    /// Begins the ids of the shipped library; nobody else's may.
    public static let shippedPrefix = "pulsum."

    /// `Library/moments.json`, compiled in, so that every process has the same bytes and needs no file beside it. Tests prove that it reads completely.
    public static let shipped = Library((try? LibraryParser.parse(PackageResources.moments_json, prefix: shippedPrefix))?.moments ?? [])
}

/// Micro-moments by id.
public struct Library: Sendable {
    /// In the library's order.
    public let moments: [MicroMoment]
    private let index: [String: Int]

    public init(_ moments: [MicroMoment]) {
        self.moments = moments
        index = Dictionary(zip(moments.map(\.id), moments.indices)) { first, _ in first }
    }

    public subscript(id: String) -> MicroMoment? { index[id].map { moments[$0] } }

    /// The words of a moment as they may be quoted: its title and what to do. nil for a moment that is not in this library.
    public func text(of id: String) -> String? { self[id].map(\.quotation) }

    /// Names exactly the words of `text(of:)`.
    public func fingerprint(of id: String) -> Fingerprint? { text(of: id).map(Fingerprint.init) }

    /// This moment is one of the library's, byte for byte.
    public func contains(_ moment: MicroMoment) -> Bool { self[moment.id] == moment }
}

extension MicroMoment {
    /// Title and act, each ended by a full stop.
    var quotation: String {
        [title, activity].filter { !$0.isEmpty }.map { $0.hasSuffix(".") || $0.hasSuffix("!") || $0.hasSuffix("?") ? $0 : $0 + "." }.joined(separator: " ")
    }
}
