import Messages

/// The public keys of a name, from the file `NAME.public`: one line per key, oldest first, `accepted KEY DAY` or
/// `revoked KEY DAY`. Names that are not part of Pulsum may also have lines `call <RequestType>`, as in a token file.
///
/// At most two keys are accepted at a time: the current one and its replacement.
public struct KeyFile: Equatable, Sendable {
    /// Whether a key may authenticate.
    public enum State: String, Sendable { case accepted, revoked }

    /// One key line of the file.
    public struct Entry: Equatable, Sendable {
        /// The public key.
        public let key: CurveKey
        /// Its current state.
        public var state: State
        /// Day since which the state holds, such as `2026-01-31`.
        public var day: String
    }

    /// Most accepted keys at a time.
    public static let acceptedAtOnce = 2
    /// Revoked keys kept in the file, so that a refusal can name them. Security does not depend on them: every key that
    /// is not accepted is refused.
    static let revokedRemembered = 16

    /// The keys, oldest first.
    public private(set) var entries: [Entry] = []
    /// Request types that the name may additionally call.
    public private(set) var grants: Set<MessageType> = []

    /// A file without keys and grants.
    public init() {}

    /// Parses the file's text.
    /// - Throws: `ServiceError(.invalid)` that names the file and the line.
    public init(_ text: String, path: String) throws {
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let words = line.split(whereSeparator: { $0 == " " || $0 == "\r" })
            guard let first = words.first else { continue }
            if first == "call", words.count == 2, let request = Topology.requests.first(where: { $0.name == words[1] })
            {
                grants.insert(request.type)
            } else if words.count == 3, let state = State(rawValue: String(first)), let key = CurveKey(words[1]) {
                entries.append(Entry(key: key, state: state, day: String(words[2])))
            } else {
                throw ServiceError(
                    .invalid,
                    "\(path) line \(index + 1) must be `accepted` or `revoked` with a key and a day, or `call` and the name of a request."
                )
            }
        }
        guard accepted.count <= Self.acceptedAtOnce else {
            throw ServiceError(
                .invalid, "\(path) accepts \(accepted.count) keys; \(Self.acceptedAtOnce) are the most at a time.")
        }
    }

    /// The file's text.
    public var text: String {
        let calls = Topology.requests.filter { grants.contains($0.type) }.map { "call \($0.name)\n" }
        return entries.map { "\($0.state) \($0.key) \($0.day)\n" }.joined() + calls.joined()
    }

    /// The accepted keys, newest first.
    public var accepted: [CurveKey] { entries.filter { $0.state == .accepted }.map(\.key).reversed() }

    /// The state of a key; nil if the file does not list it.
    public func state(of key: CurveKey) -> State? { entries.last { $0.key == key }?.state }

    /// Adds an accepted key.
    /// - Throws: `ServiceError(.conflict)` if two keys are accepted already.
    public mutating func add(_ key: CurveKey, on day: String) throws {
        guard accepted.count < Self.acceptedAtOnce else {
            throw ServiceError(.conflict, "Two keys are accepted already; revoke the old one first.")
        }
        entries.append(Entry(key: key, state: .accepted, day: day))
    }

    /// Revokes an accepted key.
    /// - Parameter id: the key's `id`; nil for the older of two.
    /// - Throws: `ServiceError(.notFound)` or `.conflict` if this does not select exactly one accepted key.
    @discardableResult
    public mutating func revoke(_ id: String?, on day: String) throws -> CurveKey {
        let position: Int
        if let id {
            let candidates = entries.indices.filter { entries[$0].state == .accepted && entries[$0].key.id == id }
            guard let first = candidates.first, candidates.count == 1 else {
                throw ServiceError(.notFound, "No accepted key is called \(id).")
            }
            position = first
        } else {
            guard accepted.count == Self.acceptedAtOnce,
                let older = entries.firstIndex(where: { $0.state == .accepted })
            else {
                throw ServiceError(
                    .conflict, "Only one key is accepted; name it to revoke it and lock its owner out, or rotate first."
                )
            }
            position = older
        }
        entries[position].state = .revoked
        entries[position].day = day
        let key = entries[position].key
        while entries.count(where: { $0.state == .revoked }) > Self.revokedRemembered,
            let oldest = entries.firstIndex(where: { $0.state == .revoked })
        {
            entries.remove(at: oldest)
        }
        return key
    }
}
