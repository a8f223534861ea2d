import CProcess

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Protects the memory of this process, which holds keys and private text, from core files and other processes.
public enum CoreDumps {
    /// Disables core dumps for this process; call it before private data is read.
    ///
    /// The limit is hard and inherited by children. A core pattern that pipes to a program ignores the limit (core(5)),
    /// so the process is also marked as not dumpable; children must repeat this, because `execve(2)` resets it. Not
    /// dumpable also denies `ptrace(2)`, `/proc/PID/mem` and `/proc/PID/environ` to other processes of the same account
    /// without `CAP_SYS_PTRACE`.
    public static func off() {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(.init(RLIMIT_CORE.rawValue), &none)
        #if os(Linux)
            _ = pulsum_set_dumpable(0)
        #endif
    }
}
