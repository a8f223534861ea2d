import Foundation
import Synchronization

/// One process of the stack: started, its output passed on line by line, its end awaited.
final class Child: Sendable {
    struct Ended: Sendable {
        let alive: Duration
        /// nil where a signal ended it.
        let status: Int32?
        let signal: Int32
    }

    let processID: Int32
    private let end: Task<Ended, Never>

    /// - Parameter line: called for each line the process prints, on a thread of its own.
    init(executable: String, environment: [String: String], line: @escaping @Sendable (String) -> Void) throws(Complaint) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: executable)
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        let lines = Lines(line)
        let (closed, closing) = AsyncStream.makeStream(of: Void.self)
        pipe.fileHandleForReading.readabilityHandler = { handle in
            let data = handle.availableData
            lines.append(data)
            if data.isEmpty {
                handle.readabilityHandler = nil
                closing.finish()
            }
        }
        let (ends, ending) = AsyncStream.makeStream(of: Ended.self)
        let start = ContinuousClock.now
        process.terminationHandler = { process in
            let isExit = process.terminationReason == .exit
            ending.yield(
                Ended(
                    alive: ContinuousClock.now - start, status: isExit ? process.terminationStatus : nil, signal: isExit ? 0 : process.terminationStatus))
            ending.finish()
        }
        do {
            try process.run()
        } catch {
            throw Complaint("\(executable) cannot be started (\(error.localizedDescription)); build or install Pulsum again.")
        }
        processID = process.processIdentifier
        end = Task {
            var result = Ended(alive: .zero, status: nil, signal: 0)
            for await ended in ends { result = ended }
            // The last words before the end; a grandchild could keep the pipe open, so not for ever.
            await withTaskGroup { group in
                group.addTask { for await _ in closed {} }
                group.addTask { try? await Task.sleep(for: .milliseconds(500)) }
                await group.next()
                group.cancelAll()
            }
            return result
        }
    }

    func signal(_ number: Int32) { kill(processID, number) }
    func ended() async -> Ended { await end.value }

    /// The splitter behind a lock; the handler is called by one thread at a time, but not always the same.
    private final class Lines: Sendable {
        private let splitter = Mutex(LineSplitter())
        private let line: @Sendable (String) -> Void
        init(_ line: @escaping @Sendable (String) -> Void) { self.line = line }

        func append(_ data: Data) {
            let lines = splitter.withLock { data.isEmpty ? $0.flush() : $0.append(data) }
            for text in lines { line(text) }
        }
    }
}
