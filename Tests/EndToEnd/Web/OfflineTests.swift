import Fixtures
import Foundation
import Messages
import SystemKit
import TestTraits
import Testing

/// The installed application and what it keeps while the server does not answer, in a real browser.
@Suite(.needs(.browser), .serialized, .tags(.browser)) struct OfflineTests {
    /// What `offline.py` prints about an encrypted address.
    private struct Seen: Decodable {
        /// Path of the worker that serves a page which was on its way while it began.
        let late: String
        /// Statuses of the answers to forms of another site, and what they left in the journal and in the browser.
        let elsewhere: [Int]
        let planted: [String]
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
        /// Answers that are stored after two questions were answered in place without a connection.
        let taps: [String]
        /// Path, visible buttons and waiting forms after the suggestion was answered without a connection.
        let suggestion: [String]
        /// Path after “Try again” on a page that stood in for one with a place in its address.
        let again: String
        /// Status of a correction by another device, and the answer after an earlier one that waited was sent.
        let newer: [Int]
        let heldWithoutSession: Int
        let noticeAtSignIn: Bool
        let ofOther: [String]
        let shownToOther: Bool
        let heldForOwner: Int
        let sentByOwner: Int
        let asked: Bool
        let stayed: Int
        let left: [String: [String]]
    }

    @Test(
        "WEB-11 Over https by a host name: the shell and the safety page offline, entries that wait and are sent once by who wrote them, and nothing left after signing out",
        .timeLimit(.minutes(8)))
    func encrypted() async throws {
        let (stack, pin) = try await BrowserScript.encryptedStack()
        try await stack.during { stack in
            _ = try await stack.makeAccount()
            _ = try await stack.makeAccount("Bea")
            let seen: Seen = try await BrowserScript.run(
                "offline.py", ["encrypted", try stack.httpAddress(), pin, BrowserScript.pictures])
            #expect(seen.late == "/worker.js")
            #expect(seen.elsewhere == [403, 403, 403, 403])
            #expect(seen.planted.isEmpty, "\(seen.planted)")
            #expect(seen.icons == [200, 200, 200, 200])
            #expect(seen.cached.contains("/safety") && seen.cached.contains("/offline"))
            #expect(seen.cached.allSatisfy { $0.hasPrefix("/assets/") || ["/safety", "/offline"].contains($0) })
            #expect(seen.cachedPrivate.isEmpty)
            #expect(seen.banner.hasPrefix("Your Pulsum does not answer.") && seen.call.hasPrefix("tel:") && seen.kept)
            #expect(seen.afterOffline == ["Written without a connection."] && seen.isDated && seen.checkIns == [6])
            #expect(seen.reachedServer == 2)
            #expect(seen.afterLostAnswer.filter { $0 == "Its answer was lost." }.count == 1)
            #expect(seen.taps == ["energy 6", "sleepQuality 5", "stress 3"])
            #expect(seen.suggestion == ["/", "2", "0"])
            #expect(seen.again == "/coach")
            #expect(seen.newer == [200, 5])
            #expect(seen.heldWithoutSession == 1 && seen.noticeAtSignIn)
            #expect(seen.ofOther.isEmpty && !seen.shownToOther && seen.heldForOwner == 1)
            #expect(seen.sentByOwner == 1)
            #expect(seen.asked && seen.stayed == 1)
            #expect(seen.left.values.allSatisfy { $0.isEmpty }, "\(seen.left)")
        }
    }

    /// What `offline.py` prints about an address without encryption.
    private struct Plain: Decodable {
        let hasWorker: Bool
        let banner: String
        let away: String
        let misses: [String]
        /// What the field of the journal holds after leaving the page, for the writer and for the next person.
        let draft: String
        let draftOfOther: String
        let left: Int
    }

    @Test(
        "WEB-11 At a plain-http address of the network the page says what is missing and why", .needs(.outsideAddress),
        .timeLimit(.minutes(5)))
    func plain() async throws {
        let address = try #require(NetworkAddress.ofThisMachine().first)
        try await Stack.run(["--http", "0.0.0.0:0"], environment: ["PULSUM_CLEAR_TEXT": "1"]) { stack in
            _ = try await stack.makeAccount()
            _ = try await stack.makeAccount("Bea")
            let port = try #require(try stack.httpAddress().split(separator: ":").last)
            let seen: Plain = try await BrowserScript.run(
                "offline.py", ["plain", "\(address):\(port)", "-", BrowserScript.pictures])
            #expect(!seen.hasWorker)
            #expect(seen.banner.contains("not encrypted") && seen.banner.contains("installing"))
            #expect(seen.away.contains("without https"))
            #expect(seen.misses.count == 4 && seen.left == 0)
            #expect(seen.draft == "Ada's draft" && seen.draftOfOther.isEmpty)
        }
    }
}
