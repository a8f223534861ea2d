import Fixtures
import Foundation
import TestTraits
import Testing

/// `pulsum certificate` and what a browser makes of it.
@Suite(.needs(.browser), .tags(.browser)) struct CertificateBrowserTests {
    private struct Seen: Decodable {
        /// The error of a browser that does not trust the authority.
        let before: String
        /// The status of a page for one that does.
        let after: Int
        /// The error where the authority's key signed for another name.
        let other: String
        /// SHA-256 of the authority's certificate, as the page shows it, and of what it lets download.
        let shown: String
        let downloaded: String
        let type: String
    }

    @Test(
        "SEC-3 WEB-6 A browser that trusts the authority opens Pulsum, and refuses the authority's key for any other name",
        .timeLimit(.minutes(3)))
    func trusted() async throws {
        let scratch = try Scratch()
        let (data, kept) = (scratch.file("data"), scratch.file("kept.key"))
        let made = try await Executable.run(
            Executable.folder.appendingPathComponent("pulsum").path,
            ["certificate", "pulsum.home.test", "--authority-key", kept], environment: ["PULSUM_DATA": data])
        try #require(made.status == 0, "\(made.errors)")
        let stack = try await Stack.start(
            environment: [
                "PULSUM_TLS_CERT": data + "/tls/certificate.pem", "PULSUM_TLS_KEY": data + "/tls/key.pem",
                "PULSUM_HTTP_NAMES": "pulsum.home.test",
            ])
        let chain = try String(contentsOfFile: data + "/tls/certificate.pem", encoding: .utf8)
        let begin = try #require(chain.range(of: "-----BEGIN", options: .backwards))
        let authority = scratch.file("authority.pem")
        try String(chain[begin.lowerBound...]).write(toFile: authority, atomically: true, encoding: .utf8)
        try await stack.during { stack in
            let seen: Seen = try await BrowserScript.run(
                "certificate.py",
                [try stack.httpAddress(), authority, kept, scratch.path, BrowserScript.pictures])
            #expect(seen.before == "ERR_CERT_AUTHORITY_INVALID")
            #expect(seen.after == 200)
            #expect(seen.other.hasPrefix("ERR_CERT_"), "\(seen.other)")
            #expect(seen.shown == seen.downloaded && seen.shown.count == 64)
            #expect(seen.type == "application/x-x509-ca-cert")
        }
    }
}
