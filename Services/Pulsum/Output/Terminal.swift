import Foundation

/// What the command line prints to and reads from.
enum Terminal {
    static var isInteractive: Bool { isatty(STDERR_FILENO) == 1 }
    /// Whether a person types what is read, rather than a program or a file.
    static var isTyped: Bool { isatty(STDIN_FILENO) == 1 }
    /// True where somebody reads what `say` prints, and it is not kept in a file.
    static var isRead: Bool { isatty(STDOUT_FILENO) == 1 }
    static var hasColours: Bool { isInteractive && ProcessInfo.processInfo.environment["NO_COLOR"] == nil }

    /// Standard output, at once.
    static func say(_ text: String) { write(STDOUT_FILENO, text + "\n") }
    /// Standard error, at once: logs, progress and complaints.
    static func tell(_ text: String) { write(STDERR_FILENO, text + "\n") }
    /// Standard error without the end of the line: before an answer.
    static func ask(_ text: String) { write(STDERR_FILENO, text) }
    /// Replaces the last line of standard error.
    static func redraw(_ text: String) { write(STDERR_FILENO, "\r\u{1B}[2K" + text) }

    /// Columns of the terminal; 80 where there is none.
    static var columns: Int {
        var size = winsize()
        return ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
    }

    /// A line that is not shown while it is typed; from a pipe, its first line. nil at its end.
    static func secret(_ prompt: String) -> String? {
        guard isTyped else { return readLine() }
        write(STDERR_FILENO, prompt)
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
