import Fixtures
import Foundation
import Messages
import SystemKit
import Testing

/// The installed application and what it keeps while the server does not answer, in a real browser.
@Suite(.serialized) struct OfflineTests {
    private static let python =
        (ProcessInfo.processInfo.environment["XDG_CACHE_HOME"] ?? NSHomeDirectory() + "/.cache")
        + "/pulsum/browser-tools/bin/python"
    private static let script = Repository.path("Tests/EndToEnd/Web/Browser/offline.py")
    private static var folder: String { ProcessInfo.processInfo.environment["PULSUM_SCREENSHOTS"] ?? "-" }

    private static var isInstalled: Bool {
        guard FileManager.default.isExecutableFile(atPath: python) else {
            print("skipped: deploy/install test could not install the browser")
            return false
        }
        return true
    }

    /// axe finds nothing, and nothing that it cannot decide.
    private static func expectNoFindings(_ output: String) throws {
        let seen = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
        let axe = seen?["axe"] as? [String: Any]
        #expect(axe?.isEmpty == true, "\(axe ?? [:])")
    }

    /// What `offline.py` prints about an encrypted address.
    private struct Seen: Decodable {
        let problems: [String]
        let foreign: [String]
        let wide: [String]
        let icons: [Int]
        /// Paths in the browser's caches.
        let cached: [String]
        let cachedPrivate: [String]
        let banner: String
        let call: String
        let kept: Bool
        let afterOffline: [String]
        let isDated: Bool
        let checkIns: [Int]
        let reachedServer: Int
        let afterLostAnswer: [String]
        let heldWithoutSession: Int
        let noticeAtSignIn: Bool
        let ofOther: [String]
        let shownToOther: Bool
        let heldForOwner: Int
        let sentByOwner: Int
        let asked: Bool
        let stayed: Int
        let left: [String: [String]]
        let arrived: String
    }

    @Test(
        "WEB-11 Over https by a host name: the shell and the safety page offline, entries that wait and are sent once by who wrote them, and nothing left after signing out",
        .timeLimit(.minutes(8)))
    func encrypted() async throws {
        guard Self.isInstalled else { return }
        let scratch = try Scratch()
        let (certificate, key) = (scratch.file("cert.pem"), scratch.file("key.pem"))
        let made = try TestCertificate()
        try made.write(certificate: certificate, key: key)
        let environment = [
            "PULSUM_TLS_CERT": certificate, "PULSUM_TLS_KEY": key, "PULSUM_HTTP_NAMES": "pulsum.test",
        ]
        let stack = try await Stack.start(environment: environment, scratch: scratch)
        try await stack.during { stack in
            _ = try await stack.makeAccount()
            _ = try await stack.makeAccount("Bea")
            let result = try await Executable.run(
                Self.python, [Self.script, "encrypted", try stack.httpAddress(), made.pin, Self.folder])
            try #require(result.status == 0, "\(result.errors.suffix(3000))")
            let seen = try JSONDecoder().decode(Seen.self, from: Data(result.output.utf8))
            #expect(seen.problems.isEmpty && seen.foreign.isEmpty && seen.wide.isEmpty, "\(seen.problems) \(seen.wide)")
            try Self.expectNoFindings(result.output)
            #expect(seen.icons == [200, 200, 200, 200])
            #expect(seen.cached.contains("/safety") && seen.cached.contains("/offline"))
            #expect(seen.cached.allSatisfy { $0.hasPrefix("/assets/") || ["/safety", "/offline"].contains($0) })
            #expect(seen.cachedPrivate.isEmpty)
            #expect(seen.banner.hasPrefix("Your Pulsum does not answer.") && seen.call.hasPrefix("tel:") && seen.kept)
            #expect(seen.afterOffline == ["Written without a connection."] && seen.isDated && seen.checkIns == [6])
            #expect(seen.reachedServer == 2)
            #expect(seen.afterLostAnswer.filter { $0 == "Its answer was lost." }.count == 1)
            #expect(seen.heldWithoutSession == 1 && seen.noticeAtSignIn)
            #expect(seen.ofOther.isEmpty && !seen.shownToOther && seen.heldForOwner == 1)
            #expect(seen.sentByOwner == 1)
            #expect(seen.asked && seen.stayed == 1)
            #expect(seen.left.values.allSatisfy { $0.isEmpty }, "\(seen.left)")
            #expect(seen.arrived.contains("data arrives"))
        }
    }

    /// What `offline.py` prints about an address without encryption.
    private struct Plain: Decodable {
        let problems: [String]
        let hasWorker: Bool
        let banner: String
        let away: String
        let misses: [String]
        let left: Int
    }

    @Test(
        "WEB-11 At a plain-http address of the network the page says what is missing and why",
        .timeLimit(.minutes(5)))
    func plain() async throws {
        guard Self.isInstalled else { return }
        guard let address = NetworkAddress.ofThisMachine().first else {
            return print("skipped: this machine has no address but loopback")
        }
        try await Stack.run(["--http", "0.0.0.0:0"], environment: ["PULSUM_CLEAR_TEXT": "1"]) { stack in
            _ = try await stack.makeAccount()
            let port = try #require(try stack.httpAddress().split(separator: ":").last)
            let result = try await Executable.run(
                Self.python, [Self.script, "plain", "\(address):\(port)", "-", Self.folder])
            try #require(result.status == 0, "\(result.errors.suffix(3000))")
            let seen = try JSONDecoder().decode(Plain.self, from: Data(result.output.utf8))
            #expect(seen.problems.isEmpty, "\(seen.problems)")
            try Self.expectNoFindings(result.output)
            #expect(!seen.hasWorker)
            #expect(seen.banner.contains("not encrypted") && seen.banner.contains("installing"))
            #expect(seen.away.contains("without https"))
            #expect(seen.misses.count == 4 && seen.left == 0)
        }
    }
}
