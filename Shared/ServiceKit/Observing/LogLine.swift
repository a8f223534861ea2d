import SystemKit

/// Format of log lines (`PULSUM_LOG_FORMAT`).
public enum LogFormat: String, Sendable, CaseIterable {
    /// logfmt; `pulsum up` reformats it for people.
    case text
    /// One JSON object per line.
    case json
}

/// One line of a log: logfmt, `time=… level=info service=scoring message="…" key=value`.
public struct LogLine: Sendable, Equatable {
    /// Timestamp, as from `now()`.
    public var time: String
    /// Severity, such as `info`.
    public var level: String
    /// Name of the logging service.
    public var service: String
    /// One sentence.
    public var message: String
    /// Additional key-value pairs.
    public var fields: [Field]

    /// One key-value pair.
    public struct Field: Sendable, Equatable {
        /// Key without spaces, quotes or `=`.
        public var key: String
        /// Value; quoted in logfmt if necessary.
        public var value: String
        /// A field with this key and value.
        public init(_ key: String, _ value: String) { (self.key, self.value) = (key, value) }
    }

    /// A line with these values.
    public init(time: String, level: String, service: String, message: String, fields: [Field] = []) {
        (self.time, self.level, self.service, self.message, self.fields) = (time, level, service, message, fields)
    }

    /// The line in logfmt, without a newline at the end. Newlines and control characters within are escaped.
    public var text: String {
        var text = "time=\(time) level=\(level) service=\(service) message=\(Self.quoted(message))"
        for field in fields { text += " \(field.key)=\(Self.quoted(field.value))" }
        return text
    }

    /// The line as JSON (RFC 8259) for collectors: `time`, `level`, `service`, `message`, and `fields` unless empty.
    public var json: String {
        func object(_ pairs: [(String, String)]) -> String {
            "{" + pairs.map { "\(Self.jsonString($0.0)):\($0.1)" }.joined(separator: ",") + "}"
        }
        var pairs = [("time", time), ("level", level), ("service", service), ("message", message)].map {
            ($0.0, Self.jsonString($0.1))
        }
        if !fields.isEmpty { pairs.append(("fields", object(fields.map { ($0.key, Self.jsonString($0.value)) }))) }
        return object(pairs)
    }

    private static func jsonString(_ value: String) -> String {
        var text = "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case _ where TerminalText.isControl(scalar):
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }

    /// Nil if the text is not such a line in logfmt.
    public init?(parsing text: some StringProtocol) {
        var fields: [Field] = []
        // By scalars: a quote forms one character with a combining mark after it.
        var rest = Substring(text).unicodeScalars
        while !rest.isEmpty {
            guard let equals = rest.firstIndex(of: "="), equals > rest.startIndex, !rest[..<equals].contains(" ") else {
                return nil
            }
            let key = String(rest[..<equals])
            rest = rest[rest.index(after: equals)...]
            guard let value = Self.takeValue(&rest) else { return nil }
            fields.append(Field(key, value))
            if rest.first == " " { rest = rest.dropFirst() } else if !rest.isEmpty { return nil }
        }
        guard fields.count >= 4, fields[0].key == "time", fields[1].key == "level", fields[2].key == "service",
            fields[3].key == "message"
        else { return nil }
        self.init(
            time: fields[0].value, level: fields[1].value, service: fields[2].value, message: fields[3].value,
            fields: Array(fields[4...]))
    }

    private static func quoted(_ value: String) -> String {
        let isPlain =
            !value.isEmpty
            && value.unicodeScalars.allSatisfy {
                $0 != " " && $0 != "\"" && $0 != "=" && $0 != "\\" && !TerminalText.isControl($0)
            }
        guard !isPlain else { return value }
        var text = "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            // They could move a terminal's cursor or end the line.
            case _ where TerminalText.isControl(scalar): text += "?"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }

    private static func takeValue(_ rest: inout Substring.UnicodeScalarView) -> String? {
        guard rest.first == "\"" else {
            let taken = rest.prefix { $0 != " " }
            rest = rest[taken.endIndex...]
            return String(taken)
        }
        var value = String.UnicodeScalarView()
        var isEscaped = false
        for index in rest.indices.dropFirst() {
            let scalar = rest[index]
            if isEscaped {
                value.append(scalar == "n" ? "\n" : scalar)
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else if scalar == "\"" {
                rest = rest[rest.index(after: index)...]
                return String(value)
            } else {
                value.append(scalar)
            }
        }
        return nil
    }
}
