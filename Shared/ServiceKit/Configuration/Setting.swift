import Bus
import Foundation
import Logging
import Storage
import SystemKit

/// One configuration key: its name, default, meaning and parser.
public struct Setting: Sendable {
    /// The key's name, such as `PULSUM_DATA`.
    public let key: String
    /// The default; `{data}` stands for the data directory, `{home}` for the home directory. Empty means not set.
    public let fallback: String
    /// One line of help for `pulsum config`.
    public let purpose: String
    let apply: @Sendable (String, inout Configuration) throws(Invalid) -> Void

    /// Why a text is not valid for a key; follows "KEY=text: ".
    struct Invalid: Error { let reason: String }

    init(
        _ key: String, _ fallback: String, _ purpose: String,
        apply: @escaping @Sendable (String, inout Configuration) throws(Invalid) -> Void
    ) {
        (self.key, self.fallback, self.purpose, self.apply) = (key, fallback, purpose, apply)
    }
}

extension Setting {
    static let masterKey = "PULSUM_MASTER_KEY"
    /// Name of the key that allows a start without the sentence model.
    public static let withoutModel = "PULSUM_WITHOUT_MODEL"

    /// All keys in the order they are read: later defaults may use the data directory.
    public static let all: [Setting] = general + openID

    private static let general: [Setting] = [
        Setting("PULSUM_DATA", "{home}/.local/share/pulsum", "Data directory: databases, keys, tokens, sockets.") {
            text, configuration throws(Invalid) in
            configuration.data = try path(text)
        },
        Setting(
            "PULSUM_DATABASE", "",
            "PostgreSQL server for the services' tables, postgresql://…; {service} stands for a service's name; empty for SQLite files."
        ) {
            text, configuration throws(Invalid) in
            guard text.isEmpty || PostgresAddress(text, service: "scoring") != nil else {
                throw Invalid(reason: "must be postgresql://user@host/database, as libpq reads it")
            }
            configuration.databaseURL = text
        },
        Setting(
            "PULSUM_DATABASE_CONNECTIONS", "\(PostgresAddress.usualConnections)",
            "Connections of a process to that server at most, 1 to 100."
        ) {
            text, configuration throws(Invalid) in
            guard let count = Int(text), (1...100).contains(count) else {
                throw Invalid(reason: "must be a whole number from 1 to 100")
            }
            configuration.databaseConnections = count
        },
        Setting("PULSUM_BUS", "ipc://{data}/run/bus", "Brokers, comma-separated: ipc:///path or tcp://host:port.") {
            text, configuration throws(Invalid) in
            configuration.bus = try endpoints(text)
        },
        Setting("PULSUM_TOKENS", "{data}/tokens", "Directory of the bus tokens, one file per service.") {
            text, configuration throws(Invalid) in
            configuration.tokens = try path(text)
        },
        Setting("PULSUM_KEYS", "{data}/keys", "Directory of the CURVE keys for brokers at tcp addresses.") {
            text, configuration throws(Invalid) in
            configuration.keys = try path(text)
        },
        Setting(masterKey, "{data}/master.key", "File of the key that wraps all data keys; keep a copy apart.") {
            text, configuration throws(Invalid) in configuration.masterKey = try path(text)
        },
        Setting(
            "PULSUM_HEALTH", "127.0.0.1:0", "Address of /health/live, /health/ready and /metrics; port 0 chooses one."
        ) {
            text, configuration throws(Invalid) in configuration.health = try address(text)
        },
        Setting("PULSUM_HTTP", "127.0.0.1:8080", "Address of the web app and the HTTP API.") {
            text, configuration throws(Invalid) in
            configuration.http = try address(text)
        },
        Setting(
            "PULSUM_HTTP_NAMES", "",
            "Host names under which the web app answers besides IP addresses and localhost, comma-separated."
        ) {
            text, configuration throws(Invalid) in
            let names = text.lowercased().split(separator: ",").map { String($0.trimming(while: \.isWhitespace)) }
            guard
                names.allSatisfy({
                    !$0.isEmpty && $0.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") })
                })
            else {
                throw Invalid(reason: "must be host names without ports")
            }
            configuration.httpNames = Set(names)
        },
        Setting(
            "PULSUM_HTTP_PUBLISHED", "",
            "Where the port of a container is published, [address:]port; decides who can reach it, instead of PULSUM_HTTP."
        ) {
            text, configuration throws(Invalid) in
            configuration.published = text.isEmpty ? nil : try address(text.contains(":") ? text : "0.0.0.0:\(text)")
        },
        Setting("PULSUM_TLS_CERT", "", "File of the certificate and its chain (PEM), for https; read again at SIGHUP.")
        { text, configuration throws(Invalid) in
            configuration.tlsCertificate = text.isEmpty ? nil : try path(text)
        },
        Setting("PULSUM_TLS_KEY", "", "File of the certificate's private key (PEM); read again at SIGHUP.") {
            text, configuration throws(Invalid) in
            configuration.tlsKey = text.isEmpty ? nil : try path(text)
        },
        Setting(
            "PULSUM_PUBLIC_URL", "",
            "Where browsers find the web app, such as https://pulsum.example.org, if a proxy is in front of it."
        ) {
            text, configuration throws(Invalid) in
            guard !text.isEmpty else { return configuration.publicURL = nil }
            guard let origin = WebOrigin(text) else {
                throw Invalid(reason: "must be http:// or https:// with a host and nothing after it")
            }
            configuration.publicURL = origin
        },
        Setting(
            "PULSUM_TRUSTED_PROXIES", "",
            "Addresses or networks (CIDR) of proxies whose X-Forwarded-For counts, comma-separated."
        ) {
            text, configuration throws(Invalid) in
            configuration.trustedProxies = []
            for part in text.split(separator: ",") {
                guard let range = AddressRange(part.trimming(while: \.isWhitespace)) else {
                    throw Invalid(reason: "must be IP addresses or networks such as 10.0.0.0/8")
                }
                configuration.trustedProxies.append(range)
            }
        },
        Setting("PULSUM_CLEAR_TEXT", "", "1 to serve other machines without encryption; the page then says so.") {
            text, configuration throws(Invalid) in
            configuration.allowsClearText = try flag(text)
        },
        Setting(
            "PULSUM_HSTS", "",
            "1 to tell browsers to use nothing but https for this host name for a year; this concerns its other ports too."
        ) {
            text, configuration throws(Invalid) in configuration.sendsHSTS = try flag(text)
        },
        Setting(
            "PULSUM_LOG", "info",
            "Least grave level that is logged: trace, debug, info, notice, warning, error, critical."
        ) {
            text, configuration throws(Invalid) in
            guard let level = Logger.Level(rawValue: text) else {
                throw Invalid(reason: "must be one of \(Logger.Level.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            configuration.logLevel = level
        },
        Setting("PULSUM_LOG_FORMAT", "text", "How log lines are written: text, or json for collectors.") {
            text, configuration throws(Invalid) in
            guard let format = LogFormat(rawValue: text) else {
                throw Invalid(reason: "must be one of \(LogFormat.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            configuration.logFormat = format
        },
        Setting("PULSUM_CREDIT", "32", "Requests a process takes from the bus at once, 1 to 1024.") {
            text, configuration throws(Invalid) in
            guard let credit = Int32(text), (1...1024).contains(credit) else {
                throw Invalid(reason: "must be a whole number from 1 to 1024")
            }
            configuration.credit = credit
        },
        Setting(
            "PULSUM_QUOTA_UPLOADS", "4,16GiB",
            "Uploads and imports of a person under way at once, and what their files may take together."
        ) {
            text, configuration throws(Invalid) in
            let parts = text.split(separator: ",", omittingEmptySubsequences: false).map {
                $0.trimming(while: \.isWhitespace)
            }
            guard parts.count == 2, let count = Int(parts[0]), (1...1000).contains(count),
                let bytes = ByteSize.parse(parts[1]), bytes > 0
            else {
                throw Invalid(reason: "must be a number from 1 to 1000 and a size, such as 4,16GiB")
            }
            configuration.quotaUploads = (count, bytes)
        },
        Setting("PULSUM_QUOTA_KEPT", "8GiB", "What the samples kept of a person may take; 0 for no bound.") {
            text, configuration throws(Invalid) in
            guard let bytes = ByteSize.parse(text) else { throw Invalid(reason: "must be a size such as 8GiB, or 0") }
            configuration.quotaKept = bytes
        },
        Setting(
            "PULSUM_CAPABILITIES", "required",
            "Whether requests about a person need the API's capability: required, or accept-missing while an api of an older release is replaced."
        ) { text, configuration throws(Invalid) in
            guard ["required", "accept-missing"].contains(text) else {
                throw Invalid(reason: "must be required or accept-missing")
            }
            configuration.acceptsMissingCapabilities = text == "accept-missing"
        },
        Setting(
            "PULSUM_MODEL", "{home}/.cache/pulsum/all-MiniLM-L6-v2",
            "Folder of the sentence model, as deploy/install fetches it."
        ) {
            text, configuration throws(Invalid) in configuration.model = try path(text)
        },
        Setting(
            withoutModel, "",
            "1 to start without the sentence model, too: crises, moods and questions are then recognised less well."
        ) {
            text, configuration throws(Invalid) in configuration.allowsMissingModel = try flag(text)
        },
        Setting(
            "PULSUM_CLOUD_URL", "https://api.openai.com/v1",
            "Base URL of the cloud model; only the gateway calls it, and only with consent."
        ) {
            text, configuration throws(Invalid) in configuration.cloudURL = try url(text)
        },
        Setting("PULSUM_CLOUD_MODEL", "gpt-5", "Name of the cloud model.") { text, configuration throws(Invalid) in
            guard !text.isEmpty, text.utf8.count <= 100, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
                throw Invalid(reason: "must be a model name without spaces")
            }
            configuration.cloudModel = text
        },
        Setting(
            "PULSUM_CLOUD_KEY_FILE", "", "File of an API key for every user who has not stored one; empty for none."
        ) {
            text, configuration throws(Invalid) in configuration.cloudKeyFile = text.isEmpty ? nil : try path(text)
        },
        Setting(
            "PULSUM_CLOUD_API", "responses",
            "The API that the cloud model's provider speaks: responses or chat-completions."
        ) { text, configuration throws(Invalid) in
            guard ["responses", "chat-completions"].contains(text) else {
                throw Invalid(reason: "must be responses or chat-completions")
            }
            configuration.cloudAPI = text
        },
        Setting(
            "PULSUM_CLOUD_CA_FILE", "",
            "PEM file of the only certificate authorities that count for the cloud model; empty for those of the system."
        ) {
            text, configuration throws(Invalid) in
            configuration.cloudAuthorities = text.isEmpty ? nil : try path(text)
        },
        Setting(
            "PULSUM_CLOUD_PIN", "",
            "SHA-256 of the public keys that the cloud model's host may have, in base64, separated by commas; empty for any."
        ) { text, configuration throws(Invalid) in
            configuration.cloudPins = try pins(text)
        },
        Setting(
            "PULSUM_LOCAL_MODEL_URL", "",
            "Base URL of a language model of your own, on this machine or in its private network; empty for none."
        ) {
            text, configuration throws(Invalid) in configuration.localModelURL = text.isEmpty ? "" : try url(text)
        },
        Setting("PULSUM_LOCAL_MODEL_NAME", "", "Name of that model, as its server knows it.") {
            text, configuration throws(Invalid) in
            guard text.utf8.count <= 100, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
                throw Invalid(reason: "must be a model name without spaces")
            }
            configuration.localModelName = text
        },
        Setting(
            "PULSUM_TRANSCRIPTION", "",
            "pocketsphinx: spoken entries are recognised on this machine (experimental, English only); empty: not."
        ) {
            text, configuration throws(Invalid) in
            guard ["", "pocketsphinx"].contains(text) else { throw Invalid(reason: "must be pocketsphinx or empty") }
            configuration.transcribesHere = !text.isEmpty
        },
        Setting(
            "PULSUM_TRANSCRIPTION_URL", "",
            "Base URL of a transcription server of your own, on this machine or in its private network; empty for none."
        ) {
            text, configuration throws(Invalid) in configuration.transcriptionURL = text.isEmpty ? "" : try url(text)
        },
        Setting("PULSUM_TRANSCRIPTION_MODEL", "whisper-1", "Name of its model, as the server knows it.") {
            text, configuration throws(Invalid) in
            guard text.utf8.count <= 100, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
                throw Invalid(reason: "must be a model name without spaces")
            }
            configuration.transcriptionModel = text
        },
        Setting(
            TraceExporter.setting, "",
            "Collector of traces (OTLP/HTTP), http:// on this machine or in its private network; empty for none."
        ) {
            text, configuration throws(Invalid) in configuration.traceCollector = text.isEmpty ? "" : try url(text)
        },
        Setting("PULSUM_BACKUP_PASSPHRASE_FILE", "", "File of the passphrase of backups; empty: it is asked for.") {
            text, configuration throws(Invalid) in
            configuration.backupPassphraseFile = text.isEmpty ? nil : try path(text)
        },
        Setting("PULSUM_CONFIG", "", "File of KEY=VALUE lines; the environment overrides it.") {
            text, configuration throws(Invalid) in
            configuration.file = text.isEmpty ? nil : try path(text)
        },
    ]

    static func path(_ text: String) throws(Invalid) -> String {
        guard text.first == "/", !text.contains("\0") else { throw Invalid(reason: "must be an absolute path") }
        return text.count > 1 && text.last == "/" ? String(text.dropLast()) : text
    }

    /// Hashes of public keys as in RFC 7469, with or without `sha256/`.
    private static func pins(_ text: String) throws(Invalid) -> Set<[UInt8]> {
        var pins: Set<[UInt8]> = []
        for part in text.split(separator: ",") {
            let part = part.trimming(while: \.isWhitespace)
            let code = part.hasPrefix("sha256/") ? part.dropFirst(7) : part
            guard let hash = Data(base64Encoded: String(code)), hash.count == 32 else {
                throw Invalid(reason: "must be SHA-256 hashes in base64, separated by commas")
            }
            pins.insert(Array(hash))
        }
        return pins
    }

    private static func flag(_ text: String) throws(Invalid) -> Bool {
        guard ["", "0", "1"].contains(text) else { throw Invalid(reason: "must be 1 or 0") }
        return text == "1"
    }

    private static func address(_ text: String) throws(Invalid) -> HostPort {
        guard let address = HostPort(text) else {
            throw Invalid(reason: "must be host:port with a port from 0 to 65535")
        }
        return address
    }

    private static func endpoints(_ text: String) throws(Invalid) -> [BusEndpoint] {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        var endpoints: [BusEndpoint] = []
        for part in parts {
            do {
                endpoints.append(try BusEndpoint(String(part.trimming(while: \.isWhitespace))))
            } catch {
                throw Invalid(reason: "\(error)")
            }
        }
        return endpoints
    }

    static func url(_ text: String) throws(Invalid) -> String {
        let rest = text.hasPrefix("https://") ? text.dropFirst(8) : text.hasPrefix("http://") ? text.dropFirst(7) : ""
        guard let first = rest.first, first != "/", text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
            !rest.contains("?"), !rest.contains("#"),
            !rest.contains("@")
        else {
            throw Invalid(reason: "must begin with https:// or http:// and name a host, without a query or a password")
        }
        return text.last == "/" ? String(text.dropLast()) : text
    }
}

extension StringProtocol {
    /// The text without the characters at both ends that satisfy `condition`.
    func trimming(while condition: (Character) -> Bool) -> SubSequence {
        guard let first = firstIndex(where: { !condition($0) }), let last = lastIndex(where: { !condition($0) }) else {
            return self[endIndex...]
        }
        return self[first...last]
    }
}
