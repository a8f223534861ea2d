import CWordLists

/// Lists of words and phrases that are data: the files of `Lists`, compiled in, so that all processes use the same bytes
/// without a file. Nothing is read before a list is first asked for. `docs/word-lists.md` has the format.
package enum WordList: String, CaseIterable, Sendable {
    case valencesEnglish = "valences.en"
    case valencesGerman = "valences.de"
    case sentiment
    case names
    case stopWords = "stop-words"
    case injections
    case titlesEnglish = "titles.en"
    case titlesGerman = "titles.de"
    case questionsEnglish = "questions.en"
    case questionsGerman = "questions.de"
    case goalQuestions = "goal-questions"
    case elsewhere
    case messages
    case replies
    case grounding
    case riskSpelling = "risk-spelling"

    /// The words of a section. Reads the file each time, so whoever asks often keeps the result.
    package func words(_ section: String = "") -> Set<String> { Set(entries(section).map(\.text)) }

    /// The words or phrases of a section, in the order of the file.
    package func phrases(_ section: String = "") -> [String] { entries(section).map(\.text) }

    /// The words of a section that have a value, with it.
    package func values(_ section: String = "") -> [String: String] {
        var values: [String: String] = [:]
        for entry in entries(section) { values[entry.text] = entry.value }
        return values
    }

    /// The words of a section with their numbers.
    package func numbers(_ section: String = "") -> [String: Double] {
        var numbers: [String: Double] = [:]
        for entry in entries(section) {
            guard let value = entry.value, let number = Double(value) else {
                preconditionFailure("\(WordListError(file: fileName, line: entry.line, fault: .number))")
            }
            numbers[entry.text] = number
        }
        return numbers
    }

    /// The entries of a section, in the order of the file.
    package func entries(_ section: String = "") -> [WordListEntry] {
        guard let found = sections(named: section).first else {
            preconditionFailure("\(WordListError(file: fileName, line: 0, fault: .section(section)))")
        }
        return found.entries
    }

    /// Every section, in the order of the file.
    package var sections: [WordListSection] { sections(named: nil) }

    /// The name of the file in `Lists`.
    package var fileName: String { rawValue + ".txt" }

    /// The file, as it was when the program was built. The bytes are pages of the program: no process copies them.
    package var bytes: UnsafeRawBufferPointer {
        let list = word_list_named(rawValue)
        return UnsafeRawBufferPointer(start: list.bytes, count: list.size)
    }

    private func sections(named name: String?) -> [WordListSection] {
        do {
            return try WordListSection.read(bytes, of: fileName, only: name)
        } catch {
            // Cannot happen in a release whose tests passed: they read the same bytes.
            preconditionFailure("\(error)")
        }
    }
}

/// The sections of a word list by name, from one reading of its file: for whoever needs many of them.
package struct WordListSections: Sendable {
    private let fileName: String
    private let entriesByName: [String: [WordListEntry]]

    package init(_ list: WordList) {
        fileName = list.fileName
        entriesByName = Dictionary(list.sections.map { ($0.name, $0.entries) }, uniquingKeysWith: { first, _ in first })
    }

    /// The words of a section.
    package func words(_ section: String) -> Set<String> { Set(phrases(section)) }

    /// The words or phrases of a section, in the order of the file.
    package func phrases(_ section: String) -> [String] {
        guard let entries = entriesByName[section] else {
            preconditionFailure("\(WordListError(file: fileName, line: 0, fault: .section(section)))")
        }
        return entries.map(\.text)
    }
}

/// One line of a word list: a word or phrase, and after a tab its value.
package struct WordListEntry: Equatable, Sendable {
    /// Line of the file, from 1.
    package var line: Int
    package var text: String
    package var value: String?
}

/// A part of a word list. The entries before the first heading are in a section without a name.
package struct WordListSection: Equatable, Sendable {
    package var name: String
    package var entries: [WordListEntry]

    /// Reads a file: a line is an entry, `[name]` begins a section, `#` begins a comment.
    /// - Parameter only: the one section to read; nil for all.
    package static func read(
        _ bytes: some Collection<UInt8>, of file: String, only wanted: String? = nil
    ) throws(WordListError) -> [WordListSection] {
        var sections: [WordListSection] = []
        var current = WordListSection(name: "", entries: [])
        func close() {
            guard wanted == nil || wanted == current.name else { return }
            if !current.entries.isEmpty || !current.name.isEmpty { sections.append(current) }
        }
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            guard let first = line.first, first != UInt8(ascii: "#") else { continue }
            let isHeading = first == UInt8(ascii: "[")
            guard isHeading || wanted == nil || wanted == current.name else { continue }
            guard let text = String(validating: line, as: UTF8.self) else {
                throw WordListError(file: file, line: index + 1, fault: .encoding)
            }
            if isHeading {
                guard text.count > 2, text.last == "]" else {
                    throw WordListError(file: file, line: index + 1, fault: .heading)
                }
                close()
                current = WordListSection(name: String(text.dropFirst().dropLast()), entries: [])
                continue
            }
            let fields = text.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard fields.count <= 2, !fields.contains("") else {
                throw WordListError(file: file, line: index + 1, fault: .fields)
            }
            current.entries.append(
                WordListEntry(line: index + 1, text: fields[0], value: fields.count == 2 ? fields[1] : nil))
        }
        close()
        return sections
    }
}

/// A fault in a word list, with its place.
package struct WordListError: Error, Equatable, CustomStringConvertible {
    package enum Fault: Equatable, Sendable {
        /// The line is not UTF-8.
        case encoding
        /// A heading is not `[name]`.
        case heading
        /// The line is not one entry, or an entry, a tab and its value.
        case fields
        /// The value is no number.
        case number
        /// There is no section of this name.
        case section(String)
    }

    package var file: String
    /// Line of the file, from 1; 0 for the file as a whole.
    package var line: Int
    package var fault: Fault

    package var description: String {
        let reason =
            switch fault {
            case .encoding: "The line is not UTF-8."
            case .heading: "A heading is [name], alone in its line."
            case .fields: "A line is one entry, or an entry, one tab and its value."
            case .number: "The value is not a number."
            case .section(let name): "There is no section [\(name)]."
            }
        return "\(file):\(line): \(reason)"
    }
}
