/// The state machine of one attempt to call (GAT-2, GAT-6). Its order of steps is the only one.
enum CallStep: UInt8, Hashable, CaseIterable {
    /// Arm a kernel timer that kills this process if the call outlives its deadline.
    case arm
    /// Check consent and limits and write the open receipt, in one transaction.
    case admit
    /// Send the request, receive the reply, and close the socket.
    case exchange
    /// Close the receipt, and retry if the write fails. The timer is still armed, so the end of this process closes it
    /// otherwise.
    case close
    /// Disarm the timer, only after the receipt is closed: a process stopped in between would block a withdrawal
    /// forever.
    case disarm
    /// Unregister the call: an open receipt of it is a leftover from now on.
    case leave
    case ended

    /// - Parameter isDone: false if the step failed or was refused; at `arm` and `admit` nothing has left the machine
    ///   then.
    func next(isDone: Bool) -> CallStep {
        switch self {
        case .arm: isDone ? .admit : .leave
        case .admit: isDone ? .exchange : .disarm
        // The socket is closed, whatever the outcome.
        case .exchange: .close
        // Going on would leave an open receipt of a live process, which would block a withdrawal forever if it were
        // stopped.
        case .close: isDone ? .disarm : .close
        case .disarm: .leave
        case .leave, .ended: .ended
        }
    }
}
