import Foundation
import Messages
import ServiceKit
import SystemKit
import TestTraits
import Testing

@testable import Pulsum

@Suite(.tags(.processes)) struct TextTests {
    @Test("A progress bar fits its line and shows bytes, samples and the time left")
    func bar() {
        let bar = ProgressBar(label: "Reading", done: 250_000_000, total: 1_000_000_000, samples: 1_234_567, eta: 75)
        let text = bar.text(columns: 100)
        #expect(text.hasPrefix("Reading ██████"))
        #expect(text.hasSuffix("25 %  250 MB of 1.0 GB  1,234,567 samples  1 min 15 s left"))
        #expect(text.count <= 100)
        for columns in [0, 1, 10, 40, 80, 200] { #expect(bar.text(columns: columns).count <= columns) }
    }

    @Test("A bar never passes its ends, and an unknown total shows none")
    func ends() {
        #expect(ProgressBar(label: "x", done: 5, total: 4).fraction == 1)
        #expect(ProgressBar(label: "x", done: -1, total: 4).fraction == 0)
        #expect(ProgressBar(label: "x", done: 5, total: nil).fraction == nil)
        #expect(ProgressBar(label: "x", done: 5, total: 0).fraction == nil)
        #expect(
            ProgressBar(label: "Reading", done: 1_500_000, total: nil, samples: 10).text(columns: 80)
                == "Reading 1.5 MB  10 samples")
        #expect(ProgressBar(label: "x", done: 4, total: 4).text(columns: 60).contains("100 %"))
    }

    @Test(
        "Bytes are read at a glance",
        arguments: [
            (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (9_949, "9.9 kB"), (9_999, "10 kB"), (999_499, "999 kB"),
            (999_600, "1.0 MB"),
            (2_200_000_000, "2.2 GB"), (123_000_000_000, "123 GB"),
        ] as [(Int64, String)])
    func bytes(count: Int64, text: String) {
        #expect(Amount.bytes(count) == text)
    }

    @Test("Numbers have groups, times have units, decimals are exact")
    func amounts() {
        #expect([0, 999, 1000, -1_234_567].map { Amount.count($0) } == ["0", "999", "1,000", "-1,234,567"])
        #expect(
            [0.2, 60, 185, 7800, -3].map { Amount.time($0) } == ["1 s", "1 min", "3 min 05 s", "2 h 10 min", "0 s"])
        #expect(Amount.number(2.345, 1) == "2.3")
        #expect(Amount.number(-0.04, 1) == "0.0")
        #expect(Amount.number(-1.996, 2) == "-2.00")
        #expect(Amount.number(61.5, 0) == "62")
        #expect(Amount.number(.nan, 1) == "–")
    }

    @Test("Columns line up, numbers to the right, no blanks at the end")
    func table() {
        var table = TextTable(["name", "n", ""], right: [1])
        table.add("a", "1", "")
        table.add("bcdef", "22", "x")
        #expect(table.text == "name    n\na       1\nbcdef  22  x")
        var plain = TextTable(["", ""])
        plain.add("aim", "lose")
        #expect(plain.text == "aim  lose")
    }

    @Test("SEC-3 A cell is one line without control sequences, and so is every part of the merged log")
    func controls() {
        let attacks = [
            "\u{1B}]0;title\u{7}", "\u{1B}]52;c;cm0gLXJmIC8=\u{7}", "\u{9D}52;c;YQ==\u{9C}", "\u{9B}2J",
            "a\u{202E}b\u{2066}c",
            "a\nforged  row", "a\rforged", "\u{7F}\u{8}",
        ]
        for attack in attacks {
            var table = TextTable(["name", "n"])
            table.add(attack, "1")
            let crash = MergedLog(width: 3, colours: true).render(attack, from: "api")
            let quoted = LogLine(
                time: LogLine.now(), level: "notice", service: "api", message: "m", fields: [.init("f", attack)])
            let line = MergedLog(width: 3, colours: false).render(quoted.text, from: "api")
            for shown in [table.text, crash, line, TerminalText.line(attack)] {
                let lines = shown == table.text ? 2 : 1
                #expect(shown.split(separator: "\n").count == lines, "\(attack.debugDescription)")
                #expect(!shown.unicodeScalars.contains { $0 != "\n" && TerminalText.isControl($0) })
            }
            #expect(LogLine(parsing: quoted.text)?.fields.map(\.key) == ["f"])
            let json = "{\"name\":\"\u{9B}\u{202E}x\"}"
            #expect(TerminalText.json(json) == #"{"name":"\u009b\u202ex"}"#)
        }
        let joined = LogLine(time: "t", level: "notice", service: "api", message: "\u{301} level=error", fields: [])
        #expect(LogLine(parsing: joined.text)?.message == "\u{301} level=error")
    }

    @Test("The merged log shows time, process and message of our lines, and passes others on")
    func log() {
        let log = MergedLog(width: 9, colours: false)
        let line = "time=2026-01-02T03:04:05.678Z level=warning service=scoring message=\"Disk is full\" code=storage"
        #expect(log.render(line, from: "scoring.1") == "03:04:05 scoring.1  warning: Disk is full code=storage")
        #expect(log.render("Fatal error: x", from: "api") == "         api        Fatal error: x")
        #expect(
            MergedLog(width: 3, colours: true).render(line, from: "api").contains(
                "\u{1B}[33mwarning: Disk is full\u{1B}[0m"))
    }

    @Test("As JSON the merged log holds an object a line, each with its process")
    func jsonLog() {
        let log = MergedLog(width: 9, colours: true, format: .json)
        let line = "time=2026-01-02T03:04:05.678Z level=warning service=scoring message=\"Disk is full\" code=storage"
        #expect(
            log.render(line, from: "scoring.1")
                == #"{"time":"2026-01-02T03:04:05.678Z","level":"warning","service":"scoring.1","message":"Disk is full","fields":{"code":"storage"}}"#
        )
        #expect(
            log.render("Fatal error: x", from: "api").hasSuffix(
                #""level":"notice","service":"api","message":"Fatal error: x"}"#))
    }

    @Test("Lines are cut wherever the bytes are, and endless ones are bounded")
    func splitter() {
        var splitter = LineSplitter()
        #expect(splitter.append("one\ntw".utf8) == ["one"])
        #expect(splitter.append("o\n\nthree".utf8) == ["two"])
        #expect(splitter.flush() == ["three"])
        #expect(splitter.flush().isEmpty)
        let cut = splitter.append(repeatElement(UInt8(ascii: "x"), count: 3 * LineSplitter.maximumBytes + 1))
        #expect(
            cut.map(\.utf8.count) == [LineSplitter.maximumBytes, LineSplitter.maximumBytes, LineSplitter.maximumBytes])
    }

    @Test("A day without a score says why and what to do; one with a score shows the band")
    func score() {
        let day = Day(number: 20_000)
        #expect(
            ReplyFormatter.score(ScoreReport(day: day, status: .warmingUp, reason: "Three more days are needed."))
                == "2024-10-04  no score: Three more days are needed."
        )
        let text = ReplyFormatter.score(
            ScoreReport(day: day, status: .final, score: 61.4, low: 52, high: 70.6, personalised: true))
        #expect(text == "2024-10-04  score 61  (most likely between 52 and 71)")
        #expect(
            ReplyFormatter.score(ScoreReport(day: day, status: .provisional, score: 50, personalised: false)).contains(
                "provisional"))
    }

    @Test("ING the end of an import reports new, rejected and unused samples")
    func imported() {
        var status = ImportStatus(job: .random(), fileName: "export.zip", phase: .done)
        (status.samplesRead, status.samplesNew, status.daysChanged) = (1_000_000, 999, 12)
        status.quarantined = ["future": 3]
        status.unknownKinds = Dictionary(uniqueKeysWithValues: (0..<12).map { ("Kind\($0)", Int64($0)) })
        let text = ReplyFormatter.imported(status)
        #expect(text.contains("1,000,000 samples, 999 of them new; 12 days changed."))
        #expect(text.contains("Set aside: future 3."))
        #expect(text.contains("Kinds that are not used: Kind11 11, Kind10 10"))
        #expect(text.hasSuffix("and 2 more."))
        #expect(!text.contains("Removed"))
        status.samplesRemoved = 7
        #expect(ReplyFormatter.imported(status).contains("Removed, as this export no longer has them: 7 samples."))
    }

    @Test("ING a file without anything known says so, and days without metrics are named")
    func nothing() {
        var status = ImportStatus(job: .random(), fileName: "other.json", phase: .done)
        #expect(ReplyFormatter.imported(status).contains("Nothing in it was recognised"))
        (status.samplesRead, status.daysChanged) = (1, 1)
        #expect(ReplyFormatter.imported(status).hasSuffix("1 day changed."))
        let text = ReplyFormatter.metrics(MetricsQuery.Reply(days: []), from: Day(number: 0), through: Day(number: 13))
        #expect(text.hasPrefix("No metrics from 1970-01-01 to 1970-01-14; "))
    }

    @Test("GOL an amount without a measure is named with its unit, and an action without duration has none")
    func actions() {
        let read = ReadAction.Reply(
            action: ActionContent(title: "Ran", start: 0, duration: 0), day: Day(number: 0),
            unmeasured: [ReadAmount(kind: .distance, value: 5000), ReadAmount(kind: .volume, value: 300)])
        let lines = GoalsFormatter([]).read(read).split(separator: "\n")
        #expect(lines[0] == "Ran  1970-01-01")
        #expect(lines[1].hasPrefix("Not kept: 5 km; there is no measure for it yet"))
        #expect(lines[2].hasPrefix("Not kept: 300 ml; "))
    }

    @Test("GOL-10 --yes names what cannot be kept and how to go on; a duration needs no measure")
    func undecided() {
        let amounts = [ReadAmount(kind: .distance, value: 5000), ReadAmount(kind: .duration, value: 1800)]
        var read = ReadAction.Reply(
            action: ActionContent(title: "Ran", start: 0, duration: 1800), day: Day(number: 0), unmeasured: amounts)
        #expect(GoalsFormatter.unkept(read) == ["5 km"])
        read.action?.duration = nil
        #expect(GoalsFormatter.unkept(read) == ["5 km", "30 min"])
        read.unmeasured = []
        #expect(GoalsFormatter.unkept(read).isEmpty)
        let error = ActCommand.undecided(["5 km", "300 ml"]).description
        #expect(error.hasPrefix("Nothing was saved, because 5 km, 300 ml cannot be kept."))
        #expect(error.contains("--partial"))
    }

    @Test("An upload that broke off is found by name and size; a finished one is not touched")
    func resumable() throws {
        let path = "/tmp/pulsum-upload-\(UInt64.random(in: 0 ... .max))"
        #expect(FileManager.default.createFile(atPath: path, contents: Data("hello".utf8)))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let source = try UploadSource(path: path)
        func status(_ name: String, _ phase: ImportStatus.Phase, _ size: Int64?) -> ImportStatus {
            var status = ImportStatus(job: .random(), fileName: name, phase: phase)
            status.bytesTotal = size
            return status
        }
        let broken = status(source.name, .uploading, 5)
        #expect(
            source.resumable([
                status(source.name, .done, 5), status(source.name, .uploading, 6), status("other", .uploading, 5),
                broken,
            ]) == broken.job)
        #expect(source.resumable([status(source.name, .failed, 5)]) == nil)
        #expect(try source.read(at: 3) == Array("lo".utf8))
        #expect(try source.read(at: 5) == [])
    }

    @Test("A file that cannot be an export is refused with its name")
    func badFiles() throws {
        #expect(
            try #require(throws: CLIError.self) { _ = try UploadSource(path: "/nowhere/x.zip") }.description.contains(
                "/nowhere/x.zip"))
        #expect(
            try #require(throws: CLIError.self) { _ = try UploadSource(path: "/tmp") }.description.contains("directory")
        )
    }

    @Test("A suggestion, an entry and a goal have the words of the pages")
    func words() {
        let card = Card(
            moment: "lights", title: "Dim the lights", body: "An hour before bed.", caution: nil, badge: .strong,
            sourceURL: nil, estimatedSeconds: nil)
        #expect(ReplyFormatter.cards(CardsQuery.Reply(cards: [card])).hasPrefix("1. Dim the lights  [well studied]"))
        let (id, day) = (EntityID(high: 0, low: 1), Day(number: 0))
        let analysis = JournalAnalysis(
            verdict: Verdict(level: .safe), sentiment: 0.4, provider: "head", redacted: "A calm day.")
        let entry = JournalEntry(id: id, day: day, at: 0, text: "A calm day.", analysis: analysis)
        #expect(ReplyFormatter.added(entry) == "Kept for 1970-01-01. Read as: Pleasant.")
        let found = SearchJournal.Reply(entries: [entry])
        #expect(ReplyFormatter.found(found) == "1970-01-01  Pleasant\nA calm day.")
        let measure = Measure(
            facts: RecordFacts(id: id, version: 1, logTime: 0),
            content: MeasureContent(title: "Movement", unit: "h", kind: .duration))
        let goal = Goal(
            facts: RecordFacts(id: EntityID(high: 0, low: 2), version: 1, logTime: 0),
            content: GoalContent(title: "Move", start: day, target: day, status: .onHold, targets: []),
            progress: [TargetProgress(measure: id, sum: 0.58, target: 26, contributions: 1)])
        let text = GoalsFormatter([measure]).show(GoalsQuery.Reply(goals: [goal]))
        #expect(text.contains("put aside for now") && text.hasSuffix("Movement: 35 min of 26 h"), "\(text)")
    }
}
