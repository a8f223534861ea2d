import Bus
import Messages
import SystemKit

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Process metrics for `/metrics`, from `/proc/self` if it exists.
enum ProcessFigures {
    static func families(release: String, service: ServiceName) -> [Family] {
        var info = Family("pulsum_info", "Release and service of this process.", .gauge)
        info.add(["release": release, "service": service.rawValue], 1)
        var families = [info]
        func gauge(_ name: String, _ help: String, _ value: Double, kind: Family.Kind = .gauge) {
            var family = Family(name, help, kind)
            family.add(value)
            families.append(family)
        }
        if let bytes = Memory.resident { gauge("process_resident_memory_bytes", "Resident memory.", Double(bytes)) }
        var usage = rusage()
        if getrusage(numericCast(RUSAGE_SELF.rawValue), &usage) == 0 {
            func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
            gauge(
                "process_cpu_seconds_total", "User and system time.", seconds(usage.ru_utime) + seconds(usage.ru_stime),
                kind: .counter)
        }
        if let count = count("/proc/self/fd") { gauge("process_open_fds", "Open files.", Double(count)) }
        return families
    }

    private static func count(_ path: String) -> Int? {
        guard let directory = opendir(path) else { return nil }
        defer { closedir(directory) }
        var count = 0
        while readdir(directory) != nil { count += 1 }
        // Excludes “.”, “..” and this call's own descriptor.
        return max(0, count - 3)
    }
}
