import Logging

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The `pulsum up` process that started this one. If it dies, this process drains.
struct Supervisor {
    let processID: Int32

    /// Nil if the process was not started by `pulsum up`.
    init?(environment: [String: String]) {
        guard let text = environment[Configuration.supervisorKey], let processID = Int32(text), processID > 1 else {
            return nil
        }
        self.processID = processID
    }

    func part(log: Logger) -> HostedTask {
        HostedTask("supervisor", isVital: false, ending: .cancelled) {
            // The kernel reparents a child whose parent died.
            while getppid() == processID { try await Task.sleep(for: .milliseconds(250)) }
            log.warning("“pulsum up” has died; this process stops too.")
            // Sends the signal to the process, not to this thread, because it is read from a file descriptor.
            kill(getpid(), SIGTERM)
        }
    }
}
