import Foundation

/// What a process holds for itself alone, from `/proc/PID/smaps`.
struct ProcessMemory {
    /// Pages that no other process has, without those of the files in the folder of the weights.
    let privateMegabytes: Double
    /// What is in memory of the files in that folder, whoever else has it.
    let mappedMegabytes: Double

    init(of process: Int32, beside folder: String) throws {
        // Read to its end: Foundation's reading of whole files stops early in what has no size.
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
}
