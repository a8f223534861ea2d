import CPostgres
import Foundation

/// A schema of a PostgreSQL database, and how to reach it: a service's part of `PULSUM_DATABASE`.
public struct PostgresAddress: Sendable, Hashable, CustomStringConvertible {
    /// Most connections of a process by default.
    public static let usualConnections = 6
    /// Stands in the URL for the name of the service.
    public static let servicePlaceholder = "{service}"

    /// libpq's parameters, completed by ours.
    let parameters: [String: String]
    /// The service's schema, and the role that owns it.
    let schema: String
    /// Most connections of this process.
    let connections: Int

    /// The part of a URL that names a service's tables.
    /// - Parameters:
    ///   - url: as libpq reads it (`postgresql://user@host:port/database?parameter=value`); `{service}` in it stands for
    ///     the name of the service.
    ///   - service: the service's name.
    /// - Returns: nil if libpq cannot read the URL.
    public init?(_ url: String, service: String, connections: Int = usualConnections) {
        self.init(url, service: service, installation: "pulsum", connections: connections)
    }

    /// - Parameter installation: begins the name of the schema.
    package init?(_ url: String, service: String, installation: String, connections: Int = usualConnections) {
        let text = url.replacing(Self.servicePlaceholder, with: service)
        guard ["postgresql://", "postgres://"].contains(where: text.hasPrefix), let given = Self.parse(text),
            !Self.isSplitPassword(given)
        else { return nil }
        parameters = Self.completed(given, service: service, ProcessInfo.processInfo.environment)
        schema = "\(installation)_\(service)"
        self.connections = connections
    }

    /// Names the schema, the host and the database; no user and no password.
    public var description: String {
        "the schema \(schema) of \(parameters["dbname"] ?? "the database") at \(parameters["host"] ?? "this machine")"
    }

    /// A URL with its password hidden, for messages and `pulsum config`.
    public static func hidingPassword(_ url: String) -> String {
        // Making the expressions takes 6 ms, and each process asks for each of its settings at its start.
        guard url.utf8.contains(where: { $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "=") }) else { return url }
        // Also one whose @, / or ? is not percent-encoded.
        return url.replacing(#/^(\w+://[^:@/?]*):.*@/#) { "\($0.output.1):…@" }
            .replacing(#/([?&])([^=&]*)=[^&]*/#) { match in
                // libpq decodes the names of parameters.
                let name = String(match.output.2)
                let isSecret = ["password", "sslpassword"].contains(name.removingPercentEncoding ?? name)
                return isSecret ? "\(match.output.1)\(name)=…" : String(match.output.0)
            }
    }

    /// True if a URL holds a password, also one that libpq cannot read.
    public static func holdsPassword(_ url: String) -> Bool {
        guard let given = parse(url.replacing(servicePlaceholder, with: "service")) else {
            return hidingPassword(url) != url
        }
        return given["password"] != nil || given["sslpassword"] != nil || isSplitPassword(given)
    }

    private static func parse(_ url: String) -> [String: String]? {
        guard let options = PQconninfoParse(url, nil) else { return nil }
        defer { PQconninfoFree(options) }
        var (parameters, option) = ([String: String](), options)
        while let keyword = option.pointee.keyword {
            // libpq takes an empty value for none.
            if let value = option.pointee.val, value.pointee != 0 {
                parameters[String(cString: keyword)] = String(cString: value)
            }
            option += 1
        }
        return parameters
    }

    /// True if the end of a password whose @ or / is not percent-encoded was read as host or database, which messages
    /// name.
    private static func isSplitPassword(_ given: [String: String]) -> Bool {
        given["dbname"]?.contains("@") ?? false || given["host"]?.dropFirst().contains("@") ?? false
    }

    // MARK: Defaults

    /// Adds what Pulsum needs and what the URL leaves open: checked certificates beyond this machine, connections whose
    /// loss is noticed within seconds, and a server that accepts writes.
    /// - Parameter environment: libpq takes a missing host from `PGSERVICE`, `PGHOSTADDR` or `PGHOST`; then that decides
    ///   whether the server is here.
    static func completed(_ given: [String: String], service: String, _ environment: [String: String]) -> [String:
        String]
    {
        var parameters = given
        func take(_ name: String, _ variable: String) {
            guard parameters[name] == nil, let value = environment[variable], !value.isEmpty else { return }
            parameters[name] = value
        }
        take("service", "PGSERVICE")
        if parameters["service"] == nil {
            if given["hostaddr"] == nil { take("host", "PGHOST") }
            take("hostaddr", "PGHOSTADDR")
        }
        if given["sslmode"] == nil, !isHere(parameters) { parameters["sslmode"] = "verify-full" }
        if ["verify-full", "verify-ca"].contains(parameters["sslmode"]), given["sslrootcert"] == nil {
            parameters["sslrootcert"] = authorities
        }
        // The service's name comes first, because `pulsum move` finds sessions by it.
        parameters["application_name"] = ["pulsum-\(service)", given["application_name"]].compactMap(\.self)
            .joined(separator: " ")
        let usual = [
            "client_encoding": "UTF8", "connect_timeout": "5",
            "gssencmode": "disable", "keepalives_idle": "5", "keepalives_interval": "2", "keepalives_count": "3",
            "tcp_user_timeout": "15000", "target_session_attrs": "read-write",
        ]
        return parameters.merging(usual) { given, _ in given }
    }

    /// True if every host is a Unix socket or loopback. A service of `pg_service.conf` may name any host.
    private static func isHere(_ parameters: [String: String]) -> Bool {
        guard parameters["service"] == nil else { return false }
        let hosts = [parameters["host"], parameters["hostaddr"]].compactMap(\.self)
        return hosts.joined(separator: ",").split(separator: ",").allSatisfy { host in
            host.first == "/" || host.first == "@" || host == "localhost" || host == "::1"
                || host.wholeMatch(of: #/127\.\d+\.\d+\.\d+/#) != nil
        }
    }

    /// The system's certificate authorities; nil leaves libpq's default, `~/.postgresql/root.crt`, which comes first.
    private static var authorities: String? {
        let own = NSHomeDirectory() + "/.postgresql/root.crt"
        guard !FileManager.default.fileExists(atPath: own) else { return nil }
        return ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"].first {
            FileManager.default.fileExists(atPath: $0)
        }
    }
}
