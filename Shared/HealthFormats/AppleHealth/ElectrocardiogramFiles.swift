import Messages

/// Reads the electrocardiograms of an Apple Health archive, which are tables in its folder `electrocardiograms`: some
/// rows of a name and a value in the phone's language, then about 15,000 rows of the trace. Only the time and the
/// classification are used, and only the beginning of a table is read. A table that cannot be read is counted and ends
/// nothing.
package struct ElectrocardiogramFiles {
    /// Most tables of an archive: one a day for 27 years.
    static let maximumFiles: Int64 = 10_000
    /// Bytes of a table that are read; its header takes about 250.
    static let maximumHeadBytes = 4_096
    private static let maximumRows = 32
    private static let maximumPlaceBytes = 64

    private let archive: ZipArchive
    private var rest: ArraySlice<ZipEntry>
    /// Readings that are later are rejected, s since 1970.
    private let latest: Int64
    /// Records since the last `take()`.
    private var records: [CompanionRecord] = []
    /// Tables read so far, rejected ones included.
    private(set) var samplesRead: Int64 = 0
    /// The rejected tables.
    private(set) var left = SkippedParts()

    /// - Parameter now: s since 1970.
    package init(_ archive: ZipArchive, now: Int64) {
        self.archive = archive
        rest = archive.entries.filter { Self.isTable($0.name) }[...]
        latest = now + 86_400
    }

    /// True once all tables were read.
    var isAtEnd: Bool { rest.isEmpty }

    /// Removes and returns the records.
    mutating func take() -> [CompanionRecord] {
        defer { records = [] }
        return records
    }

    /// Reads at most `count` tables.
    /// - Throws: the error of the archive's source.
    mutating func read(_ count: Int) throws {
        for entry in rest.prefix(count) {
            samplesRead += 1
            let number = samplesRead
            let fault: RejectionReason? = try number > Self.maximumFiles ? .tooManySamples : add(entry)
            if let fault { left.add(Self.place(entry.name, number: number), fault) }
        }
        rest = rest.dropFirst(count)
    }

    /// Adds the record of a table.
    /// - Returns: why it cannot be kept; nil if it can.
    private mutating func add(_ entry: ZipEntry) throws -> RejectionReason? {
        let header: Header
        do {
            header = try Header(archive.head(of: entry, count: Self.maximumHeadBytes))
        } catch is ImportProblem {
            return .badRow
        }
        guard let date = header.date, let rhythm = header.rhythm, let kind = Self.kind else { return .badRow }
        guard case .instant(let start, _?)? = DateText(date) else { return .badDate }
        guard let level = Self.rhythms[Self.folded(rhythm)].flatMap(kind.level) else { return .badValue }
        let reading = HealthReading(kind, start, start, level)
        if let fault = reading.fault(latest: latest) { return fault }
        // A table names no source. Two recordings do not begin in one second.
        let key = "apple-export/\(kind.name)/\(start)"
        records.append(CompanionRecord(key, CompanionVersion(0), [reading], SampleSource(name: "")))
        return nil
    }

    // MARK: Names

    private static let kind = KindTable.row("electrocardiogram")

    /// Rhythms by what English and German phones write, folded. A classification in another language is not guessed.
    private static let rhythms = [
        "": "not set", "sinus rhythm": "sinus rhythm", "atrial fibrillation": "atrial fibrillation",
        "atrial fibrillation high heart rate": "atrial fibrillation",
        "heart rate under 50": "inconclusive low heart rate", "heart rate over 120": "inconclusive high heart rate",
        "heart rate over 150": "inconclusive high heart rate", "poor recording": "inconclusive poor reading",
        "inconclusive": "inconclusive other", "sinusrhythmus": "sinus rhythm", "vorhofflimmern": "atrial fibrillation",
        "uneindeutig": "inconclusive other",
    ]

    /// The words of a text in lower case, without signs.
    private static func folded(_ text: String) -> String {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
    }

    private static func isTable(_ name: String) -> Bool {
        let path = name.lowercased().split(separator: "/")
        guard path.count > 1, path[0] != "__macosx", path[path.count - 2] == "electrocardiograms" else { return false }
        return path[path.count - 1].hasSuffix(".csv")
    }

    /// The place of a table in the report of an import: its file name if it has only the characters of names that Health
    /// makes, else its number.
    private static func place(_ name: String, number: Int64) -> String {
        let file = name.split(separator: "/").last ?? ""
        let isPlain = file.utf8.allSatisfy { byte in
            IntimateNames.letter(byte) != nil || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
                || byte == UInt8(ascii: ".")
        }
        return isPlain && file.utf8.count <= maximumPlaceBytes
            ? "electrocardiograms/\(file)" : "electrocardiograms[\(number)]"
    }

    /// The rows of a table that are used; nil if it has none.
    private struct Header {
        var date: String?
        var rhythm: String?

        /// Their names in English and German, as `CSVRows.names` writes them.
        private static let dates: Set<String> = ["recordeddate", "aufzeichnungsdatum"]
        private static let classifications: Set<String> = ["classification", "klassifizierung"]

        /// - Parameter head: the beginning of the table. A row that does not end in it is not used.
        /// - Throws: `ImportProblem` for quotes that do not end.
        init(_ head: [UInt8]) throws {
            let end = head.lastIndex(of: UInt8(ascii: "\n")) ?? 0
            let rows = CSVRows(ByteSlice(MemoryBytes(Array(head[..<end]))))
            for _ in 0..<ElectrocardiogramFiles.maximumRows {
                guard date == nil || rhythm == nil, let fields = try rows.next() else { return }
                guard let name = CSVRows.names(fields).first, fields.count > 1 else { continue }
                if date == nil, Self.dates.contains(name) {
                    date = fields[1]
                } else if rhythm == nil, Self.classifications.contains(name) {
                    rhythm = fields.dropFirst().joined(separator: " ")
                }
            }
        }
    }
}
