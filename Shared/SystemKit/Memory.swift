import CProcess

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Memory use of this process and memory size of the machine.
package enum Memory {
    /// Resident bytes of this process; nil on systems without `/proc`.
    package static var resident: Int? {
        // proc_pid_statm(5): the second field is resident pages.
        text("/proc/self/statm")?.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map {
            $0 * sysconf(Int32(_SC_PAGESIZE))
        }
    }

    /// Physical memory in bytes, or the container's limit if that is lower (cgroups(7), version 2 or 1).
    package static var available: Int {
        ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"].compactMap {
            text($0).flatMap { Int($0.dropLast()) }
        }
        .reduce(sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE)), min)
    }

    /// Returns the allocator's free memory to the system.
    package static func trim() {
        #if canImport(Glibc)
            malloc_trim(0)
        #endif
    }

    /// Returns large blocks to the system as soon as they are freed, and limits the number of heaps (mallopt(3)). By
    /// default glibc raises its threshold for such blocks with the first one freed and creates a heap per thread, so
    /// that a process that reads large files keeps half as much memory again as it uses.
    package static func returnLargeBlocks() {
        #if canImport(Glibc)
            _ = mallopt(M_MMAP_THRESHOLD, 1 << 20)
            _ = mallopt(M_TRIM_THRESHOLD, 4 << 20)
            // M_ARENA_MAX, a macro that Swift does not import.
            _ = mallopt(-8, 2)
        #endif
    }

    private static func text(_ path: String) -> String? {
        (try? PrivateFile.read(path)).map { String(decoding: $0, as: UTF8.self) }
    }
}
