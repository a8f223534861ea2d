/// The socket thread as an executor: tasks that prefer it run between two looks at the sockets, without a thread hop.
///
/// For light messaging code only. Work that takes more than a few hundred microseconds belongs elsewhere.
public final class SocketExecutor: TaskExecutor {
    private let inbox: Inbox

    init(_ inbox: Inbox) { self.inbox = inbox }

    /// Runs a job on the socket thread; called by the Swift runtime.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // After the thread's end nothing touches the sockets any more; the job only has to come to its end.
        if !inbox.submit(job) { run(job) }
    }

    func run(_ job: UnownedJob) { job.runSynchronously(on: asUnownedTaskExecutor()) }
}
