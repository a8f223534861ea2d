import Fixtures
import Foundation
import Localization
import Messages
import TestTraits
import Testing

@testable import API

/// The privacy page says what is so: every exported file is named in words, and times are those of the code.
@Suite struct PrivacyTests {
    /// Words of the privacy page that name an exported file, English and German. A new file needs words on the page
    /// and an entry here.
    private static let words: [String: (english: [String], german: [String])] = [
        "api/account.json": (["account"], ["Konto"]),
        "api/profile.json": (["profile"], ["Profil"]),
        "api/body.json": (["body profile"], ["Körperprofil"]),
        "api/tokens.json": (["tokens of devices"], ["Zugänge von Geräten"]),
        "api/companions.json": (["apps that you paired"], ["Apps, die du gekoppelt hast"]),
        "api/security-record.json": (["record of what happened"], ["Verzeichnis dessen, was mit deinem Konto"]),
        "ingestion/daily-metrics.csv": (["daily metrics"], ["Tageswerte"]),
        "ingestion/samples.csv": (["Health samples"], ["Gesundheitsdaten"]),
        "ingestion/imports.json": (["imports"], ["Importe"]),
        "ingestion/body-mass.csv": (["weight"], ["Gewicht"]),
        "ingestion/intake.csv": (["ate and drank"], ["gegessen und getrunken"]),
        "ingestion/day-totals.csv": (["totals of days"], ["Tagessummen"]),
        "ingestion/workouts.csv": (["workouts"], ["Trainings"]),
        "ingestion/letters.json": (["letter"], ["Brief"]),
        "ingestion/intimate-kinds.json": (["answers about intimate kinds"], ["Antworten zu intimen Arten"]),
        "ingestion/readings.csv": (["readings of every kind"], ["Messwerte jeder Art"]),
        "ingestion/nights.json": (["last nights arrived"], ["letzten Nächte ankamen"]),
        "ingestion/arrivals.json": (["data of your devices usually comes"], ["Daten deiner Geräte sonst kommen"]),
        "ingestion/stated-counts.json": (
            ["how much they say that they have"], ["wie viel sie nach eigener Angabe haben"]
        ),
        "ingestion/person.json": (["sex and date of birth"], ["Geschlecht und Geburtsdatum"]),
        "sentiment/journal.json": (["Journal entries", "mood reading"], ["Tagebucheinträge", "Stimmung"]),
        "safety/safety-plan.json": (["safety plan"], ["Sicherheitsplan"]),
        "scoring/check-ins.csv": (["check-ins", "tags"], ["Antworten auf die täglichen Fragen", "Schlagwörter"]),
        "scoring/scores.csv": (["scores as they are"], ["wie sie sind"]),
        "scoring/scores-as-shown.csv": (["as they were shown"], ["gezeigt wurden"]),
        "scoring/inputs.jsonl": (["values they were computed from"], ["Angaben, aus denen sie berechnet"]),
        "coaching/coach.json": (["What the coach knows", "habits"], ["Was der Coach", "Gewohnheiten"]),
        "coaching/conversation.json": (["What you write to the coach"], ["Was du dem Coach schreibst"]),
        "coaching/libraries.json": (["libraries of suggestions"], ["Sammlungen von Vorschlägen"]),
        "coaching/plan.json": (["your plan"], ["deinen Plan"]),
        "goals/values.json": (["values"], ["Was dir wichtig ist"]),
        "goals/measures.json": (["measures"], ["Maße"]),
        "goals/terms.json": (["terms"], ["Begriffe"]),
        "goals/goals.json": (["goals"], ["Ziele"]),
        "goals/actions.json": (["actions"], ["Aktionen"]),
        "goals/reviews.json": (["weekly reviews"], ["Wochenrückblicke"]),
        "goals/health-rules.json": (["rules that turn"], ["Regeln, nach denen"]),
        "goals/health-records.json": (["records that wait"], ["Daten, die darauf warten"]),
        "goals/dismissed-proposals.json": (["proposed again"], ["wieder vorgeschlagen"]),
        "plans/settings.json": (["body profile"], ["Körperprofil"]),
        "plans/plans.json": (["plans computed", "reasons"], ["die Pläne daraus", "Gründen"]),
        "plans/days.json": (["days that plans follow from"], ["Tage, aus denen Pläne folgen"]),
        "gateway/consents.csv": (["consents"], ["Einwilligungen"]),
        "gateway/receipts.jsonl": (["request that left"], ["Anfrage, die diesen Rechner verließ"]),
    ]

    /// The page's paragraphs of a part, in a language.
    private static func page(_ part: String, _ catalogue: Catalogue) -> String {
        (1...9).map { "privacy.\(part).text.\($0)" }.filter(catalogue.keys.contains).map { catalogue($0) }
            .joined(separator: "\n")
    }

    /// Names of exported files in the table of docs/data-formats.md.
    private static func documented() throws -> Set<String> {
        let text = try String(contentsOfFile: Repository.path("docs/data-formats.md"), encoding: .utf8)
        let part = text.split(separator: "## What an export contains").last.map(String.init) ?? ""
        var files: Set<String> = []
        for line in part.split(separator: "\n").prefix(while: { !$0.hasPrefix("## ") }) where line.hasPrefix("| `") {
            var folder = ""
            for name in line.split(separator: "|").first?.matches(of: /`([a-z\/.-]+)`/).map({ String($0.1) }) ?? [] {
                if let slash = name.lastIndex(of: "/") { folder = String(name[...slash]) }
                files.insert(name.contains("/") ? name : folder + name)
            }
        }
        return files
    }

    /// Names of exported files that the services' sources write literally.
    private static func written() throws -> Set<String> {
        let root = Repository.path("Services")
        var files: Set<String> = []
        for path in try FileManager.default.subpathsOfDirectory(atPath: root) where path.hasSuffix(".swift") {
            let text = try String(contentsOfFile: root + "/" + path, encoding: .utf8)
            for match in text.matches(
                of:
                    /"((?:api|ingestion|sentiment|safety|scoring|coaching|goals|plans|gateway)\/[a-z-]+\.(?:json|jsonl|csv))"/
            ) {
                files.insert(String(match.1))
            }
        }
        return files
    }

    @Test("OWN-1 OWN-2 the privacy page names, in both languages, everything that an export contains")
    func exported() throws {
        let (documented, written) = try (Self.documented(), Self.written())
        #expect(documented.count > 30 && written.count > 10)
        #expect(written.subtracting(documented) == [], "docs/data-formats.md lacks a file of the export")
        #expect(documented.symmetricDifference(Self.words.keys) == [])
        let pages = (Self.page("kept", .shipped(.english)), Self.page("kept", .shipped(.german)))
        for (file, words) in Self.words {
            for word in words.english { #expect(pages.0.contains(word), "\(file): \(word)") }
            for word in words.german { #expect(pages.1.contains(word), "\(file): \(word)") }
        }
    }

    @Test("OWN-1 the times and numbers of the privacy page are those of the code")
    func times() {
        for (language, undo, years) in [
            (Language.english, "ten minutes", "two years"), (.german, "zehn Minuten", "zwei Jahre"),
        ] {
            let long = Self.page("long", .shipped(language))
            #expect(long.contains(undo) && long.contains(years))
            #expect(
                long.contains("\(SecurityRows.maximumEvents) ") && long.contains("\(SecurityRows.maximumFailures) "))
        }
        #expect(DeleteJournalEntry.undo == 10 * 60_000 && RestoreDeleted.undo == 10 * 60_000)
        #expect(SecurityRows.lifetime == 2 * 365 * 86_400_000)
    }
}
