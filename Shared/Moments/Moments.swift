import Messages

/// The library shipped with Pulsum.
public enum Moments {
    /// Prefix of the shipped library's ids. No other library may use it.
    public static let shippedPrefix = "pulsum."

    /// `Library/moments.json`, compiled in, so that all processes use the same bytes without a file. Tests verify that
    /// it parses completely.
    public static let shipped = Library(
        (try? LibraryParser.parse(LibraryFiles.moments, prefix: shippedPrefix))?.moments ?? [])
}

/// Micro-moments, indexed by id.
public struct Library: Sendable {
    /// The moments in the library's order.
    public let moments: [MicroMoment]
    private let index: [String: Int]

    public init(_ moments: [MicroMoment]) {
        self.moments = moments
        index = Dictionary(zip(moments.map(\.id), moments.indices)) { first, _ in first }
    }

    /// The moment with this id; nil if there is none. O(1).
    public subscript(id: String) -> MicroMoment? { index[id].map { moments[$0] } }

    /// The quotable text of a moment: title and instructions. nil for a moment that is not in this library.
    public func text(of id: String) -> String? { self[id].map(\.quotation) }

    /// Fingerprint of `text(of:)`; nil for a moment that is not in this library.
    public func fingerprint(of id: String) -> Fingerprint? { text(of: id).map(Fingerprint.init) }

    /// Whether an identical moment is in this library.
    public func contains(_ moment: MicroMoment) -> Bool { self[moment.id] == moment }
}

extension MicroMoment {
    /// Title and instructions, each ending with a full stop.
    var quotation: String {
        [title, activity].filter { !$0.isEmpty }.map {
            $0.hasSuffix(".") || $0.hasSuffix("!") || $0.hasSuffix("?") ? $0 : $0 + "."
        }.joined(separator: " ")
    }
}
