import Foundation
import ServiceKit
import Synchronization

/// Keeps the set-up link in a file that only the owner of the data may read, for as long as there is no account. `pulsum up` and `pulsum setup-link` print it; it
/// is never logged.
final class SetUpLink: Sendable {
    private let path: String
    private let code: @Sendable () async throws -> String?
    /// Where the page is and what the file says.
    private let state = Mutex<(base: String?, written: String?)>((nil, nil))

    /// - Parameter code: the code that is valid now; nil where an account exists.
    init(path: String, code: @escaping @Sendable () async throws -> String?) { (self.path, self.code) = (path, code) }

    /// Follows the state, which another replica may change, for as long as the process lives.
    func run() async throws {
        while !Task.isCancelled {
            try await refresh()
            try await Task.sleep(for: .seconds(1))
        }
    }

    /// Writes, replaces or removes the file as the state asks for.
    func refresh() async throws {
        let code = try await code()
        try show(code)
    }

    /// The page is served at this address from now on. The file is in place when this returns, so that whoever sees the address finds the link.
    /// - Parameter code: the code as it is now.
    func serve(at base: String, code: String?) {
        // A file that an earlier process left goes even where none is to be written.
        unlink(path)
        state.withLock { $0 = (base, nil) }
        // What fails here is tried again by `run`.
        try? show(code)
    }

    private func show(_ code: String?) throws {
        try state.withLock { state in
            guard let base = state.base else { return }
            let link = code.map { "\(base)/#setup=\($0)" }
            guard link != state.written || (link != nil && !FileManager.default.fileExists(atPath: path)) else { return }
            if let link { try write(link + "\n") } else { unlink(path) }
            state.written = link
        }
    }

    /// The address as people open it: a configured one, else the one that was bound or published, with `localhost` for loopback and for all addresses.
    /// - Parameter bound: where the process listens, `host:port`, IPv6 in brackets.
    static func base(bound: String, _ configuration: Configuration) -> String {
        guard configuration.publicURL == nil, configuration.tlsCertificate == nil else {
            return configuration.pageURL(at: HostPort(bound) ?? configuration.http)
        }
        return base(of: configuration.published ?? HostPort(bound) ?? configuration.http)
    }

    static func base(of address: HostPort) -> String {
        ["127.0.0.1", "0.0.0.0", "::", "::1"].contains(address.host) ? "http://localhost:\(address.port)" : "http://\(address)"
    }

    /// Beside the file and renamed, so that nobody reads half a link.
    private func write(_ text: String) throws {
        let temporary = "\(path).\(getpid())"
        let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw CocoaError(.fileWriteNoPermission) }
        defer { close(file) }
        let bytes = Array(text.utf8)
        guard fchmod(file, 0o600) == 0, Foundation.write(file, bytes, bytes.count) == bytes.count, rename(temporary, path) == 0 else {
            unlink(temporary)
            throw CocoaError(.fileWriteUnknown)
        }
    }
}
