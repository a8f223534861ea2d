import ServiceKit

/// The lines of several processes as one log that a person reads: time, service, message, fields.
struct MergedLog {
    /// Width of the service column.
    let width: Int
    /// Colours for a terminal.
    let colours: Bool
    /// `json`: every line is an object whose service is the process's name; nothing is coloured or aligned.
    var format = LogFormat.text

    /// One line without its newline. Text that is not ours (a crash, a library that prints) is passed on behind the name.
    func render(_ text: some StringProtocol, from name: String) -> String {
        guard format == .text else { return (LogLine(parsing: text) ?? .foreign(String(text))).named(name).json }
        let column = name + String(repeating: " ", count: max(0, width - name.count))
        guard let line = LogLine(parsing: text) else { return "         \(column)  \(text)" }
        // RFC 3339: the time of day begins after eleven characters.
        let time = line.time.dropFirst(11).prefix(8)
        let fields = line.fields.map { " \($0.key)=\($0.value)" }.joined()
        switch line.level {
        case "error", "critical": return "\(time) \(column)  \(paint("error: \(line.message)", 31))\(paint(fields, 2))"
        case "warning": return "\(time) \(column)  \(paint("warning: \(line.message)", 33))\(paint(fields, 2))"
        case "trace", "debug": return "\(time) \(column)  \(paint(line.message + fields, 2))"
        default: return "\(time) \(column)  \(line.message)\(paint(fields, 2))"
        }
    }

    /// `code`: Select Graphic Rendition, ECMA-48.
    private func paint(_ text: String, _ code: Int) -> String { colours && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text }
}

extension LogLine {
    /// Something a process printed that is no log line: a crash, a library that prints.
    fileprivate static func foreign(_ text: String) -> LogLine { LogLine(time: now(), level: "notice", service: "", message: text) }

    fileprivate func named(_ name: String) -> LogLine {
        var line = self
        line.service = name
        return line
    }
}

/// Cuts a stream of bytes into lines.
struct LineSplitter {
    /// A line longer than this is cut, so that nobody fills our memory.
    static let longest = 16 << 10
    private var rest: [UInt8] = []

    /// The lines that are complete now.
    mutating func append(_ bytes: some Sequence<UInt8>) -> [String] {
        var lines: [String] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") || rest.count >= Self.longest { lines += flush() }
            if byte != UInt8(ascii: "\n") { rest.append(byte) }
        }
        return lines
    }

    /// What is left without a newline.
    mutating func flush() -> [String] {
        defer { rest.removeAll(keepingCapacity: true) }
        return rest.isEmpty ? [] : [String(decoding: rest, as: UTF8.self)]
    }
}
