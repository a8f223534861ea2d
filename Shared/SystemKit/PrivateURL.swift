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
    private let scheme: String
    private let resolve: @Sendable (String) -> [String]

    /// - Parameters:
    ///   - setting: the setting's name, for the refusal.
    ///   - secret: what must not leave the network, for the refusal: the subject of "… stays here".
    ///   - resolve: every address of a name; blocks.
    /// - Throws: `Refused` for a public address, a name that stands for one, and what is no http address.
    package init(
        _ url: String, setting: String, secret: String,
        resolve: @escaping @Sendable (String) -> [String] = HostName.addresses
    ) throws(Refused) {
        guard let scheme = ["http", "https"].first(where: { url.hasPrefix($0 + "://") }) else {
            throw Refused("\(setting) must begin with http:// or https://.")
        }
        self.scheme = scheme
        authority = String(url.dropFirst(scheme.count + 3).prefix { $0 != "/" })
        host = String(
            authority.first == "[" ? authority.dropFirst().prefix { $0 != "]" } : authority.prefix { $0 != ":" })
        let rest = authority.dropFirst(host.count + (authority.first == "[" ? 2 : 0))
        guard !host.isEmpty, !authority.contains("@"),
            let port = rest.isEmpty ? (scheme == "http" ? 80 : 443) : UInt16(rest.dropFirst())
        else { throw Refused("\(setting) must name a host, perhaps a port, and no password.") }
        self.port = port
        (base, self.resolve) = (url.last == "/" ? String(url.dropLast()) : url, resolve)
        let addresses = NetworkAddress(host) == nil ? resolve(host) : [host]
        guard addresses.allSatisfy(Self.isPrivate) else {
            throw Refused(
                "\(setting) must be on this machine or in its private network: \(host) is a public address, and \(secret) stays here."
            )
        }
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
