import Foundation
import Messages
import SystemKit

/// Finds out which processes ended by themselves, without anybody watching: a process holds the kernel's lock on a file
/// of its own while it runs and empties the file when it ends as asked. Whoever finds an unlocked file with content
/// knows that its process did not. Files in `<data>/diagnostics`; nothing in them is about a person.
final class ProcessRecord: Sendable {
    /// Most processes of one service on one data directory.
    private static let slots = 64

    let startedAt: Milliseconds
    private let path: String
    private let lock: Int32

    /// What a running process writes into its file.
    private struct Run: Codable {
        let release: String
        let startedAt: Milliseconds
    }

    /// Takes a file for this process, and notes what ended before.
    /// - Returns: nil if no file is free.
    /// - Throws: an error of the file system.
    init?(
        _ service: ServiceName, in data: String, at now: Milliseconds = WallClock.milliseconds(),
        cause: String? = ProcessInfo.processInfo.environment[Configuration.lastEndKey]
    ) throws {
        let folder = Self.folder(data)
        try PrivateFile.makeDirectory(folder)
        var taken: (path: String, lock: Int32)?
        for slot in 0..<Self.slots {
            let path = "\(folder)/\(service)-\(slot).run"
            let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard file >= 0 else { throw SystemError("The file \(path) cannot be opened") }
            if FileLock.take(file) {
                taken = (path, file)
                break
            }
            close(file)
        }
        guard let taken else { return nil }
        (path, lock, startedAt) = (taken.path, taken.lock, now)
        var content = [UInt8](repeating: 0, count: 4096)
        let count = read(lock, &content, content.count)
        if count > 0, let run = try? JSONDecoder().decode(Run.self, from: Data(content[..<count])) {
            try Self.change(data) { ends in
                ends.insert(
                    ProcessEnd(
                        service: service.rawValue, release: run.release, startedAt: run.startedAt, foundAt: now,
                        cause: cause ?? ""), at: 0)
            }
        }
        try write(JSONEncoder().encode(Run(release: Release.name, startedAt: now)))
    }

    deinit { close(lock) }

    /// Says that the process ends as asked.
    func end() { try? write(Data()) }

    private func write(_ content: Data) throws {
        guard ftruncate(lock, 0) == 0, pwrite(lock, Array(content), content.count, 0) == content.count else {
            throw SystemError("The file \(path) cannot be written")
        }
    }

    // MARK: What ended

    private static func folder(_ data: String) -> String { data + "/diagnostics" }
    private static func list(_ data: String) -> String { folder(data) + "/ends.json" }

    /// The processes that ended by themselves, the latest first.
    static func ends(in data: String) -> [ProcessEnd] {
        guard let bytes = try? PrivateFile.read(list(data)) else { return [] }
        return (try? JSONDecoder().decode([StoredEnd].self, from: Data(bytes)).map(\.end)) ?? []
    }

    /// Forgets them.
    static func clear(_ data: String) throws { try change(data) { $0 = [] } }

    private static func change(_ data: String, _ body: (inout [ProcessEnd]) -> Void) throws {
        try FileLock.holding(folder(data) + "/ends.lock") {
            var ends = ends(in: data)
            body(&ends)
            let stored = ends.prefix(ProcessEnd.maximumKept).map(StoredEnd.init)
            try PrivateFile.replace(list(data), Array(JSONEncoder().encode(Array(stored))))
        }
    }

    /// The form of `ends.json`.
    private struct StoredEnd: Codable {
        let service, release, cause: String
        let startedAt, foundAt: Milliseconds

        init(_ end: ProcessEnd) {
            (service, release, cause) = (end.service, end.release, end.cause)
            (startedAt, foundAt) = (end.startedAt, end.foundAt)
        }

        var end: ProcessEnd {
            ProcessEnd(service: service, release: release, startedAt: startedAt, foundAt: foundAt, cause: cause)
        }
    }
}
