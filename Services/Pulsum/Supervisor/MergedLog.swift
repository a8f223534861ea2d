import ServiceKit
import SystemKit

/// Renders the lines of several processes as one readable log: time, service, message, fields.
struct MergedLog {
    /// Width of the service column.
    let width: Int
    /// True to use terminal colours.
    let colours: Bool
    /// With `json`, every line is an object whose `service` is the process's name, without colours or alignment.
    var format = LogFormat.text

    /// Renders one line without its newline and without control characters but those of colours. A line that is not in
    /// log format (a crash, a library's output) follows the name.
    func render(_ text: some StringProtocol, from name: String) -> String {
        guard format == .text else { return (LogLine(parsing: text) ?? .foreign(String(text))).named(name).json }
        let column = name + String(repeating: " ", count: max(0, width - name.count))
        guard let line = LogLine(parsing: text) else { return "         \(column)  \(TerminalText.line(String(text)))" }
        // RFC 3339: the time of day starts after eleven characters.
        let time = TerminalText.line(String(line.time.dropFirst(11).prefix(8)))
        let fields = TerminalText.line(line.fields.map { " \($0.key)=\($0.value)" }.joined())
        let message = TerminalText.shown(line.message)
        switch line.level {
        case "error", "critical": return "\(time) \(column)  \(paint("error: \(message)", 31))\(paint(fields, 2))"
        case "warning": return "\(time) \(column)  \(paint("warning: \(message)", 33))\(paint(fields, 2))"
        case "trace", "debug": return "\(time) \(column)  \(paint(message + fields, 2))"
        default: return "\(time) \(column)  \(message)\(paint(fields, 2))"
        }
    }

    /// - Parameter code: Select Graphic Rendition, ECMA-48.
    private func paint(_ text: String, _ code: Int) -> String {
        colours && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}

extension LogLine {
    /// Wraps output that is not in log format, such as a crash or a library's output.
    fileprivate static func foreign(_ text: String) -> LogLine {
        LogLine(time: now(), level: "notice", service: "", message: text)
    }

    fileprivate func named(_ name: String) -> LogLine {
        var line = self
        line.service = name
        return line
    }
}

/// Splits a byte stream into lines.
struct LineSplitter {
    /// Longer lines are split, which bounds memory. Bytes.
    static let maximumBytes = 16 << 10
    private var rest: [UInt8] = []

    /// Returns the completed lines.
    mutating func append(_ bytes: some Sequence<UInt8>) -> [String] {
        var lines: [String] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") || rest.count >= Self.maximumBytes { lines += flush() }
            if byte != UInt8(ascii: "\n") { rest.append(byte) }
        }
        return lines
    }

    /// Returns the rest without a newline.
    mutating func flush() -> [String] {
        defer { rest.removeAll(keepingCapacity: true) }
        return rest.isEmpty ? [] : [String(decoding: rest, as: UTF8.self)]
    }
}
