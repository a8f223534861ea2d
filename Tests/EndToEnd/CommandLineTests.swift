import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

/// The command line against a running stack: what a person without a browser uses day by day.
@Suite(.serialized, .tags(.processes)) struct CommandLineTests {
    private let library = """
        [{"episodeNumber": 1, "episodeTitle": "Rest", "recommendations": [
            {"recommendation": "Sit by the window", "shortDescription": "Sit by an open window and look out.",
             "detail": "Sit for five minutes by an open window.", "researchLink": "https://www.nhs.uk/live-well/",
             "timeToComplete": 300, "difficultyLevel": "Easy", "tags": ["calm"]},
            {"recommendation": "  "}
        ]}]
        """

    @Test(
        "Accounts, check-ins, suggestions, coach, cloud and receipts from the command line, with what is wrong said",
        .timeLimit(.minutes(5)), .tags(.sharedStack))
    func person() async throws {
        try await Stack.shared { stack in
            func says(_ arguments: String..., input: String? = nil) async throws -> String {
                let result = try await Executable.run(
                    Executable.folder.appendingPathComponent("pulsum").path, arguments,
                    environment: ["PULSUM_DATA": stack.directory], input: input)
                #expect(result.status == 0, "\(arguments): \(result.errors)")
                return result.output
            }
            func fails(_ arguments: String...) async throws -> String {
                let result = try await Executable.run(
                    Executable.folder.appendingPathComponent("pulsum").path, arguments,
                    environment: ["PULSUM_DATA": stack.directory])
                #expect(result.status != 0, "\(arguments)")
                return result.errors
            }
            #expect(try await says("account", "list").contains("No account yet"))
            #expect(try await fails("account", "create", "Ada").contains("--country"))
            #expect(try await fails("account", "create", "Ada", "--country", "XX").contains("country"))
            let created = try await says(
                "account", "create", "Ada", "--zone", "Europe/Berlin", "--country", "uk", input: "a long password\n")
            #expect(created.contains("Created Ada"))
            #expect(try await says("account", "list").contains("Ada"))
            #expect(try await says("account", "country", "none").contains("no country"))
            #expect(try await says("account", "country", "DE").contains("Ada is in DE"))

            #expect(try await says("checkin", "list").contains("No check-ins"))
            #expect(try await says("checkin", "3", "5", "4").contains("stress 3, energy 5, sleep 4"))
            #expect(try await fails("checkin", "3", "5", "9").contains("9 is not a whole number from 1 to 7"))
            #expect(try await fails("checkin", "--energy", "2", "--day", "2199-01-01").contains("has not begun"))
            let row = try #require(try await says("checkin", "list").split(separator: "\n").last)
            let id = String(try #require(row.split(separator: " ").last))
            #expect(try await says("checkin", "correct", id, "--stress", "6").contains("stress 6"))
            #expect(try await says("checkin", "delete", id).contains("Deleted"))
            #expect(try await says("checkin", "list").contains("No check-ins"))

            #expect(try await says("library", "list").contains("no own suggestions"))
            let file = stack.scratch.file("own.json")
            try library.write(toFile: file, atomically: true, encoding: .utf8)
            let added = try await says("library", "add", file)
            #expect(added.contains("New: 1.") && added.contains("Left out: episode 1"), "\(added)")
            #expect(try await says("library", "list").contains("own.json"))
            #expect(try await fails("library", "add", stack.scratch.file("none.json")).contains("cannot be read"))
            #expect(try await fails("library", "remove", "other.json").contains("no such file"))
            #expect(try await says("library", "remove", "own.json").contains("Removed suggestions: 1."))

            #expect(try await says("chat", "What", "is", "HRV?").contains("Stayed on this machine"))
            #expect(try await says("cards").isEmpty == false)
            #expect(try await says("score").contains("no score"))
            #expect(try await says("breakdown").contains("Learned from"))
            #expect(try await says("metrics").contains("No metrics"))
            #expect(try await says("sources").contains("Nobody has measured"))
            #expect(try await says("journal", "list").contains("No entries yet"))
            #expect(try await says("journal", "add", "A", "walk", "in", "the", "sun.").contains("Kept for"))
            #expect(try await says("journal", "search", "walk").contains("walk in the sun"))

            #expect(try await says("cloud", "usage").contains("0 calls this month."))
            #expect(try await says("cloud", "preview", "--topic", "sleep").contains("It would stay here"))
            #expect(try await fails("cloud", "preview", "--topic", "stars").contains("A topic is one of"))
            #expect(try await says("receipts").contains("Nothing has left this machine."))
            #expect(try await says("receipts", "--json", "--limit", "1").contains("receipts"))
        }
    }

    @Test("Keys of other machines from the command line: made once, listed, rotated, revoked", .timeLimit(.minutes(1)))
    func keys() async throws {
        let scratch = try Scratch()
        let folder = scratch.file("keys")
        func keys(_ arguments: String...) async throws -> Executable.Result {
            try await Executable.run(
                Executable.folder.appendingPathComponent("pulsum").path, ["keys"] + arguments + ["--into", folder])
        }
        #expect(try await keys("create", "No Name").status != 0)
        #expect(try await keys("create", "broker", "scoring").output.contains("broker, scoring"))
        #expect(try await keys("create", "broker", "scoring").output.contains("Everybody has a key already."))
        #expect(try await keys("list").output.contains("scoring"))
        #expect(try await keys("rotate", "scoring").output.contains("The new key of scoring is"))
        #expect(try await keys("rotate", "broker").output.contains("broker.public"))
        #expect(try await keys("revoke", "scoring").status == 0)
        #expect(try await keys("revoke", "broker").status == 0)
    }
}
