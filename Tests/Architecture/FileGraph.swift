/// The files of one target and whose types each uses, read from the source text.
///
/// A file uses another one if it contains, outside comments and strings, the name of a type that only the other one
/// declares at its top level. Members and free functions do not count.
struct FileGraph {
    /// The files that a file uses, by path.
    let uses: [String: Set<String>]

    /// - Parameter files: the source text of the target's files by path.
    init(_ files: [String: String]) {
        let words = files.mapValues(SourceWords.init)
        var homes: [String: [String]] = [:]
        for (file, words) in words { for name in words.declared { homes[name, default: []].append(file) } }
        uses = Dictionary(
            uniqueKeysWithValues: words.map { file, words in
                (file, Set(words.used.compactMap { homes[$0]?.count == 1 ? homes[$0]?.first : nil }))
            })
    }

    /// Sets of files of several folders, each of which uses all others of its set, directly or through files between.
    var circlesAcrossFolders: [[String]] {
        let reachable = Dictionary(uniqueKeysWithValues: uses.keys.map { ($0, reached(from: $0)) })
        let circles = uses.keys.map { file in
            (reachable[file] ?? []).filter { reachable[$0]?.contains(file) == true }.sorted()
        }
        return Set(circles).filter { Set($0.map(Self.folder)).count > 1 }.sorted { $0[0] < $1[0] }
    }

    private func reached(from file: String) -> Set<String> {
        var reached: Set<String> = []
        var next = Array(uses[file] ?? [])
        while let file = next.popLast() {
            if reached.insert(file).inserted { next += uses[file] ?? [] }
        }
        return reached
    }

    private static func folder(_ file: String) -> Substring { file[..<(file.lastIndex(of: "/") ?? file.startIndex)] }
}

/// The words with a capital initial in a Swift source text, without those of comments and strings.
private struct SourceWords {
    /// All of them.
    private(set) var used: Set<String> = []
    /// The types declared without indentation.
    private(set) var declared: Set<String> = []

    private static let keywords: Set<String> = ["struct", "class", "enum", "actor", "protocol", "typealias"]

    init(_ text: String) {
        var isInBlock = false
        var isInLongString = false
        for line in text.split(separator: "\n") {
            // Block comments and long strings begin and end at whole lines, as the formatter writes them.
            if line.contains("\"\"\"") {
                if line.split(separator: "\"\"\"", omittingEmptySubsequences: false).count == 2 {
                    isInLongString.toggle()
                }
                continue
            }
            if isInLongString { continue }
            if line.drop(while: { $0 == " " }).hasPrefix("/*") { isInBlock = true }
            if !isInBlock { add(line) }
            if line.contains("*/") { isInBlock = false }
        }
    }

    private mutating func add(_ line: Substring) {
        let bytes = Array(line.utf8)
        var isInString = false
        var before = ""
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\"") {
                isInString.toggle()
            } else if isInString {
                if byte == UInt8(ascii: "\\") { index += 1 }
            } else if bytes[index...].starts(with: "//".utf8) {
                return
            } else if Self.isLetter(byte) {
                let end = bytes[index...].firstIndex { !Self.isLetter($0) && !Self.isDigit($0) } ?? bytes.endIndex
                let word = String(decoding: bytes[index..<end], as: UTF8.self)
                if (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) {
                    used.insert(word)
                    if line.first != " ", Self.keywords.contains(before) { declared.insert(word) }
                }
                before = word
                index = end - 1
            }
            index += 1
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_") || byte >= 0x80
    }
    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
