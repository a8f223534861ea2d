import Messages

/// Every error that a file can cause. Messages carry no content of the file (COM-4).
extension ImportProblem {
    /// The file is in none of the formats that are imported.
    package static let notAHealthExport = ImportProblem(
        code: "notAHealthExport",
        message:
            "This is none of the files that are imported: Apple Health's export.zip or export.xml, JSON or CSV of Health Auto Export, and CSV with the columns kind, start, end, value, unit, source; unpack other archives and send what is in them, for Apple Health open Health on the iPhone, tap your picture, then Export All Health Data."
    )
    /// A text in an encoding with two bytes a character.
    static let wrongEncoding = ImportProblem(
        code: "wrongEncoding", message: "The file is written as UTF-16; save it as UTF-8 and send it again.")
    /// A table whose columns are separated by semicolons or tabs.
    static let wrongSeparator = ImportProblem(
        code: "wrongSeparator",
        message:
            "The columns of this table are separated by semicolons or tabs; save it as CSV with commas, and numbers with a point, and send it again."
    )
    /// A table of which no row could be used.
    package static let nothingRead = ImportProblem(
        code: "nothingRead",
        message:
            "Nothing of this table could be read: every row was set aside, for the reasons that are counted. Tables that are read have the columns kind, start, end, value, unit, source, or are the CSV of Health Auto Export in English with a unit in each column, numbers with a point."
    )
    /// A post of an app that is not JSON.
    package static let notJSON = ImportProblem(
        code: "notJSON",
        message: "The app sent something else than JSON; choose JSON as the export format of its automation.")
    /// Why a file in none of the formats is refused.
    /// - Parameter head: its first bytes.
    package static func unknownFormat(_ head: [UInt8]) -> ImportProblem {
        if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) || head.prefix(64).contains(0) {
            return wrongEncoding
        }
        let first = head.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        for separator in [";", "\t"] as [Character] where first.contains(separator.asciiValue ?? 0) {
            let line = first.map { $0 == separator.asciiValue ? UInt8(ascii: ",") : $0 }
            if CSVReader.isHeader(line) || HealthAutoExportTableReader.isHeader(line) { return wrongSeparator }
        }
        return notAHealthExport
    }
    /// A companion's batch in a schema of another version.
    static let unknownSchema = ImportProblem(
        code: "unknownSchema",
        message: "The app sent its data in a version that is not read yet.")
    /// A companion's post of which nothing became a value.
    package static let nothingTaken = ImportProblem(
        code: "nothingTaken", message: "Nothing of what the app sent could be used; its post is kept as it came.")
    /// A companion's post of which some was not understood.
    package static let partlyRead = ImportProblem(
        code: "partlyRead",
        message: "Some of what the app sent could not be read; the rest counts, and its post is kept as it came.")
    /// A post of a device that several people share, without values of this person.
    package static let nobodysValues = ImportProblem(
        code: "nobodysValues",
        message:
            "None of these measurements is of the user that you chose; their post is kept as it came, and pairing the app again chooses another one."
    )
    /// JSON with none of the parts that Health Auto Export writes.
    static let noMetrics = ImportProblem(
        code: "noMetrics",
        message:
            "This JSON has neither metrics nor workouts; Health Auto Export writes them as {\"data\": {\"metrics\": […]}}. Choose the file that the app made."
    )
    static let noExportInArchive = ImportProblem(
        code: "notAHealthExport",
        message:
            "This archive holds no export.xml; send the zip file as the Health app made it, or unpack another one and send the JSON or CSV files in it one by one."
    )

    /// A replacing import was asked for, but the file is not a full export with its date.
    package static let notAFullExport = ImportProblem(
        code: "notAFullExport",
        message:
            "Only a full Apple Health export that says when it was made can replace earlier ones; what this file holds was added and nothing was removed."
    )

    /// The file ends before its format says. Offsets are in bytes, here and below.
    static func truncated(at offset: Int64) -> ImportProblem {
        ImportProblem(
            code: "truncated", message: "The file ends too early; copy it again and send it once more.",
            byteOffset: offset)
    }
    /// The XML violates its syntax; `what` completes the sentence.
    static func malformed(_ what: String, at offset: Int64) -> ImportProblem {
        ImportProblem(
            code: "malformed",
            message: "The XML is damaged: \(what); what stands before it is kept, export again and send the new file.",
            byteOffset: offset)
    }
    /// The JSON violates its syntax; `what` completes the sentence.
    static func malformedJSON(_ what: String, at offset: Int64) -> ImportProblem {
        ImportProblem(
            code: "malformed", message: "The JSON is damaged: \(what); nothing of it is kept, send it again.",
            byteOffset: offset)
    }
    /// The XML references an entity other than the predefined five.
    static func entity(at offset: Int64) -> ImportProblem {
        ImportProblem(
            code: "entity",
            message:
                "The XML uses an entity of its own, which Health never writes and Pulsum never expands; export again.",
            byteOffset: offset)
    }
    /// The file exceeds a limit; `what` names it.
    static func tooLarge(_ what: String, at offset: Int64?) -> ImportProblem {
        ImportProblem(
            code: "tooLarge", message: "The file is refused: \(what); export again and send the new file.",
            byteOffset: offset)
    }
    /// The zip archive is damaged; `what` completes the sentence.
    package static func archive(_ what: String, at offset: Int64?) -> ImportProblem {
        ImportProblem(
            code: "damagedArchive",
            message: "The zip archive is damaged: \(what); copy it again and send it once more.", byteOffset: offset)
    }
    /// `code` of `quota`.
    package static let quotaCode = "quota"
    /// The user's stored samples reached the limit.
    /// - Parameter bytes: size of the stored samples.
    package static func quota(_ bytes: Int64) -> ImportProblem {
        ImportProblem(
            code: quotaCode,
            message:
                "Your samples take \(ByteText.of(bytes)), as much as this installation keeps of a person; what came before that is kept, ask whoever runs it to raise PULSUM_QUOTA_KEPT and send the file again."
        )
    }
    /// The import of this file ended the process three times.
    /// - Parameter offset: last known byte offset; nil if the failures came after the file was read.
    package static func poisoned(near offset: Int64?) -> ImportProblem {
        guard let offset else {
            return ImportProblem(
                code: "poisoned",
                message:
                    "The import stopped three times while it worked out the days; what was read is kept, send the file again after the next release of Pulsum."
            )
        }
        return ImportProblem(
            code: "poisoned",
            message:
                "The file stopped the import three times near byte \(offset); what was stored before is kept, export again and send the new file.",
            byteOffset: offset)
    }

    /// A feature of the zip format that the reader does not support, such as encryption; `what` names it.
    static func unsupported(_ what: String) -> ImportProblem {
        ImportProblem(
            code: "unsupported",
            message: "The zip archive uses \(what), which Pulsum does not read; unpack it and send export.xml.")
    }
}
