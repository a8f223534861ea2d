import Messages

/// The secrets that authenticate processes to the broker: one file per service with 32 random bytes in hexadecimal,
/// mode 0600.
public struct Tokens: Sendable {
    /// All names that may join the bus.
    public static let names = Topology.processes + [.cli]

    /// Path of the token directory.
    public let directory: String
    /// Tokens in a directory; reads nothing yet.
    public init(directory: String) { self.directory = directory }

    /// Creates missing tokens and the services' capability keys next to them. Safe for concurrent processes: each
    /// file is created once and atomically.
    /// - Throws: `StartFailure`.
    public func create(_ names: [ServiceName] = Tokens.names) throws(StartFailure) {
        try Files.makeDirectory(directory)
        let capabilities = names.filter(Topology.services.contains).map { CapabilityKeys.path(of: $0, in: directory) }
        for path in capabilities + names.map(path(of:)) where !Files.exists(path) {
            try Files.createOnce(path, CapabilityKeys.line() + "\n")
        }
    }

    /// The token of a name.
    /// - Throws: `StartFailure` if it is missing, unreadable or accessible to others.
    public func read(_ name: ServiceName) throws(StartFailure) -> String {
        let path = path(of: name)
        guard let text = try Files.readSecret(path) else {
            throw StartFailure(
                "The bus token \(path) is missing; run “pulsum up” once, or join a tcp address with a key (“pulsum keys”)."
            )
        }
        let token = text.trimming(while: \.isWhitespace)
        guard token.utf8.count >= 32 else {
            throw StartFailure("The bus token \(path) is too short; delete it and start again to make a new one.")
        }
        return String(token)
    }

    func path(of name: ServiceName) -> String { "\(directory)/\(name)" }
}
