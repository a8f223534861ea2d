import Dispatch

/// An http URL restricted to this machine and its private network.
///
/// A literal address is checked at the start. A name is resolved and checked for every connection, and the connection
/// goes to one of the checked addresses, so that a name that later resolves to a public address receives nothing.
package struct PrivateURL: Sendable {
    /// Reason for rejecting a URL, as a sentence for the operator.
    package struct Refused: Error, CustomStringConvertible, Equatable {
        /// The sentence.
        package let description: String
        /// A refusal with this sentence.
        package init(_ description: String) { self.description = description }
    }

    /// The URL without a slash at its end.
    package let base: String
    /// The host without brackets and port.
    package let host: String
    /// The host as in the URL, with brackets and port.
    package let authority: String
    /// The port; 80 or 443 if the URL names none.
    package let port: UInt16
    /// The path without a slash at its end; empty if there is none.
    package var path: String { String(base.dropFirst(scheme.count + 3 + authority.count)) }
    /// `scheme://authority`.
    package var origin: String { "\(scheme)://\(authority)" }
    /// True for https.
    package var isEncrypted: Bool { scheme == "https" }
    private let scheme: String
    private let resolve: @Sendable (String) -> [String]

    /// - Parameters:
    ///   - setting: the setting's name, for the refusal.
    ///   - subject: what must not leave the network, for the refusal: the subject of "… stays here".
    ///   - schemes: accepted schemes, of `http` and `https`.
    ///   - resolve: every address of a name; blocks.
    /// - Throws: `Refused` for a public address, a name that stands for one, and what is no http address.
    package init(
        _ url: String, setting: String, subject: String, schemes: [String] = ["http", "https"],
        resolve: @escaping @Sendable (String) -> [String] = HostName.addresses
    ) throws(Refused) {
        guard let scheme = schemes.first(where: { url.hasPrefix($0 + "://") }) else {
            let allowed = schemes.map { $0 + "://" }.joined(separator: " or ")
            throw Refused("\(setting) must begin with \(allowed).")
        }
        self.scheme = scheme
        authority = String(url.dropFirst(scheme.count + 3).prefix { $0 != "/" })
        guard let (host, port) = Self.split(authority), !url.contains(where: { $0 == "?" || $0 == "#" }) else {
            throw Refused("\(setting) must name a host, perhaps a port and a path, and no password or query.")
        }
        (self.host, self.port) = (host, port ?? (scheme == "http" ? 80 : 443))
        (base, self.resolve) = (url.last == "/" ? String(url.dropLast()) : url, resolve)
        let literal = NetworkAddress(host)
        guard !host.contains("%"), literal.map({ !($0.isLinkLocal && $0.bytes.count == 16) }) ?? true else {
            throw Refused(
                "\(setting) cannot be a link-local IPv6 address, which needs a zone (%): name another address of \(host)."
            )
        }
        let addresses = literal == nil ? resolve(host) : [host]
        guard addresses.allSatisfy(Self.isPrivate) else {
            throw Refused(
                "\(setting) must be on this machine or in its private network: \(host) is a public address, and \(subject) stays here."
            )
        }
    }

    /// Host and port of an authority (RFC 3986 §3.2); nil if it is none, or has a user.
    private static func split(_ authority: String) -> (host: String, port: UInt16?)? {
        let host: Substring
        let rest: Substring
        if authority.first == "[" {
            guard let end = authority.firstIndex(of: "]") else { return nil }
            host = authority[authority.index(after: authority.startIndex)..<end]
            rest = authority[authority.index(after: end)...]
            guard NetworkAddress(host) != nil, host.contains(":") else { return nil }
        } else {
            host = authority.prefix { $0 != ":" }
            rest = authority[host.endIndex...]
            guard !host.isEmpty, host.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-._".contains($0)) })
            else { return nil }
        }
        guard !rest.isEmpty else { return (String(host), nil) }
        let digits = rest.dropFirst()
        guard rest.first == ":", digits.allSatisfy({ ("0"..."9").contains($0) }), let port = UInt16(digits), port > 0
        else { return nil }
        return (String(host), port)
    }

    /// The addresses for a connection now; empty if the name is unknown or any of its addresses is public. nil if the
    /// lookup exceeds `limit`.
    package func addresses(within limit: Duration) async -> [String]? {
        guard NetworkAddress(host) == nil else { return [host] }
        // A lookup cannot be cancelled, so the caller stops waiting for it.
        let (answers, answer) = AsyncStream.makeStream(of: [String].self)
        DispatchQueue.global().async { [resolve, host] in
            let found = resolve(host)
            answer.yield(found.allSatisfy(Self.isPrivate) ? found : [])
            answer.finish()
        }
        let timer = Task {
            try? await Task.sleep(for: limit)
            answer.finish()
        }
        defer { timer.cancel() }
        return await answers.first { _ in true }
    }

    private static func isPrivate(_ address: String) -> Bool { NetworkAddress(address)?.isPrivate ?? false }
}
