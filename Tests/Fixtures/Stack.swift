import Bus
import Foundation
import Messages
import ServiceKit
import Synchronization

/// A complete installation: `pulsum up` in a scratch directory with every service in its own process, driven from
/// outside.
public final class Stack: Sendable {
    /// The directory that holds data and log.
    public let scratch: Scratch
    /// URL of the web page as `pulsum up` prints it: `http://127.0.0.1:…` unless configured otherwise.
    public let url: String
    private let process: ChildProcess
    private let logPath: String
    /// Bus connection of the test, joined as `cli` like the command line.
    public let bus: BusConnection
    private let busTask: Task<Void, any Error>

    /// The data directory.
    public var directory: String { scratch.file("data") }

    /// Starts all services and waits until they are ready.
    /// - Parameters:
    ///   - arguments: further arguments of `pulsum up`, such as `--scale scoring=3`.
    ///   - environment: `PULSUM_*` variables; `{data}` in them is replaced by the data directory.
    ///   - scratch: directory of an earlier stack whose data is reused.
    ///   - input: standard input of `pulsum up`, such as a passphrase.
    public static func start(
        _ arguments: [String] = [], environment: [String: String] = [:], scratch: Scratch? = nil, input: String? = nil
    ) async throws -> Stack {
        let scratch = try scratch ?? Scratch()
        let log = scratch.file("log")
        if !FileManager.default.fileExists(atPath: log) { try Data().write(to: URL(fileURLWithPath: log)) }
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
        let begin = try handle.seekToEnd()
        let environment = environment.mapValues { $0.replacing("{data}", with: scratch.file("data")) }
        let process = try ChildProcess(
            Executable.folder.appendingPathComponent("pulsum").path,
            ["up", "--data", scratch.file("data"), "--http", "127.0.0.1:0"] + arguments,
            environment: SentenceModel.environment.merging(environment) { $1 },
            input: input == nil ? .nothing : .pipe, output: .file(handle), errors: nil)
        if let input { process.send(Data(input.utf8)) }
        do {
            let url = try await eventually("pulsum up is ready", within: .seconds(60)) { () -> String? in
                guard process.isRunning else { throw StackFailed(log: log) }
                let text = String(
                    decoding: (FileManager.default.contents(atPath: log) ?? Data()).dropFirst(Int(begin)), as: UTF8.self
                )
                return text.split(separator: "\n").last { $0.contains("ready http") }.flatMap { line in
                    line.range(of: "http").map { String(line[$0.lowerBound...].prefix { !$0.isWhitespace }) }
                }
            }
            let brokers = environment["PULSUM_BUS"] ?? "ipc://\(scratch.file("data"))/run/bus"
            return try Stack(
                scratch: scratch, url: url, process: process, log: log,
                brokers: try brokers.split(separator: ",").map { try BusEndpoint(String($0)) })
        } catch {
            await process.stop(within: stopLimit)
            throw StackFailed(log: log)
        }
    }

    private init(scratch: Scratch, url: String, process: ChildProcess, log: String, brokers: [BusEndpoint]) throws {
        self.scratch = scratch
        self.url = url
        self.process = process
        logPath = log
        let data = scratch.file("data")
        let token = try String(contentsOfFile: data + "/tokens/cli", encoding: .utf8).trimmingCharacters(
            in: .whitespacesAndNewlines)
        var peer = BusConfiguration(service: .cli, release: "test", brokers: brokers, token: token)
        peer.capabilities = CapabilityCache()
        bus = try BusConnection(peer)
        let connection = bus
        busTask = Task { try await connection.run() }
    }

    /// `pulsum up` and its services end well within it.
    private static let stopLimit = Duration.seconds(30)

    /// Sends SIGTERM and waits for the exit status, also where the task is cancelled. Idempotent.
    /// - Throws: `TimedOut` if only SIGKILL ended it.
    @discardableResult
    public func stop(remove: Bool = true) async throws -> Int32 {
        busTask.cancel()
        let wasRunning = process.isRunning
        let ending = await process.stop(within: Self.stopLimit)
        if remove { scratch.remove() }
        if wasRunning, ending == .signal(SIGKILL) { throw TimedOut(what: "pulsum up ends") }
        return ending.status
    }

    /// Runs a test's body and stops the stack, also where the body throws.
    public static func run<T>(
        _ arguments: [String] = [], environment: [String: String] = [:], _ body: (Stack) async throws -> T
    ) async throws -> T {
        try await start(arguments, environment: environment).during(body)
    }

    /// Stops this stack after `body`, also where it throws.
    /// - Parameter remove: false keeps the data for another stack where `body` succeeded.
    public func during<T>(remove: Bool = true, _ body: (Stack) async throws -> T) async throws -> T {
        do {
            let result = try await body(self)
            try await stop(remove: remove)
            return result
        } catch {
            let log = logText.split(separator: "\n").suffix(40).joined(separator: "\n")
            _ = try? await stop()
            throw StackTestFailed(cause: error, log: log)
        }
    }

    /// Everything that all processes printed so far.
    public var log: Data { FileManager.default.contents(atPath: logPath) ?? Data() }
    /// `log` as UTF-8 text.
    public var logText: String { String(decoding: log, as: UTF8.self) }

    /// Process id of `pulsum up`.
    public var processID: Int32 { process.processID }

    /// Process ids of a service's replicas, from their health files.
    public func processIDs(of service: ServiceName) -> [Int32] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory + "/run")) ?? []
        return names.compactMap { name in
            let parts = name.split(separator: ".")
            guard parts.count == 3, parts[0] == service.rawValue, parts[2] == "health", let pid = Int32(parts[1]),
                kill(pid, 0) == 0
            else { return nil }
            return pid
        }.sorted()
    }

    /// Address of a replica's health server.
    public func healthAddress(of service: ServiceName) throws -> String {
        guard let pid = processIDs(of: service).first else { throw TimedOut(what: "a process of \(service)") }
        return "http://"
            + (try String(contentsOfFile: "\(directory)/run/\(service).\(pid).health", encoding: .utf8))
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Connects this test to the bus under a service's name, next to the running replicas, without capabilities of its
    /// own.
    public func join(
        as service: ServiceName, release: String = "test", credit: Int32 = 32, exhausted: (@Sendable () -> Void)? = nil,
        _ register: (BusConnection) -> Void
    ) throws -> BusConnection {
        let connection = try BusConnection(
            BusConfiguration(
                service: service, release: release, brokers: bus.configuration.brokers,
                token: try Tokens(directory: directory + "/tokens").read(service), credit: credit, exhausted: exhausted)
        )
        register(connection)
        Task { try await connection.run() }
        return connection
    }

    /// Address that the API listens on, `127.0.0.1:…`.
    public func httpAddress() throws -> String {
        try String(contentsOfFile: directory + "/run/http", encoding: .utf8).trimmingCharacters(
            in: .whitespacesAndNewlines)
    }

    /// Number of workers of a service, as the broker reports it.
    public func workers(of service: ServiceName) async throws -> Int {
        try await bus.request(BusStatus()).services.first { $0.service == service }?.workers.count ?? 0
    }

    /// Runs the command line on this stack's data.
    public func pulsum(_ arguments: String..., input: String? = nil) async throws -> Executable.Result {
        try await Executable.run(
            Executable.folder.appendingPathComponent("pulsum").path, arguments, environment: ["PULSUM_DATA": directory],
            input: input)
    }

    /// Creates an account over the bus and returns its user.
    public func makeAccount(_ name: String = "Ada", zone: String = "Europe/Berlin") async throws -> UserID {
        try await bus.request(CreateAccount(name: name, password: "correct horse battery", timeZone: zone)).user
    }

    /// Grants consent to the wording that the gateway states now, as the page does.
    public func consent(of user: UserID, at: Milliseconds = 1) async throws -> ConsentState {
        let state = try await bus.request(ConsentQuery(user: user))
        return try await bus.request(
            SetConsent(user: user, granted: true, copyVersion: state.copyVersion, at: at, follows: state.record))
    }

    /// The code of the set-up link, read from the file that only the owner may read.
    public func setUpCode() throws -> String {
        let link = try String(contentsOfFile: directory + "/run/setup-link", encoding: .utf8).trimmingCharacters(
            in: .whitespacesAndNewlines)
        guard let mark = link.range(of: "/#setup=") else { throw TimedOut(what: "a set-up link") }
        return String(link[mark.upperBound...])
    }

    /// Creates the first account as the page does, with the set-up code.
    /// - Parameter more: further fields of the request; they override the defaults.
    public func setUp(_ browser: Browser, _ name: String = "Ada", _ more: [String: Any] = [:]) async throws
        -> Browser.Answer
    {
        let body: [String: Any] = [
            "name": name, "password": "correct horse battery", "timeZone": "Europe/Berlin", "country": "DE",
            "code": try setUpCode(),
        ]
        return try await browser.post("/v1/accounts", body.merging(more) { $1 })
    }

    /// Uploads a file over the bus and waits for the end of its import.
    public func importFile(_ path: String, for user: UserID, within limit: Duration = .seconds(120)) async throws
        -> ImportStatus
    {
        let job = EntityID.random()
        try await upload(path, for: user, job: job)
        return try await importEnded(job, for: user, within: limit)
    }

    /// Uploads a file and starts its import.
    public func upload(_ path: String, for user: UserID, job: EntityID) async throws {
        let content = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        var offset = try await bus.request(
            BeginUpload(
                user: user, job: job, fileName: String(path.split(separator: "/").last ?? ""),
                size: Int64(content.count))
        ).offset
        while offset < content.count {
            let end = min(Int(offset) + UploadChunk.maximumBytes, content.count)
            offset = try await bus.request(
                UploadChunk(user: user, job: job, offset: offset, bytes: Array(content[Int(offset)..<end]))
            ).offset
        }
        _ = try await bus.request(StartImport(user: user, job: job))
    }

    /// Waits for the end of an import.
    public func importEnded(_ job: EntityID, for user: UserID, within limit: Duration = .seconds(120)) async throws
        -> ImportStatus
    {
        try await eventually("the import ends", within: limit) {
            let status = try await self.bus.request(ImportQuery(user: user, job: job))
            return status.phase == .done || status.phase == .failed ? status : nil
        }
    }

    /// Waits until no service has an undelivered event.
    public func settle(within limit: Duration = .seconds(60)) async throws {
        _ = try await eventually("all events are delivered", within: limit) { () -> Bool? in
            for service in Set(Topology.events.filter { !$0.consumers.isEmpty }.map(\.producer)) {
                guard let pending = try? await self.bus.request(ListParked(), to: service).pending, pending == 0 else {
                    return nil
                }
            }
            return true
        }
    }
}

/// `pulsum up` did not become ready.
public struct StackFailed: Error, CustomStringConvertible {
    /// Output of all processes.
    public let log: String
    public var description: String {
        let text = String(decoding: FileManager.default.contents(atPath: log) ?? Data(), as: UTF8.self)
        return "pulsum up did not become ready:\n" + text.split(separator: "\n").suffix(40).joined(separator: "\n")
    }
}

/// A test's body failed; carries the log of the stack.
public struct StackTestFailed: Error, CustomStringConvertible {
    /// The error that the body threw.
    public let cause: any Error
    /// Output of all processes.
    public let log: String

    /// Adds the stack's log to an error.
    public init(cause: any Error, log: String) {
        self.cause = cause
        self.log = log
    }

    public var description: String { "\(cause)\n— log of the stack:\n\(log)" }
}
