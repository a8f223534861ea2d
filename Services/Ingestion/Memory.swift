import CZlib

enum Memory {
    /// Gives large blocks back to the system as soon as they are freed, and keeps to few heaps (mallopt(3)): glibc else
    /// raises its limit for such blocks with the first one freed and makes a heap for many a thread, so that a process
    /// which reads large files keeps half as much memory again as it uses.
    static func giveBack() {
        #if canImport(Glibc)
            _ = mallopt(M_MMAP_THRESHOLD, 1 << 20)
            _ = mallopt(M_TRIM_THRESHOLD, 4 << 20)
            // M_ARENA_MAX, which Swift does not import.
            _ = mallopt(-8, 2)
        #endif
    }
}
