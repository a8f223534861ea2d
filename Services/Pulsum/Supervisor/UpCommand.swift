import ArgumentParser
import Foundation
import Messages
import ServiceKit
import Storage
import SystemKit

/// `pulsum up`: runs the whole stack on this machine.
struct UpCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "up", abstract: "Starts everything on this machine and keeps it running; until Ctrl-C.",
        discussion: "No configuration is needed: keys and tokens are made on the first start, in the data directory.")
    @Option(help: "Data directory (PULSUM_DATA).") var data: String?
    @Option(help: "Address of the web app, host:port; port 0 chooses one (PULSUM_HTTP).") var http: String?
    @Flag(
        help:
            "Start without the sentence model, too: crises, moods and questions are recognised less well (PULSUM_WITHOUT_MODEL)."
    )
    var withoutModel = false
    @Option(help: ArgumentHelp("Number of processes of a service, such as scoring=3.", valueName: "service=n"))
    var scale: [ServiceScale] = []
    @Option(
        help: ArgumentHelp(
            "Starts these processes only, such as broker,scoring; the others run on another machine.",
            valueName: "names"))
    var only: ServiceSelection?
    @Option(help: "Addresses of the brokers, comma-separated, such as tcp://192.168.1.5:5550 (PULSUM_BUS).")
    var bus: String?

    func validate() throws {
        if scale.contains(where: { $0.service == .broker }) {
            throw ValidationError(
                "As many brokers run as PULSUM_BUS names addresses, such as ipc:///path/one,ipc:///path/two.")
        }
        if scale.contains(where: { $0.service == .api && $0.count > 1 }) {
            throw ValidationError("One process of api serves the address; it cannot be scaled here.")
        }
        if let only, let absent = scale.first(where: { !only.processes.contains($0.service) }) {
            throw ValidationError("--scale names \(absent.service), which --only leaves out.")
        }
    }

    func run() async throws {
        do {
            var environment = ProcessInfo.processInfo.environment
            if let data { environment["PULSUM_DATA"] = absolute(data) }
            if let http { environment["PULSUM_HTTP"] = http }
            if let bus { environment["PULSUM_BUS"] = bus }
            if withoutModel { environment[Setting.withoutModel] = "1" }
            let configuration = try Configuration.load(environment)
            try Files.makeDirectory(configuration.data)
            try Files.makeDirectory(configuration.run)
            let lock = try UpLock(configuration)
            try configuration.requireFinishedRestore()
            let selection = only ?? .all
            if selection.processes.contains(.api) {
                _ = try configuration.httpExposure()
                try requireFreeAddress(configuration.http)
            }
            if selection.loadsModel { try configuration.requireModel() }
            try Tokens(directory: configuration.tokens).create()
            try prepareKeys(configuration, selection)
            if !configuration.unknown.isEmpty {
                Terminal.tell(
                    "Warning: no such configuration: \(configuration.unknown.joined(separator: ", ")); see “pulsum config”."
                )
            }
            let plan = LaunchPlan(configuration, environment: environment, scale: scale, only: selection)
            StaleRunFiles.clear(configuration.run)
            Files.remove(configuration.run + "/http")
            Files.remove(configuration.run + "/setup-link")
            let key =
                try KeyRotation.isLocked(configuration.masterKey)
                ? try KeyPrompts.existingMasterKey(configuration) : nil
            try await ProcessFleet(plan, configuration: configuration, masterKey: key).run()
            withExtendedLifetime(lock) {}
        } catch {
            throw CLIError(error)
        }
    }

    /// The machine of the broker creates the keys. Any other needs copies, because a second set would be refused.
    private func prepareKeys(_ configuration: Configuration, _ selection: ServiceSelection) throws {
        guard configuration.bus.contains(where: { $0.path == nil }) else { return }
        let keys = KeyManager(directory: configuration.keys)
        guard !selection.processes.contains(.broker) else {
            try keys.create()
            return
        }
        let missing = keys.missing(for: Topology.services.filter(selection.processes.contains))
        guard missing.isEmpty else {
            throw CLIError(
                "\(keys.directory) lacks \(missing.joined(separator: ", ")); copy them from the keys of the broker's machine."
            )
        }
    }
}

/// Checks before the start that the HTTP address is free.
/// - Throws: `CLIError` if another program uses it or it cannot be bound.
func requireFreeAddress(_ address: HostPort) throws(CLIError) {
    var hints = addrinfo()
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(address.host, "\(address.port)", &hints, &found) == 0, let first = found else {
        throw CLIError(
            "\(address.host) is no address of this machine; choose another with --http, such as 127.0.0.1:8080.")
    }
    defer { freeaddrinfo(found) }
    let file = socket(first.pointee.ai_family, first.pointee.ai_socktype | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard file >= 0 else { return }
    defer { close(file) }
    var yes: Int32 = 1
    setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    guard bind(file, first.pointee.ai_addr, first.pointee.ai_addrlen) != 0 else { return }
    let reason = errno == EADDRINUSE ? "is in use by another program" : "cannot be used (\(Platform.message(errno)))"
    throw CLIError("The address \(address) \(reason); choose another with --http, such as 127.0.0.1:8090.")
}

/// Ensures one `pulsum up` per data directory by a file lock, which the kernel releases however the process ends.
final class UpLock {
    private let file: Int32

    init(_ configuration: Configuration) throws(CLIError) {
        let path = configuration.run + "/up.lock"
        file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw CLIError("The lock \(path) cannot be opened; check the permissions of \(configuration.data).")
        }
        guard FileLock.take(file) else {
            let owner = ((try? Files.read(path)) ?? nil).flatMap {
                Int32($0.trimmingCharacters(in: .whitespacesAndNewlines))
            }
            close(file)
            throw CLIError(
                "Pulsum already runs on \(configuration.data)\(owner.map { " (process \($0))" } ?? ""); stop that one first, or choose another directory with --data."
            )
        }
        let text = "\(getpid())\n"
        ftruncate(file, 0)
        _ = text.utf8.withContiguousStorageIfAvailable { pwrite(file, $0.baseAddress, $0.count, 0) }
    }

    deinit { close(file) }
}

extension UpLock {
    /// The lock for a command that needs every process of the data directory to be stopped.
    convenience init(stopped configuration: Configuration) throws(CLIError) {
        try self.init(configuration)
        guard !StaleRunFiles.hasLivingGateway(configuration.run) else {
            throw CLIError(
                "A gateway that an earlier “pulsum up” started still runs on \(configuration.data); end it, then repeat."
            )
        }
    }
}
