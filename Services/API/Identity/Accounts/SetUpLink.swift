import Foundation
import ServiceKit
import Synchronization

/// Keeps the set-up link in a file readable by the data's owner only, as long as there is no account. `pulsum up` and
/// `pulsum setup-link` print it; it is never logged.
final class SetUpLink: Sendable {
    private let path: String
    private let code: @Sendable () async throws -> String?
    private struct State {
        /// The page's base URL.
        var base: String?
        /// The valid code as the latest look found it, and the number of that look.
        var (code, look): (String?, Int) = (nil, 0)
        /// The number of looks that began.
        var looks = 0
        /// The link last written to the file.
        var written: String?
    }

    private let state = Mutex(State())

    /// - Parameter code: returns the valid code; nil if an account exists.
    init(path: String, code: @escaping @Sendable () async throws -> String?) { (self.path, self.code) = (path, code) }

    /// Refreshes the file every second until cancelled, because another replica may change the state.
    func run() async throws {
        while !Task.isCancelled {
            try await refresh()
            try await Task.sleep(for: .seconds(1))
        }
    }

    /// Looks for the valid code, and writes, replaces or removes the file to match the latest look.
    func refresh() async throws {
        let look = state.withLock { state in
            state.looks += 1
            return state.looks
        }
        let code = try await code()
        try state.withLock { state in
            if look > state.look { (state.code, state.look) = (code, look) }
            try show(&state)
        }
    }

    /// Sets the page's base URL, after a `refresh`. The file is in place on return, so that a process that sees the
    /// address finds the link.
    func serve(at base: String) {
        // A file left by an earlier process is removed even if no new one is written.
        unlink(path)
        state.withLock { state in
            (state.base, state.written) = (base, nil)
            // `run` retries a failure.
            try? show(&state)
        }
    }

    private func show(_ state: inout State) throws {
        guard let code = state.code else {
            // Also that of an earlier process, before this one serves the page.
            unlink(path)
            state.written = nil
            return
        }
        guard let base = state.base else { return }
        let link = "\(base)/#setup=\(code)"
        guard link != state.written || !FileManager.default.fileExists(atPath: path) else { return }
        try write(link + "\n")
        state.written = link
    }

    /// The base URL for people: the configured one, else the bound or published address, with `localhost` for loopback
    /// and wildcard addresses.
    /// - Parameter bound: the listening address, `host:port`, IPv6 in brackets.
    static func base(bound: String, _ configuration: Configuration) -> String {
        guard configuration.publicURL == nil, configuration.tlsCertificate == nil else {
            return configuration.pageURL(at: HostPort(bound) ?? configuration.http)
        }
        return base(of: configuration.published ?? HostPort(bound) ?? configuration.http)
    }

    static func base(of address: HostPort) -> String {
        ["127.0.0.1", "0.0.0.0", "::", "::1"].contains(address.host)
            ? "http://localhost:\(address.port)" : "http://\(address)"
    }

    /// Writes a temporary file and renames it, so that a reader never sees a partial link.
    private func write(_ text: String) throws {
        let temporary = "\(path).\(getpid())"
        let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw CocoaError(.fileWriteNoPermission) }
        defer { close(file) }
        let bytes = Array(text.utf8)
        guard fchmod(file, 0o600) == 0, Foundation.write(file, bytes, bytes.count) == bytes.count,
            rename(temporary, path) == 0
        else {
            unlink(temporary)
            throw CocoaError(.fileWriteUnknown)
        }
    }
}
