import Bus
import Messages
import SystemKit

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Creates, rotates and revokes the CURVE keys that authenticate processes on several machines or in several
/// containers.
///
/// Each process holds only the keys it needs: the broker its secret key and all public keys; a peer its secret key and
/// the broker's public key; a service its own capability key, the API the capability keys of all
/// (`KeyManager+Capabilities`).
public struct KeyManager: Sendable {
    /// All names that may join the bus.
    public static let names = Tokens.names

    /// Path of the key directory.
    public let directory: String
    /// True for one subdirectory per name (volumes of containers) instead of one directory for all.
    public let usesDirectoryPerName: Bool

    /// Manages the keys in a directory; reads nothing yet.
    public init(directory: String, usesDirectoryPerName: Bool = false) {
        (self.directory, self.usesDirectoryPerName) = (directory, usesDirectoryPerName)
    }

    /// One line of `pulsum keys list`.
    public struct Line: Equatable, Sendable {
        /// The name that the key belongs to.
        public let name: ServiceName
        /// Key, state and day.
        public let entry: KeyFile.Entry
        /// True if the secret key is stored here.
        public let isHere: Bool
    }

    /// The directory of a name's own keys.
    public func store(of name: ServiceName) -> KeyStore {
        KeyStore(directory: usesDirectoryPerName ? "\(directory)/\(name)" : directory)
    }

    /// Creates a key pair for every name without one, and copies the broker's public key to every peer.
    /// - Returns: the names with a new pair.
    /// - Throws: `StartFailure`; `ServiceError` if a file is malformed.
    @discardableResult
    public func create(_ names: [ServiceName] = KeyManager.names, on day: String = KeyManager.today()) throws
        -> [ServiceName]
    {
        for name in names + [.broker] { try Files.makeDirectory(store(of: name).directory) }
        var made: [ServiceName] = []
        for name in names {
            let publicFile = try store(of: .broker).file(of: name)
            guard publicFile == nil else { continue }
            try issue(name, KeyFile(), on: day)
            made.append(name)
        }
        try share(with: names)
        try createCapabilityKeys(names)
        return made
    }

    /// Adds a second key pair; both are accepted until the old one is revoked.
    /// - Returns: the new key.
    /// - Throws: `ServiceError` if the name has no key or two keys.
    @discardableResult
    public func rotate(_ name: ServiceName, on day: String = KeyManager.today()) throws -> CurveKey {
        let key = try issue(name, try file(of: name), on: day)
        if name == .broker { try share(with: try peers()) }
        return key
    }

    /// Revokes a key of a name.
    /// - Parameter id: as shown by `list`; nil for the older of two.
    /// - Returns: the revoked key.
    /// - Throws: `ServiceError` if this does not select one accepted key; `StartFailure` if a file cannot be written.
    @discardableResult
    public func revoke(_ name: ServiceName, _ id: String?, on day: String = KeyManager.today()) throws -> CurveKey {
        var file = try file(of: name)
        let key = try file.revoke(id, on: day)
        try Files.replace(store(of: .broker).publicPath(name), file.text)
        if name == .broker { try share(with: try peers()) }
        return key
    }

    /// Every key stored here, by name, oldest first.
    /// - Throws: `ServiceError` if a file is malformed.
    public func list() throws -> [Line] {
        let broker = store(of: .broker)
        return try broker.names().sorted { $0.rawValue < $1.rawValue }.flatMap { name in
            let own = try store(of: name).pair(of: name)?.key
            return try broker.file(of: name)?.entries.map { Line(name: name, entry: $0, isHere: $0.key == own) } ?? []
        }
    }

    private func file(of name: ServiceName) throws -> KeyFile {
        guard let file = try store(of: .broker).file(of: name) else {
            throw ServiceError(.notFound, "\(name) has no key yet; make one with “pulsum keys create \(name)”.")
        }
        return file
    }

    /// Writes the public key first: a process with a secret key that is not accepted yet could not join.
    @discardableResult
    private func issue(_ name: ServiceName, _ file: KeyFile, on day: String) throws -> CurveKey {
        let pair = try CurvePair.generate()
        var file = file
        try file.add(pair.key, on: day)
        try Files.replace(store(of: .broker).publicPath(name), file.text)
        try Files.replace(store(of: name).secretPath(name), pair.secret + "\n")
        return pair.key
    }

    private func peers() throws -> [ServiceName] { try store(of: .broker).names().filter { $0 != .broker } }

    /// Copies the broker's public keys to every name with its own directory.
    private func share(with names: [ServiceName]) throws {
        guard usesDirectoryPerName, let file = try store(of: .broker).file(of: .broker) else { return }
        for name in names where name != .broker { try Files.replace(store(of: name).publicPath(.broker), file.text) }
    }

    /// Today's date in UTC, such as `2026-01-31`.
    public static func today() -> String {
        "\(Day(number: Int32(clamping: WallClock.seconds() / 86_400)))"
    }
}
