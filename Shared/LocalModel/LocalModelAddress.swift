import SystemKit

/// The address of the local language model, restricted to this machine and its private network.
struct LocalModelAddress: Sendable {
    typealias Refused = PrivateURL.Refused

    private let url: PrivateURL
    /// `{base}/chat/completions`.
    var completions: String { url.base + "/chat/completions" }
    /// The host without brackets and port.
    var host: String { url.host }

    /// - Parameter resolve: every address of a name; blocks.
    /// - Throws: `Refused`, as `PrivateURL`.
    init(_ base: String, resolve: @escaping @Sendable (String) -> [String] = HostName.addresses) throws(Refused) {
        url = try PrivateURL(
            base, setting: "PULSUM_LOCAL_MODEL_URL", secret: "what people write", resolve: resolve)
    }

    /// As `PrivateURL.addresses`.
    func addresses(within limit: Duration) async -> [String]? { await url.addresses(within: limit) }
}
