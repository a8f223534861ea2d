import Fixtures
import Foundation
import Language
import Messages
import TestTraits
import Testing

@testable import Safety

/// The processor time of a reading, whatever the text. `Language` and `Safety` are optimised in debug builds too.
@Suite(.serialized, .tags(.deadline)) struct ReadingTimeTests {
    /// The longest text of a journal entry.
    private static let length = 10_000
    /// Longest time of a verdict; one of a hundred may take longer. A debug build is tested next to other tests, which
    /// share the caches with it.
    private static let maximumTime = Duration.milliseconds(MachinePace.isDebug ? 500 : 250)

    /// Texts that took most time at some point.
    private static let known: [(name: String, text: String)] = [
        ("letters and dots", repeated("a.")), ("letters", repeated("i ")), ("spelt words", repeated("k i l l ")),
        ("returns", repeated("\r")), ("returns and words", repeated("a\r ")), ("signs", repeated("s_")),
        ("recoveries", repeated("i am fine ")), ("wishes", repeated("want to die ")),
        ("explicit wishes", repeated("kms ")), ("subordinate clauses", repeated("dass ich mich umbringen, ")),
        ("one word", repeated("aé")), ("unspaced", repeated("我想死你")), ("digits", repeated("k1ll 5u1c1de ")),
        ("quotes", repeated("\"a\" ")), ("unknown long words", repeated(String(repeating: "ж", count: 99) + " ")),
        ("prose", prose),
        // Found by longer searches.
        ("recovery after the fact", repeated("blackmail after i am gonedead  , যা ")),
        ("other scripts", repeated("আত মহত যা করতে চাই infarto i")),
        ("other scripts in English", repeated("that is what we had, আত মহত যা করতে চাই and i was ")),
        ("scripts without spaces", repeated("死хочу вбити себе , যা ")),
    ]

    private static func repeated(_ unit: String) -> String {
        let scalars = Array(unit.unicodeScalars)
        var text = String.UnicodeScalarView()
        for index in 0..<length { text.append(scalars[index % scalars.count]) }
        return String(text)
    }

    private static var prose: String {
        var text = ""
        var number = 0
        while text.count < length {
            text += "On day \(number) I walked to the office and we went through list \(number * 7 % 31) together. "
            number += 1
        }
        return String(text.prefix(length))
    }

    private static func time(_ text: String) -> Duration {
        let classifier = SafetyClassifier()
        let start = MachinePace.processorTime()
        _ = classifier.judge(SafetyReader.read(text))
        return MachinePace.processorTime() - start
    }

    /// The shortest processor time of at most three tries, which end below the limit: what shares the core only adds.
    private static func shortest(_ time: () async throws -> Duration) async rethrows -> Duration {
        var shortest = try await time()
        for _ in 0..<2 where shortest >= maximumTime { shortest = min(shortest, try await time()) }
        return shortest
    }

    /// Looks for slow texts: units of rule words, signs and letters, repeated; the slowest ones are changed further.
    private static func slowest(candidates: Int) -> [String] {
        var random = SplitMix(seed: 7)
        let vocabulary = SafetyClassifier.vocabulary.sorted()
        let phrases = SafetyClassifier.all.flatMap(\.patterns).map(\.source).sorted()
        let signs = [
            "a", "i", ".", " ", "\r", "\n", ", ", "'", "\"", "*", "_", "1", "é", "死", "\u{200B}", "👍", "-", "! ",
        ]
        func piece() -> String {
            switch Int.random(in: 0..<4, using: &random) {
            case 0: signs.randomElement(using: &random) ?? ""
            case 1: (phrases.randomElement(using: &random) ?? "").filter { !"|?$#.".contains($0) } + " "
            default: (vocabulary.randomElement(using: &random) ?? "") + " "
            }
        }
        var best: [(unit: [String], time: Duration)] = []
        for number in 0..<candidates {
            var unit = number % 2 == 0 ? [] : best.randomElement(using: &random)?.unit ?? []
            if unit.isEmpty {
                unit = (0..<Int.random(in: 1...12, using: &random)).map { _ in piece() }
            } else {
                unit[Int.random(in: 0..<unit.count, using: &random)] = piece()
                if Bool.random(using: &random) { unit.append(piece()) }
                if unit.count > 2, Bool.random(using: &random) {
                    unit.remove(at: Int.random(in: 0..<unit.count, using: &random))
                }
            }
            guard !unit.joined().isEmpty else { continue }
            best.append((unit, time(repeated(unit.joined()))))
            best = Array(best.sorted { $0.time > $1.time }.prefix(20))
        }
        return best.map { $0.unit.joined() }
    }

    @Test("SAF-6 The rules read 10,000 characters of anything in a bounded time", .timeLimit(.minutes(5)))
    func rules() async {
        _ = Self.time("I feel fine")
        for (name, text) in Self.known {
            let time = await Self.shortest { Self.time(text) }
            print("rules, \(name): \(time)")
            #expect(MachinePace.allows(time, below: Self.maximumTime, .processor), "\(name): \(time)")
        }
        for unit in Self.slowest(candidates: 300).prefix(5) {
            let time = await Self.shortest { Self.time(Self.repeated(unit)) }
            print("rules, found: \(time) \(unit.debugDescription)")
            #expect(
                MachinePace.allows(time, below: Self.maximumTime, .processor), "\(unit.debugDescription): \(time)")
        }
    }

    @Test(
        "SAF-6 10,000 characters of anything have a verdict within a quarter of a second, half a second in a debug build, and what was not read is never safe",
        .needs(.sentenceModel), .timeLimit(.minutes(5)))
    func verdicts() async throws {
        let service = SafetyService(
            embedder: try MiniLMEmbedder(
                folder: SentenceModel.folder, spare: SentenceModel.spare, precision: .fast))
        _ = try await service.classify(Classify(text: "I feel fine", country: ""))
        var times: [Duration] = []
        let texts =
            Self.known + Self.slowest(candidates: 100).map { (name: "found", text: Self.repeated($0)) }
        for (name, text) in texts {
            for effort in [Classify.Effort.prompt, .brief] {
                let time = try await Self.shortest {
                    let start = MachinePace.processorTime()
                    let verdict = try await service.classify(Classify(text: text, country: "", effort: effort))
                    let time = MachinePace.processorTime() - start
                    #expect(verdict.readInPart != true || verdict.level >= .caution, "\(name)")
                    return time
                }
                times.append(time)
                print("\(effort), \(name): \(time)")
            }
        }
        times.sort()
        print("verdicts: p50 \(times[times.count / 2]), p99 \(times[times.count * 99 / 100])")
        #expect(MachinePace.allows(times[times.count * 99 / 100], below: Self.maximumTime, .processor))
    }

    @Test("SAF-6 A wish at the end of a text of many denials is found")
    func lastHit() {
        let text = String(repeating: "I don't want to die. ", count: 300) + "I want to kill myself tonight."
        #expect(SafetyClassifier().classify(text).level == .crisis)
    }
}
