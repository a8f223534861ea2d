import Bus
import Logging
import Messages
import SystemKit

/// What a process was told: the values of `Setting.all`, from the environment, a file and the defaults, in this order.
public struct Configuration: Sendable {
    public internal(set) var data = ""
    public internal(set) var bus: [BusEndpoint] = []
    public internal(set) var tokens = ""
    public internal(set) var keys = ""
    public internal(set) var masterKey = ""
    /// The master key is a credential of systemd, which Pulsum reads and never writes.
    public private(set) var masterKeyIsCredential = false
    /// Where backups under a passphrase find it; nil: it is asked for.
    public internal(set) var backupPassphraseFile: String?
    public internal(set) var health = HostPort(host: "127.0.0.1", port: 0)
    public internal(set) var http = HostPort(host: "127.0.0.1", port: 8080)
    /// Names, besides addresses, `localhost` and that of `publicURL`, under which the web app answers; lower case.
    public internal(set) var httpNames: Set<String> = []
    /// Where the port of a container is published; nil outside of containers.
    public internal(set) var published: HostPort?
    /// Files in PEM format; nil for http.
    public internal(set) var tlsCertificate: String?
    public internal(set) var tlsKey: String?
    /// Where browsers find the web app; nil where that is the address it listens on.
    public internal(set) var publicURL: WebOrigin?
    /// Whose `X-Forwarded-For` counts.
    public internal(set) var trustedProxies: [AddressRange] = []
    public internal(set) var allowsClearText = false
    public internal(set) var sendsHSTS = false
    public internal(set) var logLevel = Logger.Level.info
    public internal(set) var logFormat = LogFormat.text
    public internal(set) var credit: Int32 = 32
    /// Uploads and imports of a person under way at once, and the bytes of their files.
    public internal(set) var quotaUploads: (count: Int, bytes: Int64) = (4, 16 << 30)
    /// Bytes that the samples kept of a person may take; 0 for any.
    public internal(set) var quotaKept: Int64 = 8 << 30
    /// Requests about a person are answered without a capability, too: while an API of an older release is at work.
    public internal(set) var acceptsMissingCapabilities = false
    /// Where the sentence model is installed.
    public internal(set) var model = ""
    /// A service starts where the sentence model cannot be used, too.
    public internal(set) var allowsMissingModel = false
    public internal(set) var cloudURL = ""
    public internal(set) var cloudModel = ""
    public internal(set) var cloudKeyFile: String?
    /// Empty where there is none.
    public internal(set) var localModelURL = ""
    public internal(set) var localModelName = ""
    var file: String?
    /// The text of every key that is in force, in the table's order, and where it came from.
    public private(set) var values: [Value] = []
    /// `PULSUM_*` keys that no table entry knows: probably misspelt.
    public private(set) var unknown: [String] = []

    public struct Value: Sendable, Equatable {
        public enum Origin: String, Sendable { case environment, file, credential, preset = "default" }
        public let key: String
        public let text: String
        public let origin: Origin
    }

    /// Read by the package's build, not by a process.
    private static let buildKey = "PULSUM_STRICT"
    /// Set for children of `pulsum up` (to its process id); not for people, hence not in the table.
    static let supervisorKey = "PULSUM_SUPERVISED"
    /// The number of the open descriptor from which a child of `pulsum up` reads the master key that a passphrase locks on disk.
    public static let masterKeyDescriptorKey = "PULSUM_MASTER_KEY_FD"
    /// systemd.exec(5), CREDENTIALS: the directory of a unit's credentials, and the name of ours in it.
    private static let credentialsKey = "CREDENTIALS_DIRECTORY"
    private static let credential = "pulsum.master-key"

    /// Where sockets, locks and addresses of running processes are.
    public var run: String { data + "/run" }
    /// The one address at which this process itself is the broker.
    public var ownBus: BusEndpoint {
        get throws(StartFailure) {
            guard let endpoint = bus.first, bus.count == 1 else {
                throw StartFailure("A broker listens at one address; PULSUM_BUS names \(bus.count).", status: StartFailure.badConfiguration)
            }
            return endpoint
        }
    }

    /// Where capability keys may be: those that were made for several machines come first.
    public var capabilityKeys: CapabilityKeys { CapabilityKeys(directories: [keys, tokens]) }

    /// The directory of CURVE keys.
    public var keyStore: KeyStore { KeyStore(directory: keys) }

    /// How a process of this configuration joins the bus; the caller adds what it wants told.
    /// - Throws: `StartFailure` where its token is needed and missing.
    public func peer(_ name: ServiceName) throws(StartFailure) -> BusConfiguration {
        let hasKey = Files.exists(keyStore.secretPath(name))
        let needsToken = bus.contains { $0.path != nil || !$0.isExposed && !hasKey }
        let token = needsToken ? try Tokens(directory: tokens).read(name) : ""
        return BusConfiguration(service: name, release: Release.name, brokers: bus, token: token, keys: keyStore, credit: credit)
    }

    /// Where the model's packed weights are kept if its own folder cannot be written.
    public var spareModel: String { data + "/model" }

    public func database(of service: String) -> String { "\(data)/db/\(service).sqlite" }

    /// Under this ending a restore keeps what it replaces until all is in its place.
    public static let replaced = ".replaced"

    /// - Throws: `StartFailure` where a restore died between its moves: nobody may begin anew beside the databases it left.
    public func requireWhole() throws(StartFailure) {
        guard !Files.exists(data + "/db" + Self.replaced) else {
            throw StartFailure("A restore of \(data) was interrupted; repeat “pulsum restore”.")
        }
    }

    /// Reads and checks everything.
    /// - Parameters:
    ///   - environment: all variables; only `PULSUM_*` and `HOME` are looked at.
    ///   - home: the account's home directory where `HOME` is not set. Never a directory that accounts share, where another could put keys and a model first.
    ///   - exists: whether there is a file; for credentials.
    ///   - read: the text of a file; throws where it cannot be read.
    /// - Throws: `StartFailure` that names every bad key at once.
    public init(
        environment: [String: String], home: String? = nil, exists: (String) -> Bool = { _ in false }, read: (String) throws -> String
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
        let credential = environment[Self.credentialsKey].flatMap { $0.isEmpty ? nil : "\($0)/\(Self.credential)" }.flatMap { exists($0) ? $0 : nil }
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
            // An empty variable means "not set", as compose files and shells pass it.
            let isSet = given.map { !$0.isEmpty } ?? false
            let text = isSet ? given ?? "" : setting.fallback.replacing("{data}", with: data).replacing("{home}", with: home)
            do {
                try setting.apply(text, &self)
            } catch {
                problems.append("\(setting.key)=\(text): \(error.reason)")
            }
            values.append(Value(key: setting.key, text: text, origin: isSet ? origin : .preset))
            if origin == .credential { masterKeyIsCredential = true }
        }
        let known = Set(Setting.all.map(\.key) + [Self.supervisorKey, Self.masterKeyDescriptorKey, Self.buildKey])
        unknown = Set(environment.keys.filter { $0.hasPrefix("PULSUM_") }).union(lines.keys).subtracting(known).sorted()
        guard problems.isEmpty else {
            throw StartFailure(
                "The configuration has \(problems.count == 1 ? "one bad value" : "\(problems.count) bad values"): \(problems.joined(separator: "; ")). See “pulsum config”.",
                status: StartFailure.badConfiguration)
        }
    }

    /// `KEY=VALUE` lines; blank ones and those that begin with `#` do not count; a value may stand in double quotes.
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
