import Foundation
import Logging
import Messages
import Synchronization
import TestTraits
import Testing

@testable import ServiceKit

@Suite(.tags(.processes)) struct LogTests {
    @Test("A log line says the same after it was written and read")
    func roundTrip() {
        let line = LogLine(
            time: "2026-01-02T03:04:05.678Z", level: "info", service: "scoring",
            message: "Two \"words\" = \\ and\na new line",
            fields: [.init("empty", ""), .init("plain", "12"), .init("spaced", "a b"), .init("umlaut", "Grüße 👋")])
        #expect(LogLine(parsing: line.text) == line)
        #expect(!line.text.contains("\n"))
        #expect(line.text.hasPrefix("time=2026-01-02T03:04:05.678Z level=info service=scoring message=\"Two"))
    }

    @Test("Control characters cannot move the reader's cursor or forge a line")
    func control() {
        let text = LogLine(time: "t", level: "info", service: "s", message: "a\u{1B}[2Jb\rc\u{85}d\u{2028}e\n").text
        #expect(text == "time=t level=info service=s message=\"a?[2Jb?c?d?e\\n\"")
    }

    @Test("As JSON a line is one object of strings, whatever is in it")
    func json() throws {
        let line = LogLine(
            time: "t", level: "info", service: "scoring",
            message: "Two \"words\" \\ and\na new line \u{1B}[2J \u{2028}",
            fields: [.init("time", "12"), .init("umlaut", "Grüße 👋")])
        #expect(!line.json.contains("\n"))
        #expect(!line.json.contains("\u{1B}"))
        #expect(!line.json.contains("\u{2028}"))
        let read = try #require(try JSONSerialization.jsonObject(with: Data(line.json.utf8)) as? [String: Any])
        #expect(read["message"] as? String == line.message)
        #expect(read["service"] as? String == "scoring")
        #expect(read["fields"] as? [String: String] == ["time": "12", "umlaut": "Grüße 👋"])
        #expect(
            LogLine(time: "t", level: "info", service: "s", message: "m").json
                == #"{"time":"t","level":"info","service":"s","message":"m"}"#)
    }

    @Test(
        "Text that is not ours is not taken for ours",
        arguments: ["", "Fatal error: x", "a=b", "time=1 level=info service=x", "time=\"1 level=2 service=3 message=4"])
    func foreign(text: String) {
        #expect(LogLine(parsing: text) == nil)
    }

    @Test("Every event is one line with its service, level and fields")
    func handler() throws {
        let written = Mutex<[String]>([])
        var logger = Logger(label: "scoring") {
            LineLogHandler(service: "scoring", label: $0, write: { line in written.withLock { $0.append(line) } })
        }
        logger.logLevel = .warning
        logger[metadataKey: "part"] = "relay"
        logger.info("not this")
        logger.error("broken", metadata: ["code": "busy"])
        let lines = written.withLock { $0 }
        #expect(lines.count == 1)
        let text = try #require(lines.first)
        let line = try #require(LogLine(parsing: text.dropLast()))
        #expect(line.level == "error")
        #expect(line.service == "scoring")
        #expect(line.message == "broken")
        #expect(line.fields == [.init("code", "busy"), .init("part", "relay")])
        #expect(line.time.utf8.count == "2026-01-02T03:04:05.678Z".utf8.count)
    }

    @Test("One level counts for all loggers and may change while they live")
    func level() {
        let logger = Logger(label: "x") { LineLogHandler(service: "x", label: $0, write: { _ in }) }
        let before = Logs.level
        defer { Logs.level = before }
        Logs.level = .error
        #expect(logger.logLevel == .error)
        Logs.level = .debug
        #expect(logger.logLevel == .debug)
    }
}
