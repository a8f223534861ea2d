import Foundation
import SystemKit

/// Terminal input and output of the command line. Text is written without control characters, because names, labels,
/// journal entries and answers of models come from outside; control sequences of the command line itself are `prefix`
/// and `styled`.
enum Terminal {
    static var isInteractive: Bool { isatty(STDERR_FILENO) == 1 }
    /// True if standard input is a terminal, not a pipe or a file.
    static var isTyped: Bool { isatty(STDIN_FILENO) == 1 }
    /// True if standard output is a terminal, not a pipe or a file.
    static var isRead: Bool { isatty(STDOUT_FILENO) == 1 }
    static var hasColours: Bool { isInteractive && ProcessInfo.processInfo.environment["NO_COLOR"] == nil }

    /// Writes a line to standard output, unbuffered.
    /// - Parameter prefix: a control sequence.
    static func say(_ text: String, prefix: String = "") {
        write(STDOUT_FILENO, prefix + TerminalText.shown(text) + "\n")
    }
    /// Writes a line to standard error, unbuffered: logs, progress and errors.
    static func tell(_ text: String) { tell(styled: TerminalText.shown(text)) }
    /// Writes a line whose parts are free of control characters, with control sequences for colours.
    static func tell(styled text: String) { write(STDERR_FILENO, text + "\n") }
    /// Writes a prompt without a newline to standard error.
    static func ask(_ text: String) { write(STDERR_FILENO, TerminalText.shown(text)) }
    /// Asks a question on standard error; true only for yes.
    static func agrees(_ question: String) -> Bool {
        ask(question)
        return isYes(readLine() ?? "")
    }
    /// Whether a typed answer agrees, in English or German.
    static func isYes(_ answer: String) -> Bool {
        ["y", "yes", "j", "ja"].contains(answer.lowercased().filter { !$0.isWhitespace })
    }
    /// Replaces the last line of standard error.
    static func redraw(_ text: String) { write(STDERR_FILENO, "\r\u{1B}[2K" + TerminalText.line(text)) }

    /// Width of the terminal in columns; 80 if there is none.
    static var columns: Int {
        var size = winsize()
        return ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
    }

    /// Reads a line without echo on a terminal, or a line from a pipe; nil at the end of input.
    static func secret(_ prompt: String) -> String? {
        guard isTyped else { return readLine() }
        ask(prompt)
        var before = termios()
        tcgetattr(STDIN_FILENO, &before)
        var quiet = before
        quiet.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &quiet)
        defer {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
            write(STDERR_FILENO, "\n")
        }
        return readLine()
    }

    private static func write(_ file: Int32, _ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
            if count > 0 { bytes = bytes.dropFirst(count) } else if errno != EINTR { return }
        }
    }
}
