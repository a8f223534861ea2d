import Messages

/// The secrets by which processes prove their names to the broker: one file per service, 32 random bytes in hexadecimal, mode 0600.
public struct Tokens: Sendable {
    /// Everybody who may join the bus.
    public static let names = [ServiceName.broker] + Topology.services + [.cli]

    public let directory: String
    public init(directory: String) { self.directory = directory }

    /// Makes every token that is missing, and the services' capability keys beside them. Several processes may do this at once: each token is made once, complete or not at all.
    /// - Throws: `StartFailure`.
    public func create(_ names: [ServiceName] = Tokens.names) throws(StartFailure) {
        try Files.makeDirectory(directory)
        let capabilities = names.filter(Topology.services.contains).map { CapabilityKeys.path(of: $0, in: directory) }
        for path in capabilities + names.map(path(of:)) where !Files.exists(path) {
            try Files.createOnce(path, CapabilityKeys.line() + "\n")
        }
    }

    /// - Throws: `StartFailure` where the token is missing, unreadable or open to others.
    public func read(_ name: ServiceName) throws(StartFailure) -> String {
        let path = path(of: name)
        guard let text = try Files.readSecret(path) else {
            throw StartFailure("The bus token \(path) is missing; run “pulsum up” once, or join a tcp address with a key (“pulsum keys”).")
        }
        let token = text.trimming(while: \.isWhitespace)
        guard token.utf8.count >= 32 else { throw StartFailure("The bus token \(path) is too short; delete it and start again to make a new one.") }
        return String(token)
    }

    func path(of name: ServiceName) -> String { "\(directory)/\(name)" }
}
