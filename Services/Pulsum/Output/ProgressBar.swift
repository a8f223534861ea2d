import Messages

/// The progress of an import as one line of text.
struct ProgressBar: Equatable {
    var label: String
    /// Bytes.
    var done: Int64
    /// Bytes; nil if unknown.
    var total: Int64?
    var samples: Int64?
    /// Estimated seconds left; nil if unknown.
    var eta: Double?

    /// 0 … 1; nil if the total is unknown.
    var fraction: Double? {
        guard let total, total > 0 else { return nil }
        return min(1, max(0, Double(done) / Double(total)))
    }

    /// At most `columns` characters: label, bar if it fits, percentage, bytes, samples, time left.
    func text(columns: Int) -> String {
        var tail = ""
        if let fraction { tail += " \(Self.pad("\(Int(fraction * 100))", 3)) %" }
        tail += "  \(Amount.bytes(done))"
        if let total { tail += " of \(Amount.bytes(total))" }
        if let samples { tail += "  \(Amount.count(samples)) samples" }
        if let eta, eta.isFinite { tail += "  \(Amount.time(eta)) left" }
        let head = label + " "
        let room = columns - head.count - tail.count - 1
        guard let fraction, room >= 10 else { return String((head + tail.drop { $0 == " " }).prefix(max(0, columns))) }
        let width = min(room, 40)
        let filled = Int(fraction * Double(width))
        return head + String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled) + tail
    }

    private static func pad(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}

/// Formats numbers for people.
enum Amount {
    /// One decimal below 10; units of 1000.
    static func bytes(_ count: Int64) -> String {
        var value = Double(max(0, count))
        for unit in ["B", "kB", "MB", "GB"] {
            if value < 999.5 || unit == "GB" {
                let isSmall = unit != "B" && value < 9.95
                return isSmall
                    ? "\(Int((value * 10).rounded()) / 10).\(Int((value * 10).rounded()) % 10) \(unit)"
                    : "\(Int(value.rounded())) \(unit)"
            }
            value /= 1000
        }
        return "\(count) B"
    }

    /// Groups of three digits, separated by commas.
    static func count(_ number: Int64) -> String {
        var digits = ""
        for (index, digit) in String(number.magnitude).reversed().enumerated() {
            if index > 0, index % 3 == 0 { digits.append(",") }
            digits.append(digit)
        }
        return (number < 0 ? "-" : "") + String(digits.reversed())
    }

    /// `42 s`, `3 min 05 s`, `2 h 10 min`.
    static func time(_ seconds: Double) -> String {
        let whole = Int(max(0, min(seconds, 1e9)).rounded(.up))
        func pad(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        if whole < 60 { return "\(whole) s" }
        if whole < 3600 { return "\(whole / 60) min" + (whole % 60 == 0 ? "" : " \(pad(whole % 60)) s") }
        return "\(whole / 3600) h \(pad(whole % 3600 / 60)) min"
    }

    /// Rounded to `digits` decimals, with trailing zeros.
    static func number(_ value: Double, _ digits: Int) -> String {
        guard value.isFinite else { return "–" }
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        guard abs(value) < 1e15 / scale else { return "\(value)" }
        let whole = Int64((abs(value) * scale).rounded())
        let sign = value < 0 && whole > 0 ? "-" : ""
        guard digits > 0 else { return sign + String(whole) }
        let fraction = String(whole % Int64(scale))
        return sign + String(whole / Int64(scale)) + "." + String(repeating: "0", count: digits - fraction.count)
            + fraction
    }
}
