import Fixtures
import Foundation
import TestTraits
import Testing

/// The scripts of `Tests/EndToEnd/Web/Browser`, in the browser that `deploy/install test` installs. Tests that run one
/// have the trait `needs(.browser)`.
enum BrowserScript {
    /// The folder for screenshots, from `PULSUM_SCREENSHOTS`; `-` for none.
    static let pictures = ProcessInfo.processInfo.environment["PULSUM_SCREENSHOTS"] ?? "-"

    /// The faults that no page may have; every script prints them.
    private struct Faults: Decodable {
        /// Errors at the console and of scripts, shifts of the layout, refusals of the Content-Security-Policy.
        let problems: [String]
        /// Requests to other addresses.
        let foreign: [String]
        /// Pages that scroll sideways.
        let wide: [String]
    }

    /// A number or a text in a script's output.
    enum Value: Decodable, Equatable {
        case count(Int)
        case word(String)

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let count = try? value.decode(Int.self) {
                self = .count(count)
            } else {
                self = .word(try value.decode(String.self))
            }
        }
    }

    /// Runs a script, expects no faults and no findings of axe on its pages, and decodes what else it prints.
    static func run<Seen: Decodable>(_ script: String, _ arguments: [String], as: Seen.Type = Seen.self) async throws
        -> Seen
    {
        let result = try await Executable.run(
            Requirement.browserPython, [Repository.path("Tests/EndToEnd/Web/Browser/\(script)")] + arguments)
        let call = ([script] + arguments.prefix(1)).joined(separator: " ")
        try #require(result.status == 0, "\(call): \(result.errors.suffix(3000))")
        let output = Data(result.output.utf8)
        let faults = try JSONDecoder().decode(Faults.self, from: output)
        #expect(faults.problems + faults.foreign + faults.wide == [], "\(call)")
        let axe = (try JSONSerialization.jsonObject(with: output) as? [String: Any])?["axe"] as? [String: Any]
        #expect(axe?.isEmpty == true, "\(call): \(axe ?? [:])")
        return try JSONDecoder().decode(Seen.self, from: output)
    }

    /// Starts a stack that answers over https as `pulsum.test`.
    /// - Returns: the stack, and the digest of its certificate's key, which the browser is told to accept.
    static func encryptedStack(_ environment: [String: String] = [:]) async throws -> (stack: Stack, pin: String) {
        let scratch = try Scratch()
        let (certificate, key) = (scratch.file("cert.pem"), scratch.file("key.pem"))
        let made = try TestCertificate()
        try made.write(certificate: certificate, key: key)
        let encrypted = [
            "PULSUM_TLS_CERT": certificate, "PULSUM_TLS_KEY": key, "PULSUM_HTTP_NAMES": "pulsum.test",
        ]
        let stack = try await Stack.start(
            environment: environment.merging(encrypted) { _, new in new }, scratch: scratch)
        return (stack, made.pin)
    }
}

extension Stack {
    /// The link with which the first account is made, under another host name if one is given.
    func setUpLink(host: String? = nil) throws -> String {
        let address =
            host.map { url.replacing("127.0.0.1", with: $0).replacing("localhost", with: $0) } ?? url
        return "\(address)/#setup=\(try setUpCode())"
    }
}
