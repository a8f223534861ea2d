import Bus
import Messages
import SystemKit

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Makes, replaces and revokes the CURVE keys by which processes on several machines, or in several containers, know each other.
///
/// Each holds what it needs and no more: the broker its secret key and everybody's public ones, everybody else its own secret and the broker's public one; a
/// service its own capability key, and the API those of all (`KeyDesk+Capabilities`).
public struct KeyDesk: Sendable {
    /// Everybody who may join the bus.
    public static let names = Tokens.names

    public let directory: String
    /// One directory per name below `directory` (volumes of containers), instead of one for all.
    public let isSpread: Bool

    public init(directory: String, isSpread: Bool = false) { (self.directory, self.isSpread) = (directory, isSpread) }

    /// One line of `pulsum keys list`.
    public struct Line: Equatable, Sendable {
        public let name: ServiceName
        public let entry: KeyFile.Entry
        /// Whether the secret half lies here, for a process to use.
        public let isHere: Bool
    }

    /// Where a name's own keys are.
    public func store(of name: ServiceName) -> KeyStore { KeyStore(directory: isSpread ? "\(directory)/\(name)" : directory) }

    /// Makes a pair for every name that has none, and gives everybody the broker's public key.
    /// - Returns: for whom a pair was made.
    /// - Throws: `StartFailure`, or `BusError` where a file is not as it should be.
    @discardableResult
    public func create(_ names: [ServiceName] = KeyDesk.names, on day: String = KeyDesk.today()) throws -> [ServiceName] {
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

    /// A second pair: both keys are accepted until the old one is revoked.
    /// - Returns: the new key.
    /// - Throws: `BusError` where the name has no key yet, or two.
    @discardableResult
    public func rotate(_ name: ServiceName, on day: String = KeyDesk.today()) throws -> CurveKey {
        let key = try issue(name, try file(of: name), on: day)
        if name == .broker { try share(with: try peers()) }
        return key
    }

    /// Accepts a key of the name no longer.
    /// - Parameter id: as `list` shows it; nil: the older of two.
    /// - Returns: the key that was revoked.
    @discardableResult
    public func revoke(_ name: ServiceName, _ id: String?, on day: String = KeyDesk.today()) throws -> CurveKey {
        var file = try file(of: name)
        let key = try file.revoke(id, on: day)
        try Files.replace(store(of: .broker).publicPath(name), file.text)
        if name == .broker { try share(with: try peers()) }
        return key
    }

    /// Every key that is known here, by name, oldest first.
    public func list() throws -> [Line] {
        let broker = store(of: .broker)
        return try broker.names().sorted { $0.rawValue < $1.rawValue }.flatMap { name in
            let own = try store(of: name).pair(of: name)?.key
            return try broker.file(of: name)?.entries.map { Line(name: name, entry: $0, isHere: $0.key == own) } ?? []
        }
    }

    private func file(of name: ServiceName) throws -> KeyFile {
        guard let file = try store(of: .broker).file(of: name) else {
            throw BusError(.notFound, "\(name) has no key yet; make one with “pulsum keys create \(name)”.")
        }
        return file
    }

    /// The public half first: a secret that nobody accepts yet would lock its owner out.
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

    /// The broker's public keys, to everybody who has a directory of their own.
    private func share(with names: [ServiceName]) throws {
        guard isSpread, let file = try store(of: .broker).file(of: .broker) else { return }
        for name in names where name != .broker { try Files.replace(store(of: name).publicPath(.broker), file.text) }
    }

    /// `2026-01-31`, in UTC.
    public static func today() -> String {
        "\(Day(number: Int32(clamping: WallClock.seconds() / 86_400)))"
    }
}
