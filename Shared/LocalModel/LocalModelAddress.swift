import Dispatch
import SystemKit

/// The address of the local language model, restricted to this machine and its private network.
///
/// A literal address is checked at the start. A name is resolved and checked for every connection, and the connection
/// goes to one of the checked addresses, so that a name that later resolves to a public address receives nothing.
struct LocalModelAddress: Sendable {
    /// Reason for rejecting an address, as a sentence for the operator.
    struct Refused: Error, CustomStringConvertible, Equatable { let description: String }

    /// `{base}/chat/completions`.
    let completions: String
    /// The host without brackets and port.
    let host: String
    private let resolve: @Sendable (String) -> [String]

    /// - Parameter resolve: every address of a name; blocks.
    /// - Throws: `Refused` for a public address, a name that stands for one, and what is no http address.
    init(_ base: String, resolve: @escaping @Sendable (String) -> [String] = HostName.addresses) throws(Refused) {
        guard base.hasPrefix("http://") || base.hasPrefix("https://"), let scheme = base.range(of: "://") else {
            throw Refused(description: "PULSUM_LOCAL_MODEL_URL must begin with http:// or https://.")
        }
        let authority = base[scheme.upperBound...].prefix { $0 != "/" }
        host = String(
            authority.first == "[" ? authority.dropFirst().prefix { $0 != "]" } : authority.prefix { $0 != ":" })
        guard !host.isEmpty, !authority.contains("@") else {
            throw Refused(description: "PULSUM_LOCAL_MODEL_URL must name a host, without a password.")
        }
        (completions, self.resolve) = (
            (base.last == "/" ? String(base.dropLast()) : base) + "/chat/completions", resolve
        )
        let addresses = NetworkAddress(host) == nil ? resolve(host) : [host]
        guard addresses.allSatisfy(Self.isPrivate) else {
            throw Refused(
                description:
                    "PULSUM_LOCAL_MODEL_URL must be on this machine or in its private network: \(host) is a public address, and what people write stays here."
            )
        }
    }

    /// The addresses for a connection now; empty if the name is unknown or any of its addresses is public. nil if the
    /// lookup exceeds `limit`.
    func addresses(within limit: Duration) async -> [String]? {
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
