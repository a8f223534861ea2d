import Bus
import Dispatch
import Foundation
import Messages
import ServiceKit
import Storage

/// Starts the processes of a plan, restarts those that end, and stops all in reverse order.
actor ProcessFleet {
    /// Time for draining before SIGKILL.
    static let grace = ProcessHost.forcedExit + .seconds(1)

    private let plan: LaunchPlan
    private let configuration: Configuration
    private let log: MergedLog
    private let folder: String
    private var children: [String: Child] = [:]
    private var keepers: [[Task<Void, Never>]] = []
    private var isStopping = false
    private let (ends, ending) = AsyncStream.makeStream(of: Result<Void, CLIError>.self)

    /// The master key if a passphrase locks its file; only this process can pass it on to its children.
    private var masterKey: MasterKey?

    init(_ plan: LaunchPlan, configuration: Configuration, masterKey: MasterKey? = nil) throws(CLIError) {
        (self.plan, self.configuration, self.masterKey) = (plan, configuration, masterKey)
        log = MergedLog(
            width: plan.stages.joined().map(\.name.count).max() ?? 0, colours: Terminal.hasColours,
            format: configuration.logFormat)
        folder = try Child.programs()
    }

    /// Runs until SIGINT or SIGTERM, or until a process fails in a way that a restart cannot fix.
    /// - Throws: `CLIError` for such a failure.
    func run() async throws(CLIError) {
        let sources = watchSignals()
        defer { for source in sources { source.cancel() } }
        let warnings = Keeping.warnings(configuration)
        if !warnings.isEmpty { tell("Warning: " + warnings.map(\.text).joined(separator: " ")) }
        let following = Task { await followMasterKey() }
        defer { following.cancel() }
        for stage in plan.stages {
            keepers.append(stage.map { replica in Task { await self.keep(replica) } })
        }
        let ready = Task { await announceReady() }
        var result = Result<Void, CLIError>.success(())
        for await end in ends {
            result = end
            break
        }
        ready.cancel()
        await stop()
        try result.get()
    }

    private func tell(_ text: String) {
        Terminal.tell(
            styled: log.render(
                LogLine(time: LogLine.now(), level: "notice", service: "up", message: text).text, from: "up"))
    }

    // MARK: Keeping a process alive

    private func keep(_ replica: LaunchPlan.Replica) async {
        var policy = RestartPolicy()
        var lastEnd: String?
        while !isStopping {
            do {
                let child = try start(replica, after: lastEnd)
                children[replica.name] = child
                let ended = await child.ended()
                children[replica.name] = nil
                StaleRunFiles.clear(configuration.run)
                guard !isStopping else { return }
                lastEnd = ended.status.map { "status \($0)" } ?? "signal \(ended.signal)"
                let how = ended.status.map { "ended with status \($0)" } ?? "was ended by signal \(ended.signal)"
                switch policy.ended(after: ended.alive, status: ended.status) {
                case .restart(let pause):
                    tell(
                        "\(replica.name) (process \(child.processID)) \(how); it starts again in \(Amount.number(pause.seconds, 1)) s."
                    )
                    try? await Task.sleep(for: pause)
                case .stop:
                    ending.yield(
                        .failure(CLIError("\(replica.name) cannot start: its last line above says what to change.")))
                    return
                }
            } catch {
                ending.yield(.failure(error))
                return
            }
        }
    }

    /// - Parameter lastEnd: how the process before it ended; nil for the first. A restarted process runs without a
    ///   sentence model that disappeared in the meantime, rather than not at all.
    private func start(_ replica: LaunchPlan.Replica, after lastEnd: String?) throws(CLIError) -> Child {
        let (log, name) = (log, replica.name)
        // The broker stores no data and needs no key.
        let secret = replica.service == .broker ? nil : masterKey?.content
        var environment = plan.environment(of: replica)
        if let lastEnd {
            environment[Setting.withoutModel] = "1"
            environment[Configuration.lastEndKey] = lastEnd
        }
        if secret != nil { environment[Configuration.masterKeyDescriptorKey] = "\(Child.secretDescriptor)" }
        return try Child(executable: "\(folder)/pulsum-\(replica.service)", environment: environment, secret: secret) {
            line in
            Terminal.tell(styled: log.render(line, from: name))
        }
    }

    /// Follows rotations, because a process restarted after one needs the new key.
    private func followMasterKey() async {
        while let key = masterKey, (try? await Task.sleep(for: KeyRotation.pollInterval)) != nil {
            if let fresh = try? key.refreshed() { masterKey = fresh }
        }
    }

    // MARK: Ready

    /// Announces the web app's address once every service of this machine has registered and the address is bound;
    /// without the API, the names of the services.
    private func announceReady() async {
        do {
            let bus = try BusConnection(try configuration.peer(.cli))
            async let running: Void = bus.run()
            while !Task.isCancelled {
                let status = try? await bus.request(BusStatus(), budget: .seconds(1))
                let isReady = status.map(plan.isReady) ?? false
                if isReady, !plan.selection.processes.contains(.api) {
                    Terminal.say("ready \(plan.selection.text)")
                    break
                }
                if isReady,
                    let address = try Files.read(configuration.run + "/http").flatMap({
                        HostPort($0.trimmingCharacters(in: .whitespacesAndNewlines))
                    })
                {
                    Terminal.say("ready \(configuration.pageURL(at: address))")
                    if let link = try SetUpLinkCommand.link(configuration) {
                        let invitation = Self.invitation(link, isTerminal: Terminal.isRead)
                        if Terminal.isRead { Terminal.say(invitation) } else { tell(invitation) }
                    }
                    break
                }
                try await Task.sleep(for: .milliseconds(20))
            }
            await bus.drain()
            try await running
        } catch is CancellationError {
            return
        } catch {
            tell("“pulsum up” cannot see the bus: \(CLIError(error))")
        }
    }

    /// If standard output is not a terminal, the text becomes a log, which must not contain the link.
    static func invitation(_ link: String, isTerminal: Bool) -> String {
        isTerminal
            ? "There is no account yet. To make the first one, open\n\n    \(link)\n"
            : "There is no account yet; “pulsum setup-link” prints the link that makes the first one."
    }

    // MARK: Stopping

    private func stop() async {
        isStopping = true
        tell("Stopping.")
        for (stage, tasks) in zip(plan.stages, keepers).reversed() {
            // Cancels a task that waits to restart its process.
            for task in tasks { task.cancel() }
            let running = stage.compactMap { children[$0.name] }
            for child in running { child.signal(SIGTERM) }
            await withTaskGroup { group in
                for child in running { group.addTask { await child.finish(after: Self.grace) } }
            }
        }
        Files.remove(configuration.run + "/http")
        Files.remove(configuration.run + "/setup-link")
    }

    /// SIGINT and SIGTERM stop the stack (a second signal kills it); SIGHUP is forwarded to every process.
    private nonisolated func watchSignals() -> [any DispatchSourceSignal] {
        [SIGINT, SIGTERM, SIGHUP].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { Task { await self.handleSignal(number) } }
            source.resume()
            return source
        }
    }

    private func handleSignal(_ number: Int32) {
        if number == SIGHUP {
            for child in children.values { child.signal(SIGHUP) }
        } else if isStopping {
            for child in children.values { child.signal(SIGKILL) }
        } else {
            ending.yield(.success(()))
        }
    }
}
