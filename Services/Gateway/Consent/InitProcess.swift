import ServiceKit
import SystemKit

#if canImport(Glibc)
    import Glibc
#endif

/// Runs the gateway as a child if it is the first process of a container. The kernel shields the first process of a PID
/// namespace from every signal without a handler, including SIGKILL from inside (`pid_namespaces(7)`), so a
/// `KernelTimer` could not end it. The first process therefore only starts the gateway, forwards signals and exits with
/// its status.
enum InitProcess {
    /// Returns only in the process that becomes the gateway, never in the first process of a namespace.
    static func runInChildProcess() {
        #if os(Linux)
            guard getpid() == 1 else { return }
            CoreDumps.off()
            PrivateFile.limitNewFiles()
            var all = sigset_t()
            sigfillset(&all)
            pthread_sigmask(SIG_BLOCK, &all, nil)
            guard let child = spawnSelf() else {
                complain("The gateway cannot start itself as a child of the container's first process.\n")
                exit(1)
            }
            while true {
                var signal: Int32 = 0
                guard sigwait(&all, &signal) == 0 else { continue }
                guard signal == SIGCHLD else {
                    kill(child, signal)
                    continue
                }
                if let status = reap(until: child) { exit(status) }
            }
        #endif
    }

    #if os(Linux)
        private static func spawnSelf() -> pid_t? {
            var attributes = posix_spawnattr_t()
            posix_spawnattr_init(&attributes)
            defer { posix_spawnattr_destroy(&attributes) }
            var none = sigset_t()
            sigemptyset(&none)
            posix_spawnattr_setsigmask(&attributes, &none)
            posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
            var arguments: [UnsafeMutablePointer<CChar>?] = CommandLine.arguments.map { strdup($0) } + [nil]
            defer { for argument in arguments { free(argument) } }
            var child: pid_t = 0
            return posix_spawn(&child, "/proc/self/exe", nil, &attributes, &arguments, environ) == 0 ? child : nil
        }

        /// Reaps all ended children. Returns the exit status if `child` is among them: its own, or 128 plus the signal
        /// number as shells report it.
        private static func reap(until child: pid_t) -> Int32? {
            var status: Int32 = 0
            while case let ended = waitpid(-1, &status, WNOHANG), ended > 0 {
                guard ended == child else { continue }
                let signal = status & 0x7F
                return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
            }
            return nil
        }

        private static func complain(_ text: String) { _ = text.withCString { write(STDERR_FILENO, $0, strlen($0)) } }
    #endif
}
