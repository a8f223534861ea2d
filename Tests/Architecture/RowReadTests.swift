import Fixtures
import Foundation
import Testing

/// Reads of several rows, of which another program may have damaged one.
@Suite struct RowReadTests {
    /// Functions that take the rows of a query one after another without `openEach`, `openPage` or `readEach`, by file, and
    /// why a damaged row does not hide the others there.
    private static let allowed: [String: (reason: String, functions: Set<String>)] = [
        "AccountRows.swift": ("a row counts with a proof; other cells have a default", ["all", "example", "row"]),
        "EraseJobRows.swift": ("a row counts with a proof", ["entries", "open", "isDone"]),
        "SecondFactorRows.swift": ("a row counts with a proof", ["recoveryCodes"]),
        "KnownDeviceRows.swift": ("a row counts with a proof", ["isKnown"]),
        "TokenRows.swift": ("a row counts with a proof, and each is read with readOne", ["token", "tokens", "labels"]),
        "IdentityRows.swift": ("a row counts with a proof", ["isLinked", "isSuspended"]),
        "PairingSecretRows.swift": ("a row counts with a proof", ["invitation", "refresh"]),
        "CompanionRows.swift": ("undoes one device, as a whole", ["firstRecords"]),
        "ConsentRows.swift": ("a row counts with a proof, and an unreadable one is left out", ["current", "all"]),
        "RateLimit.swift": ("each is read with readOne", ["admit"]),
        "ReceiptRows.swift": ("each is read with readOne", ["open", "inFlight"]),
        "HostRows.swift": ("on PostgreSQL only, whose columns have types", ["unlisted", "all"]),
        "InputRows+Pages.swift": ("each is read with readOne", ["checkIns"]),
        "ScoreRows.swift": ("each is read with openOne", ["states"]),
        "TableRows.swift": ("undoes one import, as a whole", ["changes", "goals"]),
        "HealthActionRows.swift": ("what is stored is computed from whole rows", ["links", "gone"]),
        "HealthRuleRows.swift": ("what is stored is computed from whole rows", ["facts"]),
        "StagedRows.swift": (
            "pending: what is stored is computed from whole rows; counts: each is read with readOne",
            ["pending", "counts"]
        ),
        "AbstractionRows.swift": ("counts rows without reading them", ["hasBacklog"]),
        "ActionRows.swift": ("events and sums are made of whole rows", ["goals", "states", "counted"]),
        "GoalDayRows.swift": ("events are made of whole rows", ["series"]),
        "GoalRows.swift": ("events are made of whole rows", ["states"]),
        "MeasureRows.swift": ("what is stored is computed from whole rows", ["ofActiveGoals"]),
        "TargetRows.swift": ("one goal, read as a whole", ["notes", "targets"]),
        "TermRows.swift": ("a change is checked against whole rows", ["terms", "others"]),
        "ActivityRows.swift": ("events are made of whole rows; lists take the pages", ["totals", "workouts"]),
        "BodyRows.swift": ("events are made of whole rows; lists take the pages", ["rows"]),
        "ImportRows.swift": ("the sweep of spool files deletes nothing that it cannot tell", ["uploads"]),
        "MetricsRows.swift": (
            "what is stored is computed from whole rows; lists take the pages", ["dirtyDays", "days"]
        ),
        "SampleRows.swift": ("what is stored is computed from whole rows", ["days"]),
        "MonthRows.swift": ("what is stored is computed from whole rows", ["forget"]),
        "InputRows.swift": ("scores are computed from whole rows", ["days", "setMask"]),
        "EntryRows.swift": (
            "analyzed: events are made of whole rows; counts: each is read with readOne; hasDue reads no cell",
            ["analyzed", "counts", "hasDue"]
        ),
    ]

    /// The functions that call a method on the rows of a query at once.
    private static func functions(in text: String) -> Set<String> {
        var functions: Set<String> = []
        let call = "transaction.rows("
        var rest = text[...]
        while let found = rest.range(of: call) {
            var (depth, end) = (1, found.upperBound)
            while depth > 0, end < text.endIndex {
                if text[end] == "(" { depth += 1 }
                if text[end] == ")" { depth -= 1 }
                end = text.index(after: end)
            }
            if text[end...].drop(while: \.isWhitespace).first == "." {
                let names = text[..<found.lowerBound].ranges(of: "func ")
                functions.insert(names.last.map { String(text[$0.upperBound...].prefix { $0.isLetter }) } ?? "")
            }
            rest = text[end...]
        }
        return functions
    }

    @Test("OWN-2 a read of several rows lets a damaged one cost itself, or says why not")
    func reads() throws {
        let root = Repository.root.appendingPathComponent("Services")
        let files = try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { $0.hasSuffix(".swift") }
        var seen: Set<String> = []
        for file in files {
            let functions = Self.functions(
                in: try String(contentsOf: root.appendingPathComponent(file), encoding: .utf8))
            guard !functions.isEmpty else { continue }
            let name = String(file.split(separator: "/").last ?? "")
            seen.insert(name)
            let allowed = Self.allowed[name]?.functions ?? []
            let others = functions.subtracting(allowed).sorted()
            #expect(others.isEmpty, "\(file) reads rows of which one damaged hides the others: \(others)")
        }
        #expect(Set(Self.allowed.keys).subtracting(seen).isEmpty, "files that read no rows so any more")
    }
}
