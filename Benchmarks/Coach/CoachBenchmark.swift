import Fixtures
import Foundation
import Messages

/// Cards and chat over the bus, in a stack with every service in its own process: cards are dealt anew each time, a
/// message passes the safety service, is embedded and compared with every moment, and its numbers are fetched.
///
/// Arguments: `--moments N` (1,000) is the size of the person's own library.
enum CoachBenchmark {
    private static let rounds = 400
    private static let warmUp = 40

    static func run(arguments: [String]) async throws {
        let place = arguments.firstIndex(of: "--moments")
        let moments = place.flatMap { $0 + 1 < arguments.count ? Int(arguments[$0 + 1]) : nil } ?? 1_000
        let stack = try await Stack.start()
        do {
            let user = try await stack.makeAccount(zone: "UTC")
            let day = Day(number: Int32(Date().timeIntervalSince1970 / 86_400))
            for back in stride(from: 30, through: 0, by: -1) {
                let past = day.advanced(by: -back)
                _ = try await stack.bus.request(
                    SubmitCheckIn(
                        user: user, day: past, at: noon(past), stress: Int32(2 + back % 4), energy: 4, sleepQuality: 5))
            }
            try await stack.settle()
            let start = ContinuousClock.now
            _ = try await stack.bus.request(
                ImportLibrary(user: user, fileName: "bench.json", json: library(moments), at: noon(day)),
                budget: .seconds(120))
            let importing = (ContinuousClock.now - start) / .seconds(1)
            let cards = try await times { round in
                // Seven hours later each time, after which cards are dealt anew.
                let at = noon(day) + Milliseconds(round) * 7 * 3_600_000
                return try await stack.bus.request(CardsQuery(user: user, at: at, country: "DE", today: day)).cards
                    .count == 3
            }
            let chat = try await times { round in
                let text = messages[round % messages.count] + (round < messages.count ? "" : " (\(round))")
                let reply = try await stack.bus.request(
                    Chat(
                        user: user, text: text, at: noon(day) + Milliseconds(round) * 60_000, country: "DE", today: day,
                        hour: 12))
                return !reply.coachReply.isEmpty
            }
            try await stack.stop()
            var table = Table(
                "Coach over the bus, with \(moments) moments of one's own, ms", ["", "p50", "p99", "worst"])
            for (name, times) in [("cards dealt", cards), ("chat", chat)] {
                table.row(
                    name, Table.number(Table.median(times)), Table.number(Table.percentile(times, 0.99)),
                    Table.number(times.max() ?? 0))
            }
            table.row("importing the library, s", Table.number(importing), "", "")
            table.print()
            Table.goal("ms for cards, p99", measured: Table.percentile(cards, 0.99), atMost: 20)
            Table.goal("ms for a chat message, p99", measured: Table.percentile(chat, 0.99), atMost: 40)
        } catch {
            _ = try? await stack.stop()
            throw error
        }
    }

    private static func noon(_ day: Day) -> Milliseconds { (Milliseconds(day.number) * 86_400 + 43_200) * 1000 }

    /// Times of `rounds` calls in ms, after `warmUp` others.
    private static func times(_ body: (Int) async throws -> Bool) async throws -> [Double] {
        var times: [Double] = []
        for round in 0..<warmUp + rounds {
            let start = ContinuousClock.now
            guard try await body(round) else { throw BenchmarkError("a reply was empty") }
            if round >= warmUp { times.append((ContinuousClock.now - start) / .milliseconds(1)) }
        }
        return times
    }

    /// Messages of every kind.
    private static let messages = [
        "How can I sleep better?", "What should I do now?", "I feel so tired today", "What does RMSSD mean?",
        "How did I sleep this week?", "Is my stress lower than last week?", "Why is my score low today?",
        "How can I get more energy in the afternoon?", "How are you?", "What do you know about me?",
        "My shoulders are tense from sitting all day", "Any ideas for a calmer evening?",
        "What is the capital of France?",
        "Tell me about caffeine and sleep", "How stressed was I on Tuesdays?", "Thanks a lot!", "something else",
        "Work has been a lot lately and I keep thinking about it at night", "Wie kann ich besser schlafen?",
        "Wie war mein Stress letzte Woche?",
    ]

    /// A library of so many suggestions with texts of ordinary length.
    private static func library(_ count: Int) -> [UInt8] {
        let acts = ["Walk", "Stretch", "Breathe", "Write", "Read", "Cook", "Call a friend", "Tidy up", "Sing", "Draw"]
        let places = ["in the park", "by the window", "in the kitchen", "on the stairs", "on the balcony"]
        let entries = (0..<count).map { number -> [String: Any] in
            let act = acts[number % acts.count] + " " + places[number / acts.count % places.count]
            return [
                "recommendation": "\(act), number \(number)",
                "shortDescription": "A small act that takes a few minutes and changes the pace of the day.",
                "microActivity": "\(act) for a few minutes and notice one thing that you had not noticed before.",
                "timeToComplete": "\(2 + number % 14) min", "tags": ["calm", "day"],
            ]
        }
        let file: [[String: Any]] = [["episodeTitle": "Bench", "recommendations": entries]]
        return (try? JSONSerialization.data(withJSONObject: file)).map { [UInt8]($0) } ?? []
    }
}
