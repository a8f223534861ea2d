import Messages

/// Every way a file can be wrong, said once. Texts carry no content of the file (COM-4).
extension ImportProblem {
    package static let notAHealthExport = ImportProblem(
        code: "notAHealthExport",
        message:
            "This is not an Apple Health export; on the iPhone open Health, tap your picture, then Export All Health Data, and send that file."
    )
    static let noExportInArchive = ImportProblem(
        code: "notAHealthExport",
        message: "This archive holds no export.xml; send the zip file as the Health app made it.")

    package static let notAFullExport = ImportProblem(
        code: "notAFullExport",
        message:
            "Only a full Apple Health export that says when it was made can replace earlier ones; what this file holds was added and nothing was removed."
    )

    static func truncated(at offset: Int64) -> ImportProblem {
        ImportProblem(
            code: "truncated", message: "The file ends too early; copy it again and send it once more.",
            byteOffset: offset)
    }
    static func malformed(_ what: String, at offset: Int64) -> ImportProblem {
        ImportProblem(
            code: "malformed",
            message: "The XML is damaged: \(what); what stands before it is kept, export again and send the new file.",
            byteOffset: offset)
    }
    static func malformedJSON(_ what: String, at offset: Int64) -> ImportProblem {
        ImportProblem(
            code: "malformed", message: "The JSON is damaged: \(what); nothing of it is kept, send it again.",
            byteOffset: offset)
    }
    static func entity(at offset: Int64) -> ImportProblem {
        ImportProblem(
            code: "entity",
            message:
                "The XML uses an entity of its own, which Health never writes and Pulsum never expands; export again.",
            byteOffset: offset)
    }
    static func tooLarge(_ what: String, at offset: Int64?) -> ImportProblem {
        ImportProblem(
            code: "tooLarge", message: "The file is refused: \(what); export again and send the new file.",
            byteOffset: offset)
    }
    package static func archive(_ what: String, at offset: Int64?) -> ImportProblem {
        ImportProblem(
            code: "damagedArchive",
            message: "The zip archive is damaged: \(what); copy it again and send it once more.", byteOffset: offset)
    }
    package static let quotaCode = "quota"
    package static func quota(_ bytes: Int64) -> ImportProblem {
        ImportProblem(
            code: quotaCode,
            message:
                "Your samples take \(ByteText.of(bytes)), as much as this installation keeps of a person; what came before that is kept, ask whoever runs it to raise PULSUM_QUOTA_KEPT and send the file again."
        )
    }
    /// - Parameter offset: nil for work behind the file's end.
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
    static func unsupported(_ what: String) -> ImportProblem {
        ImportProblem(
            code: "unsupported",
            message: "The zip archive uses \(what), which Pulsum does not read; unpack it and send export.xml.")
    }
}
