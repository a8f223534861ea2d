import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

/// Two whole ways through Pulsum in a real browser over https: on a phone in German and dark, at a desk in English and
/// light.
@Suite(.needs(.browser), .serialized, .tags(.browser)) struct WholeJourneyTests {
    /// What `whole.py` prints.
    private struct Seen: Decodable {
        let country: String
        /// Seconds from the link to the first suggestion.
        let suggestionAfter: Double
        /// Words of the first letter after the import.
        let letter: Int
        let score: String
        let contributions: Int
        let readings: Int
        /// Rows of the breakdown that are open after the way back from a signal's readings.
        let rowsOpen: Int
        /// The line of values before and after a place of the chart was pointed at.
        let crosshair: [String]
        let rows: Int

        let isDialog: Bool
        let focused: String
        let draft: String?
        /// Seconds from pressing the button to the toast.
        let closedAfter: Double
        let afterPulse: String
        let entry: Int

        let cardsFirst: Bool
        let source: String
        let cheer: String
        let completed: String
        /// What the page of own suggestions says after a file, how many are left after removing it, and its refusal.
        let libraryAdded: String
        let librariesLeft: Int
        let libraryRefused: String

        let askFocuses: String
        let starters: [String]
        /// What was typed before and is still there.
        let question: String
        let disabled: Bool
        let origin: String
        /// Charts in an answer when it came, and after loading again.
        let drawn: Int
        let drawnLater: Int
        let call: String
        let cardAfterDenial: Int

        /// Where replies came from: before consent, with it, after it was withdrawn.
        let before: String
        let after: String
        let revoked: String
        /// The texts at the place of the cloud's reply until it was there.
        let stages: [String]
        let receipts: Int
        /// The body sent to the cloud, as the receipt shows it.
        let receiptBody: String

        let devices: Int
        let secondEnded: Bool
        let exported: Bool
        let erased: String
        let afterErase: String
    }

    /// What each way shows in its language.
    struct Way: CustomTestStringConvertible, Sendable {
        let name: String
        let country: String
        let zone: String
        let numbers: String
        let machine: String
        let cloud: String
        let stages: [String]
        let added: String
        let done: String
        let call: String
        let starter: String
        let erased: String
        var testDescription: String { name }

        static let all = [
            Way(
                name: "phone", country: "DE", zone: "Europe/Berlin", numbers: "KI · aus deinen Zahlen",
                machine: "KI · dieser Rechner",
                cloud: "KI · Cloud",
                stages: ["Inhalt wird geprüft …", "Deine Zahlen werden gelesen …", "Worte werden gesucht …"],
                added: "Neu: 1", done: "Heute erledigt", call: "tel:112", starter: "Was soll ich heute",
                erased: "Alles über dich ist gelöscht."),
            Way(
                name: "desk", country: "GB", zone: "Europe/London", numbers: "AI · from your numbers",
                machine: "AI · this machine",
                cloud: "AI · cloud",
                stages: ["Checking content safety…", "Reading your numbers…", "Finding words…"],
                added: "New: 1", done: "Done today", call: "tel:999", starter: "What should I do to",
                erased: "Everything about you is deleted."),
        ]
    }

    @Test(
        "WEB-13 The whole way: set-up, check-in, import, letter, score, breakdown, trends, journal, suggestion, chat, crisis card, consent, receipt, withdrawal, second device, export, erase",
        .timeLimit(.minutes(8)), arguments: Way.all)
    func whole(way: Way) async throws {
        let cloud = try await RecordingServer.start()
        let (stack, pin) = try await BrowserScript.encryptedStack(["PULSUM_CLOUD_URL": cloud.url])
        try await stack.during { stack in
            let seen = try await seen(way, pin, cloud, stack)
            #expect(seen.country == way.country && seen.suggestionAfter < 90)
            #expect(seen.letter > 20 && Double(seen.score) != nil, "\(seen.letter) words, score \(seen.score)")
            #expect(seen.contributions == 10 && seen.readings > 0 && seen.rows > 0)
            #expect(seen.rowsOpen == 1)
            #expect(Set(seen.crosshair).count == 2, "\(seen.crosshair)")

            #expect(seen.isDialog == (way.name == "desk") && seen.entry == 1)
            if seen.isDialog {
                #expect(seen.focused == "text" && seen.draft == "Half a sentence" && seen.afterPulse == "/look-back")
            } else {
                #expect(seen.afterPulse == "/")
            }
            // Three seconds are the requirement; the margin is for a busy machine.
            #expect(seen.closedAfter < 9)
            print("\(way.name): Pulse closed \(seen.closedAfter) s after saving.")

            // Not every source of the library has a year.
            #expect(seen.cardsFirst && seen.source.contains(way.name == "phone" ? "Quelle" : "Source"))
            #expect(seen.cheer.count > 5 && !seen.cheer.contains("!"), "\(seen.cheer)")
            #expect(seen.completed.contains(way.done))
            #expect(seen.libraryAdded.contains(way.added) && seen.librariesLeft == 0 && !seen.libraryRefused.isEmpty)

            #expect(seen.askFocuses == "message" && seen.question == "A question that is not sent yet")
            #expect(seen.starters.count == 3 && seen.starters[2].hasPrefix(way.starter), "\(seen.starters)")
            #expect(seen.disabled && seen.origin.hasPrefix(way.numbers))
            #expect(seen.drawn == 1 && seen.drawnLater == 0)
            #expect(seen.call == way.call && seen.cardAfterDenial == 0)

            #expect(seen.before.hasPrefix(way.machine), "\(seen.before)")
            #expect(seen.after.hasPrefix(way.cloud), "\(seen.after)")
            #expect(seen.revoked.hasPrefix(way.machine), "\(seen.revoked)")
            #expect(seen.receipts == 1)
            #expect(cloud.arrivals.count == 1, "one call, with consent")
            #expect(cloud.arrivals.first.map { String(decoding: $0.body, as: UTF8.self) } == seen.receiptBody)
            #expect(!seen.receiptBody.contains("Maria"))
            #expect(seen.stages.filter(way.stages.contains) == way.stages, "\(seen.stages)")
            #expect(seen.devices == 1 && seen.secondEnded && seen.exported)
            #expect(seen.erased.contains(way.erased) && seen.afterErase == "/welcome")
        }
        await cloud.stop()
    }

    /// Runs the script. The cloud's answer waits until the page received the last stage, which comes another way.
    private func seen(_ way: Way, _ pin: String, _ cloud: RecordingServer, _ stack: Stack) async throws -> Seen {
        let export = stack.scratch.file("export.zip")
        try ExportGenerator(seed: 7, days: 30, endingOn: World.today(in: way.zone)).writeZip(to: export)
        let signal = stack.scratch.file("asked")
        cloud.answer(.hold)
        let holding = Task {
            _ = try await eventually("the page says that the cloud is asked", within: .seconds(400)) {
                FileManager.default.fileExists(atPath: signal) ? true : nil
            }
            cloud.release()
        }
        defer { holding.cancel() }
        return try await BrowserScript.run(
            "whole.py",
            [try stack.setUpLink(host: "pulsum.test"), export, BrowserScript.pictures, pin, signal, way.name])
    }
}
