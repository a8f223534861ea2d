import Foundation

/// Processor time of a process, from Linux's proc(5); nil on other systems.
public enum ProcessorTime {
    /// User and system time of all its threads, in steps of 10 ms.
    public static func used(by process: Int32) -> Duration? {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
            // The name before it may contain spaces.
            let end = text.lastIndex(of: ")")
        else { return nil }
        let fields = text[end...].split(separator: " ")
        guard fields.count > 13, let user = Int(fields[12]), let system = Int(fields[13]) else { return nil }
        return .seconds(user + system) / sysconf(Int32(_SC_CLK_TCK))
    }
}

/// Memory of a process, from Linux's proc(5); nil on other systems.
public enum ProcessMemory {
    /// Peak resident memory since the start or the last `forgetPeak`, in bytes.
    public static func peak(of process: Int32) -> Int64? { field("VmHWM", process) }
    /// Resident memory now, in bytes.
    public static func resident(of process: Int32) -> Int64? { field("VmRSS", process) }

    /// Resets the peak (proc(5), clear_refs).
    public static func forgetPeak(of process: Int32) {
        let file = open("/proc/\(process)/clear_refs", O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        write(file, "5", 1)
        close(file)
    }

    private static func field(_ name: String, _ process: Int32) -> Int64? {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8) else { return nil }
        let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        return line.flatMap { $0.split(whereSeparator: \.isWhitespace).dropFirst().first }.flatMap { Int64($0) }.map {
            $0 * 1024
        }
    }
}
