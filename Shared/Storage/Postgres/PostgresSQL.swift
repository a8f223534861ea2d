/// A statement, or several, of SQLite's dialect in PostgreSQL's. Translates what has the same meaning in both:
///
/// - placeholders: `?` and `?1` become `$1`; whether one is NULL (`?1 IS NULL`) is answered here, because the server
///   could not tell the type of such an argument;
/// - the column `user`, a reserved word, is quoted;
/// - types of tables, written in capitals: `BLOB`, `INTEGER`, `REAL`, `TEXT` become `BYTEA`, `BIGINT`,
///   `DOUBLE PRECISION` and `TEXT COLLATE "C"`, which sorts by bytes as SQLite does;
/// - `WITHOUT ROWID`, `STRICT` and `INDEXED BY …` are dropped; `CROSS JOIN … ON` is `JOIN … ON`;
/// - `a IS b` and `a IS NOT b` become `IS [NOT] DISTINCT FROM`;
/// - `max` and `min` of several values become `greatest` and `least`; no value may be NULL, which SQLite returns and
///   PostgreSQL skips;
/// - `INSERT OR IGNORE` becomes `ON CONFLICT DO NOTHING`; unlike SQLite's it still refuses NULL where it is not allowed;
/// - `x'00'`, `LIMIT -1` and `group_concat`.
///
/// Anything else must be written so that both understand it, or twice (`Transaction.sql`, `Migration`).
struct PostgresSQL: Equatable {
    /// The translated text.
    let text: String
    /// Number of arguments.
    let parameters: Int
    /// Numbers of the arguments that the text mentions.
    let mentioned: Set<Int>

    /// - Parameter isNull: whether the argument with this number, from 1, is NULL.
    init(_ sqlite: String, isNull: (Int) -> Bool = { _ in false }) {
        var translation = Translation(Self.tokens(sqlite[...]))
        text = translation.translated(isNull)
        (parameters, mentioned) = (translation.parameters, translation.mentioned)
    }

    // MARK: Tokens

    fileprivate enum Token: Equatable {
        case word(Substring)
        /// A number, a string, a quoted name or a symbol, which stay as they are.
        case other(Substring)
        /// `?`, or `?1` with its number.
        case placeholder(Int?)
        /// The hexadecimal digits of `x'00'`.
        case blob(Substring)
        case space
    }

    /// Splits a text; comments become spaces.
    private static func tokens(_ text: Substring) -> [Token] {
        var (rest, tokens) = (text, [Token]())
        func take(_ count: Int) -> Substring {
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }
        /// Takes up to the end of what began with this quote; a doubled quote is part of it.
        func quoted(_ quote: Character) -> Substring {
            var end = rest.index(after: rest.startIndex)
            while let next = rest[end...].firstIndex(of: quote) {
                end = rest.index(after: next)
                guard end < rest.endIndex, rest[end] == quote else { break }
                end = rest.index(after: end)
            }
            defer { rest = rest[end...] }
            return rest[..<end]
        }
        while let first = rest.first {
            if first.isWhitespace {
                rest = rest.drop(while: \.isWhitespace)
                tokens.append(.space)
            } else if rest.hasPrefix("--") {
                rest = rest.drop { !$0.isNewline }
            } else if first == "'" || first == "\"" {
                tokens.append(.other(quoted(first)))
            } else if first == "?" {
                rest = rest.dropFirst()
                tokens.append(.placeholder(Int(take(rest.prefix(while: \.isNumber).count))))
            } else if rest.hasPrefix("x'") {
                rest = rest.dropFirst()
                tokens.append(.blob(quoted("'").dropFirst().dropLast()))
            } else if first.isLetter || first == "_" {
                tokens.append(.word(take(rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }.count)))
            } else if first.isNumber {
                tokens.append(.other(take(rest.prefix { $0.isNumber || $0 == "." }.count)))
            } else {
                tokens.append(.other(take(1)))
            }
        }
        return tokens
    }
}

/// One pass over the tokens.
private struct Translation {
    private let tokens: [PostgresSQL.Token]
    private var position = 0
    private var output = ""
    private(set) var parameters = 0
    private(set) var mentioned: Set<Int> = []
    /// Set while a statement is read that began with CREATE or ALTER.
    private var isDefinition = false
    private var ignoresConflicts = false
    private var isStart = true

    init(_ tokens: [PostgresSQL.Token]) { self.tokens = tokens }

    mutating func translated(_ isNull: (Int) -> Bool) -> String {
        while position < tokens.count {
            let token = tokens[position]
            position += 1
            switch token {
            case .space: output += " "
            case .blob(let digits): output += "'\\x\(digits)'::bytea"
            case .placeholder(let number):
                let number = number ?? parameters + 1
                parameters = max(parameters, number)
                if follows("IS", "NULL") {
                    output += isNull(number) ? "TRUE" : "FALSE"
                } else if follows("IS", "NOT", "NULL") {
                    output += isNull(number) ? "FALSE" : "TRUE"
                } else {
                    mentioned.insert(number)
                    output += "$\(number)"
                }
            case .other(let text):
                if text == ";" { end() }
                output += text
            case .word(let word): add(word)
            }
            if token != .space { isStart = token == .other(";") }
        }
        end()
        return output
    }

    /// At the end of a statement.
    private mutating func end() {
        if ignoresConflicts { output += " ON CONFLICT DO NOTHING" }
        (isDefinition, ignoresConflicts) = (false, false)
    }

    private mutating func add(_ word: Substring) {
        if isStart { isDefinition = ["CREATE", "ALTER"].contains(word) }
        switch word {
        case "user": output += "\"user\""
        case "BLOB" where isDefinition: output += "BYTEA"
        case "INTEGER" where isDefinition: output += "BIGINT"
        case "REAL" where isDefinition: output += "DOUBLE PRECISION"
        case "TEXT" where isDefinition: output += "TEXT COLLATE \"C\""
        case "STRICT" where isDefinition: break
        case "WITHOUT" where follows("ROWID"): break
        case "INDEXED" where follows("BY"): skipWord()
        case "CROSS" where follows("JOIN"): output += "JOIN"
        case "INSERT" where follows("OR", "IGNORE"):
            output += "INSERT"
            ignoresConflicts = true
        case "LIMIT" where follows("-", "1"): output += "LIMIT ALL"
        case "IS": compare()
        case "max" where hasSeveralArguments: output += "greatest"
        case "min" where hasSeveralArguments: output += "least"
        case "group_concat": output += "string_agg"
        default: output += word
        }
    }

    private mutating func compare() {
        let isNot = follows("NOT")
        let isPlain = ["NULL", "TRUE", "FALSE", "DISTINCT"].contains { next() == $0 }
        output += isPlain ? (isNot ? "IS NOT" : "IS") : isNot ? "IS DISTINCT FROM" : "IS NOT DISTINCT FROM"
    }

    private func next() -> Substring? {
        for token in tokens[position...] {
            switch token {
            case .space: continue
            case .word(let text), .other(let text): return text
            case .placeholder, .blob: return nil
            }
        }
        return nil
    }

    /// Skips these tokens if they are the next ones.
    private mutating func follows(_ expected: Substring...) -> Bool {
        var (index, left) = (position, expected[...])
        while let text = left.first {
            guard index < tokens.count else { return false }
            if tokens[index] == .word(text) || tokens[index] == .other(text) {
                left.removeFirst()
            } else if tokens[index] != .space {
                return false
            }
            index += 1
        }
        position = index
        return true
    }

    private mutating func skipWord() {
        while position < tokens.count, tokens[position] == .space { position += 1 }
        position += 1
    }

    /// True if the parentheses that begin here hold a comma of their own.
    private var hasSeveralArguments: Bool {
        guard next() == "(" else { return false }
        var depth = 0
        for token in tokens[position...] {
            guard case .other(let text) = token else { continue }
            if text == "(" { depth += 1 }
            if text == ")" { depth -= 1 }
            if text == ",", depth == 1 { return true }
            if text == ")", depth == 0 { return false }
        }
        return false
    }
}
