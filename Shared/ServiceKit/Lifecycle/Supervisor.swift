import Logging

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The `pulsum up` that started this process. When it dies without a word, the process drains by itself.
struct Supervisor {
    let processID: Int32

    /// nil for a process that runs by itself.
    init?(environment: [String: String]) {
        guard let text = environment[Configuration.supervisorKey], let processID = Int32(text), processID > 1 else { return nil }
        self.processID = processID
    }

    func part(log: Logger) -> Part {
        Part("supervisor", isVital: false, ending: .cancelled) {
            // A child of a dead process is handed to another parent.
            while getppid() == processID { try await Task.sleep(for: .milliseconds(250)) }
            log.warning("“pulsum up” has died; this process stops too.")
            // To the process, not to this thread: the signal is read from a file descriptor.
            kill(getpid(), SIGTERM)
        }
    }
}
