import Foundation

/// A process and its descendants as proc(5) shows them; Linux only.
public struct ProcessTree: Sendable {
    /// One process.
    public struct Member: Sendable {
        /// The process id.
        public let id: Int32
        /// File name of its program.
        public let name: String
        /// Processor time of all its threads so far, those that ended included, in seconds.
        public let processorSeconds: Double
    }

    /// The process first, then the others by process id.
    public let members: [Member]

    /// Processor time of all together, in seconds.
    public var processorSeconds: Double { members.reduce(0) { $0 + $1.processorSeconds } }

    /// - Parameter root: a running process.
    /// - Throws: an error of the file system, where there is no proc(5).
    public init(of root: Int32) throws {
        let ids = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }
        let found = Dictionary(uniqueKeysWithValues: ids.compactMap { id in Self.stat(of: id).map { (id, $0) } })
        func descends(_ id: Int32) -> Bool {
            var current = id
            while current > 1, current != root { current = found[current]?.parent ?? 0 }
            return current == root
        }
        members = found.keys.filter(descends).sorted().map { id in
            let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(id)/exe")
            return Member(
                id: id, name: program?.split(separator: "/").last.map(String.init) ?? "\(id)",
                processorSeconds: found[id]?.seconds ?? 0)
        }.sorted { ($0.id == root ? 0 : 1, $0.id) < ($1.id == root ? 0 : 1, $1.id) }
    }

    /// Nil for a process that ended meanwhile.
    private static func stat(of id: Int32) -> (parent: Int32, seconds: Double)? {
        guard let line = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8),
            // The name before it may hold spaces and brackets.
            let name = line.lastIndex(of: ")")
        else { return nil }
        let fields = line[line.index(after: name)...].split(separator: " ")
        guard fields.count > 12, let parent = Int32(fields[1]), let user = Double(fields[11]),
            let system = Double(fields[12])
        else { return nil }
        return (parent, (user + system) / Double(sysconf(Int32(_SC_CLK_TCK))))
    }
}
