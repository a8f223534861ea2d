/// Text that a terminal shows and does not execute.
///
/// Control characters of C0 and C1, such as ESC and the one-byte CSI and OSC, can set the window's title (OSC 0), write to
/// the clipboard (OSC 52) or overwrite lines; controls of direction (Unicode UAX #9) can show a text in another order
/// than its own.
package enum TerminalText {
    /// True for a scalar that a terminal may execute, or that changes the direction of what follows.
    package static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFFF9...0xFFFB: true
        default: false
        }
    }

    /// The text with U+FFFD in place of each control; line ends and tabs stay.
    package static func shown(_ text: String) -> String {
        replaced(text) { $0 == "\n" || $0 == "\t" ? nil : isControl($0) ? "\u{FFFD}" : nil }
    }

    /// The text in one line: as `shown`, with spaces in place of line ends and tabs.
    package static func line(_ text: String) -> String {
        replaced(text) {
            switch $0 {
            case "\n", "\t", "\r", "\u{2028}", "\u{2029}": " "
            default: isControl($0) ? "\u{FFFD}" : nil
            }
        }
    }

    /// JSON with an escape in place of each control that its encoder left, which keeps its meaning.
    package static func json(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            guard isControl(scalar), scalar != "\n" else {
                result.append(scalar)
                continue
            }
            for unit in UTF16.encode(scalar) ?? UTF16.EncodedScalar() {
                let digits = String(unit, radix: 16)
                result.append(
                    contentsOf: ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).unicodeScalars)
            }
        }
        return String(result)
    }

    private static func replaced(_ text: String, _ other: (Unicode.Scalar) -> Unicode.Scalar?) -> String {
        guard text.unicodeScalars.contains(where: { other($0) != nil }) else { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { result.append(other(scalar) ?? scalar) }
        return String(result)
    }
}
