import Foundation
import Synchronization
import Testing

/// What a test needs from the machine and cannot make itself: a program that `deploy/install test` installs, a right, or
/// a device.
///
/// A test with the trait `needs(_:)` is skipped by name where it is absent. Where `CI` is `true` it fails instead, so that
/// a green run means that every test ran.
public enum Requirement: String, CaseIterable, Sendable {
    /// Debian's chromium, with Playwright and axe in an environment of their own.
    case browser
    /// A PostgreSQL server's programs. Each run starts a cluster of its own.
    case postgres
    /// Prometheus and its `promtool`.
    case prometheus
    /// Schemathesis and the validator of OpenAPI documents.
    case schemathesis
    /// Pocketsphinx, with the recordings that Debian ships to test it.
    case pocketsphinx
    /// The sentence model, which `deploy/model` fetches.
    case sentenceModel
    /// ZeroMQ for Python.
    case pythonZeroMQ
    /// The rights of root.
    case root
    /// Small file systems in memory, which a test mounts and fills.
    case smallFileSystems
    /// Network and mount namespaces with TUN devices.
    case networkNamespaces
    /// An address of this machine other than loopback.
    case outsideAddress
    /// proc(5): resident memory of a process.
    case processMemory
    /// Published data next to the checkout, in `../shared/data`. It is no part of a clone.
    case sharedData

    /// The sentence that names it where it is absent.
    public var hint: String {
        switch self {
        case .browser: "The browser is missing; “deploy/install test” installs it."
        case .postgres: "PostgreSQL is missing; “deploy/install test” installs it."
        case .prometheus: "Prometheus is missing; “deploy/install test” fetches it."
        case .schemathesis: "Schemathesis is missing; “deploy/install test” fetches it."
        case .pocketsphinx: "Pocketsphinx or its recordings are missing; “deploy/install test” installs them."
        case .sentenceModel: "The sentence model is missing; deploy/model fetches it."
        case .pythonZeroMQ: "Python's zmq is missing; “deploy/install test” installs it."
        case .root: "Only root may do this."
        case .smallFileSystems: "A file system in memory cannot be mounted here; that takes root and mount(8)."
        case .networkNamespaces:
            "Network namespaces cannot be made here; that takes root, /dev/net/tun, unshare, nsenter, ip and python3."
        case .outsideAddress: "This machine has no address but loopback."
        case .processMemory: "This system does not say how much memory a process has."
        case .sharedData: "../shared/data is absent."
        }
    }

    /// Whether a test that needs it fails in continuous integration without it.
    public var isExpected: Bool { self != .sharedData }

    /// Whether it is there. Looked up once for each process.
    public var isMet: Bool {
        get async {
            let look = Self.found.withLock { found in
                let look = found[self] ?? Task { await self.look() }
                found[self] = look
                return look
            }
            return await look.value
        }
    }

    /// Whether this run is one of continuous integration, where nothing may be missing.
    public static let isContinuousIntegration = ProcessInfo.processInfo.environment["CI"] == "true"

    /// - Parameter isMet: whether one is there.
    /// - Returns: whether all are met.
    /// - Throws: `Missing` in continuous integration.
    public static func areMet(
        _ requirements: [Requirement], isContinuousIntegration: Bool = isContinuousIntegration,
        isMet: @Sendable (Requirement) async -> Bool = { await $0.isMet }
    ) async throws -> Bool {
        for requirement in requirements {
            if await isMet(requirement) { continue }
            guard !isContinuousIntegration || !requirement.isExpected else { throw Missing(requirement: requirement) }
            return false
        }
        return true
    }

    /// A requirement that continuous integration does not meet.
    public struct Missing: Error, CustomStringConvertible {
        /// The first one that is missing.
        public let requirement: Requirement
        /// Names what is missing.
        public init(requirement: Requirement) { self.requirement = requirement }
        public var description: String { "With CI=true nothing may be missing: \(requirement.hint)" }
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips the test where a requirement is not met; fails it in continuous integration.
    public static func needs(_ requirements: Requirement...) -> Self {
        .enabled(Comment(rawValue: requirements.map(\.hint).joined(separator: " "))) {
            try await Requirement.areMet(requirements)
        }
    }
}

// MARK: Where they are

extension Requirement {
    private static let environment = ProcessInfo.processInfo.environment

    /// Folder of what `deploy/install test` fetches.
    public static let cache = (environment["XDG_CACHE_HOME"] ?? NSHomeDirectory() + "/.cache") + "/pulsum"

    /// The Python that runs the scripts of the browser.
    public static let browserPython = cache + "/browser-tools/bin/python"

    /// The folder of Schemathesis, which ends with a slash.
    public static let schemathesisFolder = cache + "/api-tools/bin/"

    /// Recordings that Debian ships to test pocketsphinx.
    public static let recordings = "/usr/share/pocketsphinx/test/data"

    /// Folder of the sentence model.
    public static let modelFolder =
        environment["PULSUM_MODEL"] ?? NSHomeDirectory() + "/.cache/pulsum/all-MiniLM-L6-v2"

    /// The folder of the programs of the newest PostgreSQL server that is installed.
    public static let postgresFolder: String? = {
        let root = "/usr/lib/postgresql"
        let versions = ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []).compactMap(Int.init)
        return versions.sorted().reversed().map { "\(root)/\($0)/bin" }.first { isProgram($0 + "/initdb") }
    }()

    /// The folder of Prometheus.
    public static let prometheusFolder: String? = ["/usr/bin", cache + "/prometheus/usr/bin"].first {
        isProgram($0 + "/prometheus") && isProgram($0 + "/promtool")
    }

    private static func isProgram(_ path: String) -> Bool { FileManager.default.isExecutableFile(atPath: path) }

    // MARK: Checks

    private static let found = Mutex<[Requirement: Task<Bool, Never>]>([:])

    private func look() async -> Bool {
        switch self {
        case .browser:
            Self.isProgram(Self.browserPython) && Self.isProgram("/usr/bin/chromium")
                && Self.isProgram("/usr/bin/certutil")
        case .postgres: Self.postgresFolder != nil
        case .prometheus: Self.prometheusFolder != nil
        case .schemathesis:
            Self.isProgram(Self.schemathesisFolder + "st")
                && Self.isProgram(Self.schemathesisFolder + "openapi-spec-validator")
        case .pocketsphinx:
            FileManager.default.fileExists(atPath: Self.recordings + "/goforward.raw")
                && Self.isProgram("/usr/bin/pocketsphinx_continuous")
        case .sentenceModel: FileManager.default.fileExists(atPath: Self.modelFolder + "/model.safetensors")
        case .pythonZeroMQ: await Self.succeeds("python3 -c 'import zmq'")
        case .root: geteuid() == 0
        // The mount ends with the shell's namespace.
        case .smallFileSystems:
            await Self.succeeds("unshare -m sh -c 'mount -t tmpfs -o size=1m tmpfs /mnt'")
        case .networkNamespaces:
            await Self.succeeds(
                """
                [ "$(id -u)" = 0 ] && [ -w /dev/net/tun ] && unshare -n -m true && ip -V && nsenter --version &&
                python3 -c 'import ctypes'
                """)
        case .outsideAddress: await Self.succeeds("ip -o addr show scope global | grep -q inet")
        case .processMemory: FileManager.default.isReadableFile(atPath: "/proc/self/status")
        case .sharedData: Self.hasSharedData
        }
    }

    private static var hasSharedData: Bool {
        var folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        while folder.path != "/" {
            if FileManager.default.fileExists(atPath: folder.path + "/shared/data") { return true }
            folder.deleteLastPathComponent()
        }
        return false
    }

    private static func succeeds(_ script: String) async -> Bool {
        await withCheckedContinuation { continuation in
            // On a thread of its own: it waits for the process.
            Thread.detachNewThread {
                let shell = Process()
                shell.executableURL = URL(fileURLWithPath: "/bin/sh")
                shell.arguments = ["-c", script]
                shell.standardInput = FileHandle.nullDevice
                shell.standardOutput = FileHandle.nullDevice
                shell.standardError = FileHandle.nullDevice
                let isStarted = (try? shell.run()) != nil
                if isStarted { shell.waitUntilExit() }
                continuation.resume(returning: isStarted && shell.terminationStatus == 0)
            }
        }
    }
}
