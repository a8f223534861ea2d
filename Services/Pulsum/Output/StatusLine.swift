/// A line of progress on a terminal, replaced by the next one; silent otherwise.
struct StatusLine: Sendable {
    func show(_ text: String) { if Terminal.isInteractive { Terminal.redraw(text) } }
    func clear() { if Terminal.isInteractive { Terminal.redraw("") } }
}
