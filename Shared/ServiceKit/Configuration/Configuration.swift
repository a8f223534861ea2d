import Bus
import Logging
import Messages
import Storage
import SystemKit

/// The settings of a process: the values of `Setting.all`, from the environment, a file and the defaults, in this
/// order.
public struct Configuration: Sendable {
    /// Path of the data directory.
    public internal(set) var data = ""
    /// URL of the PostgreSQL server that holds the services' tables; empty for SQLite files in the data directory.
    public internal(set) var databaseURL = ""
    /// Most connections of a process to that server.
    var databaseConnections = PostgresAddress.usualConnections
    /// The addresses of all brokers.
    public internal(set) var bus: [BusEndpoint] = []
    /// Path of the token directory.
    public internal(set) var tokens = ""
    /// Path of the CURVE key directory.
    public internal(set) var keys = ""
    /// Path of the master key file.
    public internal(set) var masterKey = ""
    /// True if the master key is a systemd credential, which is read but never written.
    public private(set) var masterKeyIsCredential = false
    /// File with the passphrase for backups; nil to ask for it.
    public internal(set) var backupPassphraseFile: String?
    /// Listening address of health checks and metrics; port 0 lets the system choose.
    public internal(set) var health = HostPort(host: "127.0.0.1", port: 0)
    /// Listening address of the HTTP API and the web app.
    public internal(set) var http = HostPort(host: "127.0.0.1", port: 8080)
    /// Host names at which the web app answers, besides addresses, `localhost` and the host of `publicURL`; lower case.
    public internal(set) var httpNames: Set<String> = []
    /// The host's address to which a container's port is published; nil outside containers.
    public internal(set) var published: HostPort?
    /// Path of the certificate chain in PEM format; nil for http.
    public internal(set) var tlsCertificate: String?
    /// Path of the certificate's private key in PEM format; nil for http.
    public internal(set) var tlsKey: String?
    /// Origin of the web app in browsers; nil if it equals the listening address.
    public internal(set) var publicURL: WebOrigin?
    /// Proxies whose `X-Forwarded-For` header is trusted.
    public internal(set) var trustedProxies: [AddressRange] = []
    /// Allows http without encryption beyond loopback.
    public internal(set) var allowsClearText = false
    /// Sends the `Strict-Transport-Security` header (RFC 6797).
    public internal(set) var sendsHSTS = false
    /// Least severe level that is logged.
    public internal(set) var logLevel = Logger.Level.info
    /// Format of log lines.
    public internal(set) var logFormat = LogFormat.text
    /// Requests that a service handles concurrently.
    public internal(set) var credit: Int32 = 32
    /// Concurrent uploads and imports per person, and the bytes of their files.
    public internal(set) var quotaUploads: (count: Int, bytes: Int64) = (4, 16 << 30)
    /// Bytes of stored samples per person; 0 for no limit.
    public internal(set) var quotaKept: Int64 = 8 << 30
    /// Accepts requests about a person without a capability, for the time an API of an older release runs.
    public internal(set) var acceptsMissingCapabilities = false
    /// Path of the sentence model's directory.
    public internal(set) var model = ""
    /// Allows a service to start without the sentence model.
    public internal(set) var allowsMissingModel = false
    /// Base URL of the cloud model.
    public internal(set) var cloudURL = ""
    /// Name of the cloud model.
    public internal(set) var cloudModel = ""
    /// File with the API key for users who have not stored their own; nil if there is none.
    public internal(set) var cloudKeyFile: String?
    /// The API that the cloud model's provider speaks: `responses` or `chat-completions`.
    public internal(set) var cloudAPI = ""
    /// PEM file of the only certificate authorities that count for the cloud model; nil for those of the system.
    public internal(set) var cloudAuthorities: String?
    /// SHA-256 of the public keys that the cloud model's host may have; none for any.
    public internal(set) var cloudPins: Set<[UInt8]> = []
    /// Base URL of a local model server; empty if there is none.
    public internal(set) var localModelURL = ""
    /// Name of the local model.
    public internal(set) var localModelName = ""
    /// Whether spoken entries are recognised on this machine, by pocketsphinx.
    public internal(set) var transcribesHere = false
    /// Base URL of a transcription server; empty if there is none.
    public internal(set) var transcriptionURL = ""
    /// Name of the transcription server's model.
    public internal(set) var transcriptionModel = ""
    /// The identity provider of a team.
    public internal(set) var openID = OpenIDSettings()

    /// The files of secrets that an operator gives, with the setting that names each.
    var secretFiles: [(setting: String, path: String)] {
        let files = [
            ("PULSUM_TLS_KEY", tlsKey), ("PULSUM_CLOUD_KEY_FILE", cloudKeyFile),
            ("PULSUM_OPENID_SECRET_FILE", openID.secretFile), ("PULSUM_BACKUP_PASSPHRASE_FILE", backupPassphraseFile),
        ]
        return files.compactMap { setting, path in path.map { (setting, $0) } }
    }

    /// Base URL of the OTLP collector that receives traces; empty if there is none.
    public internal(set) var traceCollector = ""
    var file: String?
    /// Every setting's text and origin, in the order of the table.
    public private(set) var values: [Value] = []
    /// `PULSUM_*` keys that are not in the table, probably misspelt.
    public private(set) var unknown: [String] = []

    /// One setting as configured.
    public struct Value: Sendable, Equatable {
        /// The source of a value.
        public enum Origin: String, Sendable { case environment, file, credential, preset = "default" }
        /// The setting's name.
        public let key: String
        /// The configured text.
        public let text: String
        /// The source of the text.
        public let origin: Origin
    }

    /// Used by the package's build, not by a process.
    private static let buildKey = "PULSUM_STRICT"
    /// Set by `pulsum up` for its children, to its process id. Not a setting for people, so not in the table.
    static let supervisorKey = "PULSUM_SUPERVISED"
    /// Number of the open descriptor from which a child of `pulsum up` reads the master key, if the file is locked by a
    /// passphrase.
    public static let masterKeyDescriptorKey = "PULSUM_MASTER_KEY_FD"
    /// Set by `pulsum up` for a process that it starts again: how the last one ended.
    public static let lastEndKey = "PULSUM_LAST_END"
    /// Set by `pulsum move` for a service's program that makes the tables of the new place: they are empty, so what this
    /// machine knows of an earlier database there does not count.
    public static let newPlaceKey = "PULSUM_NEW_PLACE"
    /// Directory of a unit's credentials (systemd.exec(5), CREDENTIALS), and the name of the master key in it.
    private static let credentialsKey = "CREDENTIALS_DIRECTORY"
    private static let credential = "pulsum.master-key"

    /// Directory of the sockets, locks and addresses of running processes.
    public var run: String { data + "/run" }
    /// The only broker address, for the broker itself.
    /// - Throws: `StartFailure` if several brokers are configured.
    public var ownBus: BusEndpoint {
        get throws(StartFailure) {
            guard let endpoint = bus.first, bus.count == 1 else {
                throw StartFailure(
                    "A broker listens at one address; PULSUM_BUS names \(bus.count).",
                    status: StartFailure.badConfiguration)
            }
            return endpoint
        }
    }

    /// The capability keys; keys for several machines take precedence over those in the token directory.
    public var capabilityKeys: CapabilityKeys { CapabilityKeys(directories: [keys, tokens]) }

    /// The CURVE keys.
    public var keyStore: KeyStore { KeyStore(directory: keys) }

    /// The bus configuration of a process; the caller adds its callbacks.
    /// - Throws: `StartFailure` if its token is required and missing.
    public func peer(_ name: ServiceName) throws(StartFailure) -> BusConfiguration {
        let hasKey = Files.exists(keyStore.secretPath(name))
        let needsToken = bus.contains { $0.path != nil || !$0.isExposed && !hasKey }
        let token = needsToken ? try Tokens(directory: tokens).read(name) : ""
        return BusConfiguration(
            service: name, release: Release.name, brokers: bus, token: token, keys: keyStore, credit: credit)
    }

    /// Directory for the model's packed weights if its own directory is not writable.
    public var fallbackModelDirectory: String { data + "/model" }

    /// Path of a service's database file.
    public func database(of service: String) -> String { "\(data)/db/\(service).sqlite" }

    /// True if PostgreSQL holds the services' tables.
    public var usesServer: Bool { !databaseURL.isEmpty }

    /// Where a service's tables are.
    public func databaseAddress(of service: ServiceName) -> DatabaseAddress {
        PostgresAddress(databaseURL, service: service.rawValue, connections: databaseConnections).map { .server($0) }
            ?? .file(database(of: service.rawValue))
    }

    /// The log of erasures and instants of a service's PostgreSQL database; nil for SQLite files.
    /// - Throws: `StorageError` if it cannot be read.
    public func erasureLog(of service: ServiceName) throws -> ErasureLog? {
        try usesServer ? ErasureLog(path: ErasureLog.path(in: data, service)) : nil
    }

    /// Suffix under which a restore keeps replaced files until it has finished.
    public static let replaced = ".replaced"

    /// - Throws: `StartFailure` if a restore was interrupted between its renames: a start now would create new
    ///   databases next to the old ones.
    public func requireFinishedRestore() throws(StartFailure) {
        guard !Files.exists(data + "/db" + Self.replaced) else {
            throw StartFailure("A restore of \(data) was interrupted; repeat “pulsum restore”.")
        }
    }

    /// Reads and validates all settings.
    /// - Parameters:
    ///   - environment: all variables; only `PULSUM_*`, `HOME` and `CREDENTIALS_DIRECTORY` are used.
    ///   - home: the account's home directory if `HOME` is not set. Never a directory shared by accounts, where another
    ///     account could plant keys and a model.
    ///   - exists: whether a file exists; for credentials.
    ///   - read: reads a file's text; throws if it cannot be read.
    /// - Throws: `StartFailure` that names every invalid key.
    public init(
        environment: [String: String], home: String? = nil, exists: (String) -> Bool = { _ in false },
        read: (String) throws -> String
    ) throws(StartFailure) {
        let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? home ?? "/nonexistent"
        var problems: [String] = []
        var lines: [String: String] = [:]
        if let path = environment["PULSUM_CONFIG"], !path.isEmpty {
            do {
                lines = try Self.parse(try read(path), path: path, problems: &problems)
            } catch {
                problems.append("PULSUM_CONFIG=\(path): the file cannot be read")
            }
        }
        let credential = environment[Self.credentialsKey].flatMap { $0.isEmpty ? nil : "\($0)/\(Self.credential)" }
            .flatMap { exists($0) ? $0 : nil }
        for setting in Setting.all {
            let (given, origin): (String?, Value.Origin) =
                if let text = environment[setting.key] {
                    (text, .environment)
                } else if let text = lines[setting.key] {
                    (text, .file)
                } else if setting.key == Setting.masterKey, let credential {
                    (credential, .credential)
                } else {
                    (nil, .preset)
                }
            // An empty variable means "not set": compose files and shells pass unset variables that way.
            let isSet = given.map { !$0.isEmpty } ?? false
            let text =
                isSet ? given ?? "" : setting.fallback.replacing("{data}", with: data).replacing("{home}", with: home)
            do {
                try setting.apply(text, &self)
            } catch {
                problems.append("\(setting.key)=\(PostgresAddress.hidingPassword(text)): \(error.reason)")
            }
            let shown = PostgresAddress.hidingPassword(text)
            values.append(Value(key: setting.key, text: shown, origin: isSet ? origin : .preset))
            if origin == .credential { masterKeyIsCredential = true }
        }
        let known = Set(
            Setting.all.map(\.key) + [
                Self.supervisorKey, Self.masterKeyDescriptorKey, Self.buildKey, Self.lastEndKey, Self.newPlaceKey,
            ])
        unknown = Set(environment.keys.filter { $0.hasPrefix("PULSUM_") }).union(lines.keys).subtracting(known).sorted()
        guard problems.isEmpty else {
            throw StartFailure(
                "The configuration has \(problems.count == 1 ? "one bad value" : "\(problems.count) bad values"): \(problems.joined(separator: "; ")). See “pulsum config”.",
                status: StartFailure.badConfiguration)
        }
    }

    /// Parses `KEY=VALUE` lines; ignores blank lines and those that begin with `#`; a value may be in double quotes.
    private static func parse(_ text: String, path: String, problems: inout [String]) throws -> [String: String] {
        var lines: [String: String] = [:]
        for (index, raw) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = raw.trimming(while: \.isWhitespace)
            guard !line.isEmpty, line.first != "#" else { continue }
            guard let equals = line.firstIndex(of: "="), equals > line.startIndex else {
                problems.append("\(path) line \(index + 1): must be KEY=VALUE")
                continue
            }
            let key = line[..<equals].trimming(while: \.isWhitespace)
            var value = line[line.index(after: equals)...].trimming(while: \.isWhitespace)
            if value.count >= 2, value.first == "\"", value.last == "\"" { value = value.dropFirst().dropLast() }
            lines[String(key)] = String(value)
        }
        return lines
    }
}
