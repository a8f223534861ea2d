import ArgumentParser
import Bus
import Foundation
import Messages

/// `pulsum import`: uploads a file to ingestion and waits until its import has finished.
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract:
            "Imports an Apple Health export (export.zip or export.xml), a CSV file, or what Health Auto Export saves (JSON or CSV).",
        discussion:
            "A CSV file has the columns kind, start, end, value, unit and source, or those of Health Auto Export. An interrupted upload resumes. Once the file is sent, the import continues without this command."
    )
    @Argument(help: "The file.", completion: .file()) var file: String
    @Flag(
        help:
            "The file is a full Apple Health export: what earlier exports brought and this one lacks was deleted on the phone, and goes here too."
    )
    var replace = false
    @OptionGroup var whose: PersonOption
    @OptionGroup var output: Output
    @OptionGroup var common: Common

    func run() async throws {
        try await common.connected { session in
            let source = try UploadSource(path: absolute(file))
            let account = try await session.user(whose.user)
            let progress = ProgressLine()
            var status = try await upload(source, account.user, session.bus, progress)
            while !status.phase.isEnded {
                try await Task.sleep(for: .milliseconds(200))
                status = try await session.bus.request(
                    ImportQuery(user: account.user, job: status.job), budget: .seconds(15))
                progress.show(ProgressBar(status))
            }
            progress.end()
            if let problem = status.problem { throw CLIError(problem.message) }
            guard status.phase == .done else {
                throw CLIError("The import failed without a reason; “pulsum status” and the log of ingestion say more.")
            }
            try output.print(status, ReplyFormatter.imported)
        }
    }

    /// Uploads the missing part of the file and starts the import.
    private func upload(_ source: UploadSource, _ user: UserID, _ bus: BusConnection, _ progress: ProgressLine)
        async throws -> ImportStatus
    {
        let known = try await bus.request(ImportList(user: user)).imports
        let job = source.resumable(known) ?? .random()
        var offset = try await bus.request(BeginUpload(user: user, job: job, fileName: source.name, size: source.size))
            .offset
        guard offset <= source.size else {
            throw CLIError(
                "\(source.name) is shorter than what was sent of it before; it has changed. Start the import again.")
        }
        let start = ContinuousClock.now
        let begin = offset
        var next = try source.read(at: offset)
        while !next.isEmpty {
            let chunk = UploadChunk(user: user, job: job, offset: offset, bytes: next)
            // Reads the next chunk while this one is being sent.
            async let sent = bus.requestRetrying(chunk, budget: .seconds(30), timeout: .seconds(60))
            let following = try source.read(at: offset + Int64(next.count))
            let stored = try await sent.offset
            next = stored == offset + Int64(next.count) ? following : try source.read(at: stored)
            offset = stored
            let elapsed = (ContinuousClock.now - start).seconds
            let rate = Double(offset - begin) / max(elapsed, 0.001)
            progress.show(
                ProgressBar(
                    label: "Sending", done: offset, total: source.size,
                    eta: offset > begin ? Double(source.size - offset) / max(rate, 1) : nil))
        }
        return try await bus.request(StartImport(user: user, job: job, replace: replace ? true : nil))
    }
}

/// The file being uploaded.
struct UploadSource {
    let name: String
    let size: Int64
    private let handle: FileHandle

    init(path: String) throws(CLIError) {
        name = String(path.split(separator: "/").last ?? "export")
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
            throw CLIError("There is no file \(path).")
        }
        guard !isDirectory.boolValue else {
            throw CLIError("\(path) is a directory; choose the export.zip or the export.xml in it.")
        }
        guard let handle = FileHandle(forReadingAtPath: path), let size = try? handle.seekToEnd() else {
            throw CLIError("\(path) cannot be read; check its permissions.")
        }
        guard size > 0 else { throw CLIError("\(path) is empty; choose the export.zip of Apple Health.") }
        (self.handle, self.size) = (handle, Int64(size))
    }

    /// The interrupted upload of this file, if any.
    func resumable(_ known: [ImportStatus]) -> EntityID? {
        known.first { $0.phase == .uploading && $0.fileName == name && $0.bytesTotal == size }?.job
    }

    /// At most one chunk; empty at the end.
    func read(at offset: Int64) throws(CLIError) -> [UInt8] {
        do {
            try handle.seek(toOffset: UInt64(offset))
            return try handle.read(upToCount: UploadChunk.maximumBytes).map { [UInt8]($0) } ?? []
        } catch {
            throw CLIError("\(name) can no longer be read; run the same command again to go on.")
        }
    }
}

extension ProgressBar {
    init(_ status: ImportStatus) {
        let label =
            switch status.phase {
            case .queued: "Waiting"
            case .reducing: "Working out days"
            default: "Reading"
            }
        self.init(
            label: label, done: status.bytesRead, total: status.bytesTotal, samples: status.samplesRead, eta: status.eta
        )
    }
}

/// Shows a progress bar on a terminal, or a line every few seconds otherwise.
final class ProgressLine {
    private static let interval = Duration.seconds(5)
    private let isInteractive = Terminal.isInteractive
    private var last: ProgressBar?
    private var lastTime: ContinuousClock.Instant?

    func show(_ bar: ProgressBar) {
        guard bar != last else { return }
        last = bar
        if isInteractive {
            Terminal.redraw(bar.text(columns: Terminal.columns))
        } else if lastTime.map({ .now - $0 >= Self.interval }) ?? true {
            lastTime = .now
            Terminal.tell(bar.text(columns: 80))
        }
    }

    func end() {
        if isInteractive, last != nil { Terminal.redraw("") }
    }
}
