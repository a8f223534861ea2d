/// What a process has to do next for one attempt to call (GAT-2, GAT-6). There is no other order.
enum CallStep: UInt8, Hashable, CaseIterable {
    /// Have the kernel kill this process where the call outlives its deadline.
    case arm
    /// Check consent and limits and write the open receipt, in one transaction.
    case admit
    /// Send, hear, and close the socket.
    case exchange
    /// Close the receipt, again and again where the disk refuses: while the kernel is armed, the end of this process closes it otherwise.
    case close
    /// Call the kernel off. Not before the receipt is closed: a process that is stopped in between would keep a withdrawal waiting for ever.
    case disarm
    /// Forget the call: from now on an open receipt of it is a leftover.
    case leave
    case ended

    /// - Parameter isDone: false where the step could not be done or was refused; then nothing has left the machine at `arm` and `admit`.
    func next(isDone: Bool) -> CallStep {
        switch self {
        case .arm: isDone ? .admit : .leave
        case .admit: isDone ? .exchange : .disarm
        // However it ended: the socket is closed.
        case .exchange: .close
        // To go on would leave an open receipt of a process that lives: once stopped, it would keep a withdrawal waiting for ever.
        case .close: isDone ? .disarm : .close
        case .disarm: .leave
        case .leave, .ended: .ended
        }
    }
}
