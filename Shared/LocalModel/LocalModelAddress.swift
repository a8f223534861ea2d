import Dispatch
import SystemKit

/// Where the local language model is: on this machine or in its private network, and nowhere else.
///
/// A literal address is judged at the start. A name is judged at every connection, by all addresses it stands for then, and the connection goes to one of exactly
/// these: a name that moves to a public address later gets nothing.
struct LocalModelAddress: Sendable {
    /// Why there is no such address, in a sentence for whoever configured it.
    struct Refused: Error, CustomStringConvertible, Equatable { let description: String }

    /// `{base}/chat/completions`.
    let completions: String
    /// Without brackets and port.
    let host: String
    private let resolve: @Sendable (String) -> [String]

    /// - Parameter resolve: every address of a name; blocks.
    /// - Throws: `Refused` for a public address, a name that stands for one, and what is no http address.
    init(_ base: String, resolve: @escaping @Sendable (String) -> [String] = HostName.addresses) throws(Refused) {
        guard base.hasPrefix("http://") || base.hasPrefix("https://"), let scheme = base.range(of: "://") else {
            throw Refused(description: "PULSUM_LOCAL_MODEL_URL must begin with http:// or https://.")
        }
        let authority = base[scheme.upperBound...].prefix { $0 != "/" }
        host = String(authority.first == "[" ? authority.dropFirst().prefix { $0 != "]" } : authority.prefix { $0 != ":" })
        guard !host.isEmpty, !authority.contains("@") else { throw Refused(description: "PULSUM_LOCAL_MODEL_URL must name a host, without a password.") }
        (completions, self.resolve) = ((base.last == "/" ? String(base.dropLast()) : base) + "/chat/completions", resolve)
        let addresses = NetworkAddress(host) == nil ? resolve(host) : [host]
        guard addresses.allSatisfy(Self.isPrivate) else {
            throw Refused(
                description:
                    "PULSUM_LOCAL_MODEL_URL must be on this machine or in its private network: \(host) is a public address, and what people write stays here.")
        }
    }

    /// The addresses to connect to now; empty where the name is unknown, or where any of them is public. nil where nobody said so in time.
    func addresses(within limit: Duration) async -> [String]? {
        guard NetworkAddress(host) == nil else { return [host] }
        // A lookup cannot be cancelled; whoever asked does not wait for it.
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
