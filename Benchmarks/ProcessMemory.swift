import Foundation

/// Memory of a process from `/proc/PID/smaps`.
struct ProcessMemory {
    /// Private pages, without those of files in the weights folder.
    let privateMegabytes: Double
    /// Resident pages of files in the weights folder, shared or not.
    let mappedMegabytes: Double

    init(of process: Int32, beside folder: String) throws {
        // Reads to the end: Foundation's whole-file reading stops early for files of size zero, as in /proc.
        let data = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/\(process)/smaps")).readToEnd() ?? Data()
        let text = String(decoding: data, as: UTF8.self)
        var (own, mapped, isWeight) = (0.0, 0.0, false)
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: " ", omittingEmptySubsequences: true)
            guard let first = parts.first else { continue }
            if !first.hasSuffix(":") {
                // "from-to rights offset device inode path"
                isWeight = line.contains(folder + "/")
            } else if parts.count >= 2, let kibibytes = Double(parts[1]) {
                if isWeight, first == "Rss:" { mapped += kibibytes }
                if !isWeight, first == "Private_Clean:" || first == "Private_Dirty:" { own += kibibytes }
            }
        }
        (privateMegabytes, mappedMegabytes) = (own * 1024 / 1e6, mapped * 1024 / 1e6)
    }

    /// The proportional set size of a process in MB of 10⁶ bytes: a page that several share counts for each by its part.
    /// Nil where another account than root asks: what a service has mapped is closed to everybody else.
    static func proportionalMegabytes(of process: Int32) throws -> Double? {
        guard geteuid() == 0 else { return nil }
        let rollup = try String(contentsOfFile: "/proc/\(process)/smaps_rollup", encoding: .utf8)
        let line = rollup.split(separator: "\n").first { $0.hasPrefix("Pss:") } ?? ""
        guard let kibibytes = line.split(separator: " ").dropFirst().first.flatMap({ Double($0) }) else {
            throw BenchmarkError("/proc/\(process)/smaps_rollup has no Pss line")
        }
        return kibibytes * 1024 / 1e6
    }
}
