import Fixtures
import Foundation
import Messages
import Testing

/// Simulated machines on one host: network namespaces joined by a wire that loses and delays packets, drops addresses
/// and can be cut.
///
/// The wire is a program between TUN devices, because many kernels lack netem; it needs root and /dev/net/tun.
final class Network {
    /// A namespace, kept alive by a process in it, with an /etc/hosts file of its own.
    struct Machine {
        let name: String
        let processID: Int32
        let hosts: String
    }

    /// RFC 2544: reserved for network tests, so it hides no real host.
    static func address(_ number: Int) -> String { "198.18.77.\(number)" }

    private let scratch: Scratch
    private let wire: ChildProcess
    private var answers: AsyncStream<String>.Iterator
    private var keepers: [ChildProcess] = []
    private var processes: [ChildProcess] = []
    private(set) var machines: [Machine] = []
    /// The TUN device of this process's own namespace.
    private let device = "plsm\(getpid())"

    init(_ names: [String], in scratch: Scratch) async throws {
        self.scratch = scratch
        var (machines, keepers): ([Machine], [ChildProcess]) = ([], [])
        for name in names { machines.append(try await Self.makeMachine(name, scratch, &keepers)) }
        try Self.program.write(toFile: scratch.file("wire.py"), atomically: true, encoding: .utf8)
        wire = try ChildProcess(
            "/usr/bin/env",
            ["python3", scratch.file("wire.py"), "here:self:\(device)"]
                + machines.map { "\($0.name):\($0.processID):wire" },
            input: .pipe, output: .pipe, errors: .inherited)
        answers = wire.lines.makeAsyncIterator()
        self.machines = machines
        self.keepers = keepers
        _ = try await tell("ready")
        for machine in machines { try await ip("link", "set", "wire", "up", on: machine) }
        try await Self.run("ip", "link", "set", device, "up")
    }

    private static func makeMachine(_ name: String, _ scratch: Scratch, _ keepers: inout [ChildProcess]) async throws
        -> Machine
    {
        let hosts = scratch.file("hosts.\(name)")
        try "".write(toFile: hosts, atomically: false, encoding: .utf8)
        // Its standard input is a pipe: it ends with this process in every case.
        let keeper = try ChildProcess(
            "/usr/bin/env",
            [
                "unshare", "-n", "-m", "sh", "-c",
                "mount --bind '\(hosts)' /etc/hosts && ip link set lo up && touch '\(hosts).ready' && exec cat >/dev/null",
            ], input: .pipe, output: .inherited, errors: .inherited)
        keepers.append(keeper)
        try await eventually("the namespace of \(name)") {
            FileManager.default.fileExists(atPath: hosts + ".ready") ? () : nil
        }
        return Machine(name: name, processID: keeper.processID, hosts: hosts)
    }

    // MARK: What happens to it

    /// Sends a command to the wire and waits for its reply.
    @discardableResult
    func tell(_ command: String) async throws -> String {
        try #require(wire.write(command + "\n"), "the wire has ended")
        return try #require(await answers.next(), "the wire has ended")
    }

    /// Replaces a machine's addresses by this one. The wire no longer routes the old ones, so packets to them are
    /// dropped silently.
    func move(_ machine: Machine?, to number: Int?) async throws {
        let name = machine?.name ?? "here"
        try await tell("address \(name) \(number.map(Self.address) ?? "none")")
        if let machine {
            try await ip("addr", "flush", "dev", "wire", on: machine)
        } else {
            try await Self.run("ip", "addr", "flush", "dev", device)
        }
        guard let number else { return }
        let words = ["addr", "add", Self.address(number) + "/24", "dev"]
        if let machine {
            try await ip(words + ["wire"], on: machine)
        } else {
            try await Self.run(["ip"] + words + [device])
        }
    }

    /// Replaces the machine's name entries. The file keeps its inode, because it is mounted there.
    func name(_ entries: String, on machine: Machine) throws {
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: machine.hosts))
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: Data((entries + "\n").utf8))
        try handle.close()
    }

    private func ip(_ words: String..., on machine: Machine) async throws { try await ip(words, on: machine) }
    private func ip(_ words: [String], on machine: Machine) async throws {
        try await Self.run(["nsenter", "-t", "\(machine.processID)", "-n", "ip"] + words)
    }
    private static func run(_ words: String...) async throws { try await run(words) }

    private static func run(_ words: [String]) async throws {
        let result = try await Executable.run("/usr/bin/env", words)
        try #require(result.status == 0, "\(words.joined(separator: " ")): \(result.errors)")
    }

    // MARK: What runs on it

    /// Starts one of Pulsum's executables on a machine; its output goes to a log in the scratch directory.
    @discardableResult
    func start(_ service: ServiceName, on machine: Machine, environment: [String: String]) throws -> ChildProcess {
        let log = scratch.file("log.\(service)")
        if !FileManager.default.fileExists(atPath: log) { try Data().write(to: URL(fileURLWithPath: log)) }
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
        try handle.seekToEnd()
        let process = try ChildProcess(
            "/usr/bin/env",
            [
                "nsenter", "-t", "\(machine.processID)", "-n", "-m", "--wd=/",
                Executable.folder.appendingPathComponent("pulsum-\(service)").path,
            ], environment: environment.merging(["PULSUM_SUPERVISED": "\(getpid())"]) { $1 }, output: .file(handle),
            errors: nil)
        processes.append(process)
        return process
    }

    /// Ends all processes, namespaces and devices.
    func stop() async {
        await withTaskGroup(of: Void.self) { group in
            for process in processes { group.addTask { await process.stop(within: .seconds(15)) } }
        }
        wire.closeInput()
        for keeper in keepers { await keeper.killed() }
    }

    /// Python: creates one TUN device in each namespace and forwards every packet between them.
    private static let program = """
        import ctypes, fcntl, heapq, os, random, select, struct, sys, time

        libc = ctypes.CDLL(None, use_errno=True)

        def enter(path):
            namespace = os.open(path, os.O_RDONLY)
            if libc.setns(namespace, 0x40000000) != 0: raise OSError(ctypes.get_errno(), path)  # CLONE_NEWNET
            return namespace

        def device(process, name):
            here = os.open("/proc/self/ns/net", os.O_RDONLY)
            enter(f"/proc/{process}/ns/net")
            tun = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
            fcntl.ioctl(tun, 0x400454CA, struct.pack("16sH22x", name.encode(), 0x1001))  # TUNSETIFF: IFF_TUN, IFF_NO_PI
            libc.setns(here, 0x40000000)
            return tun

        devices = {}
        for word in sys.argv[1:]:
            name, process, interface = word.split(":")
            devices[name] = device(process, interface)
        names = {tun: name for name, tun in devices.items()}
        addresses, cut, waiting = {}, set(), []
        loss = shortest = longest = 0.0
        carried = lost = stray = 0

        def command(words):
            global loss, shortest, longest
            if words[0] == "loss": loss = float(words[1])
            if words[0] == "delay": shortest, longest = float(words[1]), float(words[2])
            if words[0] == "cut": cut.add(words[1])
            if words[0] == "join": cut.discard(words[1])
            if words[0] == "address":
                for address in [a for a, name in addresses.items() if name == words[1]]: del addresses[address]
                if words[2] != "none": addresses[words[2]] = words[1]
            print(f"{carried} packets carried, {lost} lost on the way, {stray} sent to where nobody is", flush=True)

        while True:
            now = time.monotonic()
            while waiting and waiting[0][0] <= now:
                _, _, target, packet = heapq.heappop(waiting)
                try: os.write(devices[target], packet)
                except OSError: pass
            pause = max(0, waiting[0][0] - now) if waiting else None
            ready, _, _ = select.select([0] + list(names), [], [], pause)
            for file in ready:
                if file == 0:
                    line = sys.stdin.readline()
                    if not line: sys.exit(0)
                    command(line.split())
                    continue
                for _ in range(64):
                    try: packet = os.read(file, 65536)
                    except OSError: break
                    if packet[0] >> 4 != 4: continue
                    target = addresses.get(".".join(str(byte) for byte in packet[16:20]))
                    if target is None or target in cut or names[file] in cut: stray += 1
                    elif random.random() < loss: lost += 1
                    else:
                        carried += 1
                        heapq.heappush(waiting, (time.monotonic() + random.uniform(shortest, longest), carried, target, packet))
        """
}
