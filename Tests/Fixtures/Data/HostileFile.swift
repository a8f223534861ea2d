import Foundation

/// Malicious import files: each tries to make the importer hold more than its bounds. Synthetic, and identical in every
/// run.
public struct HostileFile: Sendable {
    /// The result that a bounded importer must reach.
    public enum Outcome: Sendable {
        /// The import succeeds and rejects samples for this reason.
        case aside(String)
        /// The import succeeds and rejects nothing.
        case harmless
        /// The import is refused with this code.
        case refused(String)
    }

    /// File name.
    public let name: String
    /// Expected result of the import.
    public let outcome: Outcome
    /// Writes the file to a path.
    private let body: @Sendable (_ path: String) throws -> Void

    /// Writes the file.
    public func write(to path: String) throws { try body(path) }

    /// All files, by format.
    public static let all: [HostileFile] = xml + zip + json + csv

    // MARK: XML

    private static let head =
        "<?xml version=\"1.0\"?>\n<HealthData locale=\"en\">\n<ExportDate value=\"2026-01-02 10:00:00 +0000\"/>\n"
    private static let dates = "startDate=\"2026-01-01 10:00:00 +0000\" endDate=\"2026-01-01 10:10:00 +0000\""

    private static func workout(_ name: String) -> String {
        "<Workout workoutActivityType=\"\(name)\" duration=\"10\" durationUnit=\"min\" sourceName=\"W\" \(dates)/>\n"
    }

    private static func weight(
        _ number: Int, source: String = "S", unit: String = "kg", type: String = "HKQuantityTypeIdentifierBodyMass"
    ) -> String {
        "<Record type=\"\(type)\" sourceName=\"\(source)\" unit=\"\(unit)\" \(dates) value=\"\(50 + Double(number % 90_000) / 1000)\"/>\n"
    }

    private static let xml: [HostileFile] = [
        HostileFile("sources.xml", .aside("tooManySources")) { sink in
            try sink(head)
            for number in 0..<60_000 { try sink(weight(number, source: long(900, number))) }
            try sink("</HealthData>\n")
        },
        HostileFile("device.xml", .aside("textTooLong")) { sink in
            try sink(head)
            for number in 0..<200 {
                try sink(
                    "<Record type=\"HKQuantityTypeIdentifierBodyMass\" sourceName=\"S\" device=\"&lt;&lt;HKDevice: 0x1&gt;, name:\(long(200_000, number)), model:M&gt;\" unit=\"kg\" \(dates) value=\"70\"/>\n"
                )
            }
            try sink("</HealthData>\n")
        },
        HostileFile("kinds.xml", .aside("textTooLong")) { sink in
            try sink(head)
            for number in 0..<60_000 { try sink("<Record type=\"\(long(90, number))\" \(dates)/>\n") }
            for number in 0..<20 {
                try sink(weight(number, type: long(200_000, number)) + weight(number, unit: long(200_000, number)))
            }
            try sink("</HealthData>\n")
        },
        HostileFile("crowded-day.xml", .aside("tooManySamples")) { sink in
            try sink(head)
            for number in 0..<60_000 { try sink(weight(number)) }
            try sink("</HealthData>\n")
        },
        HostileFile("long-ago.xml", .aside("tooOld")) { sink in
            try sink(head)
            for year in 1000..<1969 {
                for month in 10...12 {
                    try sink(
                        "<Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"S\" unit=\"count\" startDate=\"\(year)-\(month)-01 10:00:00 +0000\" endDate=\"\(year)-\(month)-01 10:01:00 +0000\" value=\"9\"/>\n"
                    )
                }
            }
            try sink("</HealthData>\n")
        },
        HostileFile("deep.xml", .refused("malformed")) { sink in
            try sink(head)
            for _ in 0..<100_000 { try sink("<a>") }
        },
        HostileFile("attribute.xml", .refused("tooLarge")) { sink in
            try sink(head + "<Record type=\"")
            for number in 0..<20 { try sink(long(1 << 20, number)) }
        },
        HostileFile("attributes.xml", .refused("malformed")) { sink in
            try sink(head + "<Record")
            for number in 0..<200 { try sink(" a\(number)=\"1\"") }
            try sink("/></HealthData>")
        },
    ]

    // MARK: Zip

    private static let zip: [HostileFile] = [
        // 654 kB that inflate to half a gibibyte of names.
        HostileFile(path: "activities.zip", .aside("textTooLong")) { path in
            try zipped(path) { sink in
                try sink(Array(head.utf8))
                for number in 0..<2_000 { try sink(Array(workout(long(250_000, number)).utf8)) }
                try sink(Array("</HealthData>\n".utf8))
            }
        },
        HostileFile(path: "names.zip", .aside("tooManyNames")) { path in
            try zipped(path) { sink in
                try sink(Array(head.utf8))
                for number in 0..<20_000 { try sink(Array(workout(long(1_000, number)).utf8)) }
                try sink(Array("</HealthData>\n".utf8))
            }
        },
        HostileFile(path: "spaces.zip", .harmless) { path in
            try zipped(path) { sink in
                try sink(Array(head.utf8))
                let spaces = [UInt8](repeating: 0x20, count: 1 << 20)
                for _ in 0..<100 { try sink(spaces) }
                try sink(Array("</HealthData>\n".utf8))
            }
        },
        // The maximum number of samples of nine days, of every type that daily metrics use: the most that one day's
        // metrics are computed from.
        HostileFile(path: "full-days.zip", .harmless) { path in
            try zipped(path) { sink in
                try sink(Array(head.utf8))
                for (kind, unit, step) in [
                    ("HeartRate", "count/min", 1), ("StepCount", "count", 9), ("HeartRateVariabilitySDNN", "ms", 9),
                    ("RestingHeartRate", "count/min", 9),
                    ("RespiratoryRate", "count/min", 9),
                ] {
                    for day in 10...18 { try sink(Array(measured(kind, unit, day: day, every: step).utf8)) }
                }
                for day in 10...18 { try sink(Array(slept(day: day).utf8)) }
                try sink(Array("</HealthData>\n".utf8))
            }
        },
        HostileFile("entries.zip", .refused("tooLarge")) { sink in
            try directory(entries: 400_000, name: 1, extra: 0, sink)
        },
        HostileFile("entry-names.zip", .refused("tooLarge")) { sink in
            try directory(entries: 100, name: 60_000, extra: 0, sink)
        },
        HostileFile("entry-extras.zip", .refused("tooLarge")) { sink in
            try directory(entries: 900, name: 10, extra: 65_000, sink)
        },
    ]

    /// One day of samples of one type, from ten sources in turn.
    private static func measured(_ kind: String, _ unit: String, day: Int, every step: Int) -> String {
        var text = ""
        text.reserveCapacity(200 * 86_400 / step)
        for second in stride(from: 0, to: 86_400, by: step) {
            let time = "2025-12-\(day) \(clock(second)) +0000"
            text +=
                "<Record type=\"HKQuantityTypeIdentifier\(kind)\" sourceName=\"S\(second % 10)\" unit=\"\(unit)\" startDate=\"\(time)\" endDate=\"\(time)\" value=\"\(50 + second % 10).\(second % 7)\"/>\n"
        }
        return text
    }

    private static func slept(day: Int) -> String {
        var text = ""
        for second in stride(from: 0, to: 86_390, by: 9) {
            text +=
                "<Record type=\"HKCategoryTypeIdentifierSleepAnalysis\" sourceName=\"S\(second % 10)\" startDate=\"2025-12-\(day) \(clock(second)) +0000\" endDate=\"2025-12-\(day) \(clock(second + 5)) +0000\" value=\"HKCategoryValueSleepAnalysisAsleepCore\"/>\n"
        }
        return text
    }

    private static func clock(_ second: Int) -> String {
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return "\(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60))"
    }

    private static func zipped(_ path: String, _ body: (_ sink: ([UInt8]) throws -> Void) throws -> Void) throws {
        let zip = try ZipFile(path: path)
        try zip.add("apple_health_export/export.xml", deflated: true, body)
        try zip.finish()
    }

    /// A central directory without the entries that it lists.
    private static func directory(entries: Int, name: Int, extra: Int, _ sink: (String) throws -> Void) throws {
        func number(_ value: Int, _ width: Int) -> String {
            String(decoding: (0..<width).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) & 0x7F }, as: UTF8.self)
        }
        // Lengths use seven bits a byte, since the whole file is written as ASCII.
        let (nameLength, extraLength) = (name & 0x7F | (name >> 8 & 0x7F) << 8, extra & 0x7F | (extra >> 8 & 0x7F) << 8)
        let entry =
            "PK\u{1}\u{2}" + String(repeating: "\0", count: 24) + number(nameLength, 2) + number(extraLength, 2)
            + String(repeating: "\0", count: 14)
            + String(repeating: "n", count: nameLength) + String(repeating: "e", count: extraLength)
        var size = entry.utf8.count * entries
        for _ in 0..<entries { try sink(entry) }
        // Pads until each byte of the size fits in seven bits.
        while size & 0x8080_8080 != 0 {
            let step = 0x80 - size & 0x7F
            try sink(String(repeating: "\0", count: step))
            size += step
        }
        try sink("PK\u{5}\u{6}\0\0\0\0\u{7F}\u{7F}\u{7F}\u{7F}" + number(size, 4) + "\0\0\0\0\0\0")
    }

    // MARK: JSON

    private static let json: [HostileFile] = [
        HostileFile("parts.json", .aside("badDate")) { sink in
            try sink(#"{"data":{"metrics":[{"name":"heart_rate","units":"bpm","data":[{"date":["#)
            let part = String(repeating: "[],", count: 10_000)
            for _ in 0..<1_000 { try sink(part) }
            try sink("[]]}]}]}}")
        },
        HostileFile("keys.json", .harmless) { sink in
            try sink(#"{"data":{"metrics":[],"more":{"#)
            for number in 0..<300_000 { try sink("\"key\(number)\":\(number),") }
            try sink(#""last":0}}}"#)
        },
        HostileFile("text.json", .aside("textTooLong")) { sink in
            try sink(#"{"picture":""#)
            for number in 0..<8 { try sink(long(1 << 20, number)) }
            try sink(#"","data":{"workouts":["#)
            for number in 0..<40 {
                try sink(
                    #"{"name":"\#(long(100_000, number))","start":"2026-01-01 10:00:00 +0000","end":"2026-01-01 11:00:00 +0000"},"#
                )
            }
            try sink(#"{"name":"Run","start":"2026-01-01 12:00:00 +0000","end":"2026-01-01 13:00:00 +0000","route":["#)
            for _ in 0..<20_000 { try sink(#"{"lat":1.5,"lon":2.5},"#) }
            try sink(#"{}]}]}}"#)
        },
        HostileFile("metrics.json", .aside("tooManyMetrics")) { sink in
            try sink(#"{"data":{"metrics":["#)
            for number in 0..<60_000 {
                try sink(
                    #"{"name":"\#(number % 2 == 0 ? "heart_rate" : long(300, number))","units":"bpm","data":[{"date":"2026-01-01 10:00:00 +0000","qty":\#(60 + number % 60)}]},"#
                )
            }
            try sink("{}]}}")
        },
        HostileFile("sources.json", .aside("tooManySources")) { sink in
            try sink(#"{"data":{"metrics":[{"name":"heart_rate","units":"bpm","data":["#)
            for number in 0..<20_000 {
                try sink(#"{"date":"2026-01-01 10:00:00 +0000","qty":61,"source":"\#(long(900, number))"},"#)
            }
            try sink("{}]}]}}")
        },
        HostileFile("deep.json", .refused("malformed")) { sink in
            try sink(#"{"data":"#)
            for _ in 0..<100_000 { try sink("[") }
        },
        HostileFile("number.json", .refused("malformed")) { sink in
            try sink(#"{"data":{"metrics":[{"name":"heart_rate","units":"bpm","data":[{"qty":"#)
            for _ in 0..<4 { try sink(String(repeating: "9", count: 1 << 20)) }
            try sink("}]}]}}")
        },
    ]

    // MARK: CSV

    private static let columns = "kind,start,end,value,unit,source,activity\n"

    private static let csv: [HostileFile] = [
        HostileFile("sources.csv", .aside("tooManySources")) { sink in
            try sink(columns)
            for number in 0..<15_000 {
                try sink("bodyMass,2026-01-01T10:00:00Z,,\(50 + number % 90),kg,\(long(900, number)),\n")
            }
        },
        HostileFile("fields.csv", .refused("nothingRead")) { sink in
            try sink(columns)
            for number in 0..<150 {
                try sink("workout,2026-01-01T10:00:00Z,2026-01-01T11:00:00Z,1,hr,S,\(long(60_000, number))\n")
            }
            for number in 0..<10 { try sink("\(long(60_000, number)),2026-01-01T10:00:00Z,,1,hr,S,\n") }
        },
        HostileFile("line.csv", .refused("tooLarge")) { sink in
            try sink(columns + "bodyMass,")
            for number in 0..<20 { try sink(long(1 << 20, number)) }
        },
        HostileFile("number.csv", .refused("nothingRead")) { sink in
            try sink(columns)
            for _ in 0..<1_000 {
                try sink("bodyMass,2026-01-01T10:00:00Z,,1e\(String(repeating: "9", count: 900)),kg,S,\n")
            }
        },
    ]

    /// A text of `count` bytes, different for each number.
    private static func long(_ count: Int, _ number: Int) -> String {
        let digits = "\(number)-"
        return digits + String(repeating: "x", count: max(0, count - digits.utf8.count))
    }

    private init(
        _ name: String, _ outcome: Outcome,
        _ write: @escaping @Sendable (_ sink: (String) throws -> Void) throws -> Void
    ) {
        self.init(path: name, outcome) { path in
            guard FileManager.default.createFile(atPath: path, contents: nil),
                let file = FileHandle(forWritingAtPath: path)
            else {
                throw CocoaError(.fileWriteUnknown)
            }
            var pending = Data()
            try write { text in
                pending.append(contentsOf: text.utf8)
                guard pending.count > 1 << 20 else { return }
                try file.write(contentsOf: pending)
                pending.removeAll(keepingCapacity: true)
            }
            try file.write(contentsOf: pending)
            try file.close()
        }
    }

    private init(path name: String, _ outcome: Outcome, _ body: @escaping @Sendable (_ path: String) throws -> Void) {
        (self.name, self.outcome, self.body) = (name, outcome, body)
    }
}
