import CProcess

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Keeps the memory of this process, which holds keys and private text, out of files and away from other processes.
public enum CoreDumps {
    /// Turns core dumps off for this process; call it before anything private is read.
    ///
    /// The limit is hard and inherited by children. A pattern that pipes dumps to a program ignores the limit (`core(5)`), so the process is also marked as not
    /// dumpable, which a child has to repeat because `execve(2)` resets it. Not dumpable also closes `ptrace(2)`, `/proc/PID/mem` and `/proc/PID/environ` to other
    /// processes of the same account; without `CAP_SYS_PTRACE` only the process itself can read them.
    public static func off() {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(.init(RLIMIT_CORE.rawValue), &none)
        #if os(Linux)
            _ = pulsum_set_dumpable(0)
        #endif
    }
}
