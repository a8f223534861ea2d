import Fixtures
import Messages
import TestTraits
import Testing

@testable import Safety

/// Explicit statements of now decide alone; the same words denied, past, quoted or about others do not (SAF-1, SAF-3).
@Suite struct ExplicitStatementTests {
    /// The frames of a language, filled with its phrases.
    enum Frames: String, CaseIterable {
        case english, german

        func texts(_ kind: ExplicitFrames.Kind) -> [String] {
            switch self {
            case .english: ExplicitFrames.texts(kind)
            case .german: GermanFrames.texts(kind)
            }
        }
    }

    private func levels(_ texts: [String], withModel: Bool) async -> [Verdict.Level] {
        var levels: [Verdict.Level] = []
        for text in texts {
            levels.append(
                withModel ? await SafetyMeasure.service.verdict(text).level : SafetyClassifier().classify(text).level)
        }
        return levels
    }

    private func check(_ frames: Frames, withModel: Bool) async {
        let how = "\(frames.rawValue), \(withModel ? "with the sentence model" : "rules alone")"
        var (others, calledCrisis, cautioned, statements, found) = (0, 0, 0, 0, 0)
        for kind in ExplicitFrames.Kind.allCases {
            let levels = await levels(frames.texts(kind), withModel: withModel)
            let (crisis, caution) = (levels.count { $0 == .crisis }, levels.count { $0 == .caution })
            let safe = levels.count - crisis - caution
            print(
                "SAF-3 frames, \(how), \(kind.rawValue): crisis \(crisis), caution \(caution), safe \(safe) of \(levels.count)"
            )
            if kind.isStatement {
                statements += levels.count
                found += crisis
            } else if kind != .others {
                others += levels.count
                calledCrisis += crisis
                cautioned += caution
            } else {
                #expect(Double(crisis) <= 0.05 * Double(levels.count), "about others, \(how)")
                // Worry about another person's safety is a caution (SAF-1).
                #expect(Double(caution) >= 0.9 * Double(levels.count), "about others, \(how)")
            }
        }
        print("SAF-3 frames, \(how): \(found) of \(statements) statements of now")
        print("SAF-3 frames, \(how), denied, past, quoted: crisis \(calledCrisis), caution \(cautioned) of \(others)")
        #expect(Double(found) >= 0.98 * Double(statements), "statements of now, \(how)")
        #expect(Double(calledCrisis) <= 0.05 * Double(others), "denied, past, quoted: crisis, \(how)")
        #expect(Double(cautioned) <= 0.20 * Double(others), "denied, past, quoted: caution, \(how)")
    }

    @Test("SAF-3 Every listed phrase in twenty frames of each kind, rules alone", arguments: Frames.allCases)
    func rulesAlone(_ frames: Frames) async { await check(frames, withModel: false) }

    @Test(
        "SAF-3 Every listed phrase in twenty frames of each kind, with the sentence model",
        .needs(.sentenceModel), arguments: Frames.allCases)
    func withModel(_ frames: Frames) async { await check(frames, withModel: true) }

    @Test("SAF-3 Free words of denial, of the past and of others: rules alone, and rules and heads together")
    func deniedFreely() async {
        for (half, rows) in [("looked at", DeniedRows.looked), ("counted only", DeniedRows.aside)] {
            for withModel in SafetyMeasure.hasHead ? [false, true] : [false] {
                var (crisis, caution) = (0, 0)
                for text in rows {
                    let verdict =
                        withModel ? await SafetyMeasure.service.verdict(text) : SafetyClassifier().classify(text)
                    if verdict.level == .crisis { crisis += 1 }
                    if verdict.level == .caution { caution += 1 }
                    if half == "looked at", verdict.level > .safe {
                        print("  \(withModel ? "model" : "rules"): \(verdict.level) \(verdict.rules) \(text)")
                    }
                }
                print(
                    "SAF-3 denied, past, others in free words, \(half), \(withModel ? "with the model" : "rules alone"): crisis \(crisis), caution \(caution) of \(rows.count)"
                )
                // Below what was reached (MODEL.md): against regressions.
                let (most, mild) = half == "looked at" ? (0.05, 0.20) : (0.28, 0.30)
                #expect(Double(crisis) <= most * Double(rows.count))
                #expect(Double(caution) <= mild * Double(rows.count))
            }
        }
    }
}
