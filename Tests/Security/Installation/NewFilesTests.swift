import Fixtures
import Foundation
import TestTraits
import Testing

extension Security {
    /// Checks the mode and flags with which commands create files, from their system calls.
    @Suite(.tags(.processes)) struct NewFilesTests {
        /// A system call that makes a file, sets the mask of new ones, or changes a mode.
        private struct Call: Decodable {
            let name: String
            let path: String
            let mode: Int
            let isExclusive: Bool
        }

        private struct Trace: Decodable {
            let status: Int
            let calls: [Call]
        }

        /// Runs a program with the mask 0 under ptrace(2), and prints its calls and those of its children as JSON.
        private static let tracer = """
            import ctypes, json, os, platform, signal, sys
            libc = ctypes.CDLL(None, use_errno=True)
            libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
            libc.ptrace.restype = ctypes.c_long
            arm = platform.machine() == "aarch64"
            # name: number, index of the path, of the flags, of the mode
            calls = ({56: ("open", 1, 2, 3), 166: ("umask", -1, -1, 0), 52: ("chmod", -1, -1, 1), 53: ("chmod", 1, -1, 2)}
                     if arm else
                     {2: ("open", 0, 1, 2), 257: ("open", 1, 2, 3), 85: ("creat", 0, -1, 1), 95: ("umask", -1, -1, 0),
                      90: ("chmod", 0, -1, 1), 91: ("chmod", -1, -1, 1), 268: ("chmod", 1, -1, 2)})
            sys.stdout.flush()
            child = os.fork()
            if child == 0:
                os.umask(0)
                os.dup2(os.open("/dev/null", os.O_WRONLY), 1)
                libc.ptrace(0, 0, None, None)
                os.kill(os.getpid(), signal.SIGSTOP)
                os.execv(sys.argv[1], sys.argv[1:])
            os.waitpid(child, 0)
            # System calls are told apart from signals; threads and children are followed.
            libc.ptrace(0x4200, child, None, 1 | 2 | 4 | 8 | 16 | 0x100000)
            def text(pid, address):
                found = b""
                while len(found) < 4096:
                    word = libc.ptrace(2, pid, address + len(found), None)
                    found += (word & (2 ** 64 - 1)).to_bytes(8, "little")
                    if b"\\0" in found[-8:]: break
                return os.fsdecode(found.split(b"\\0")[0])
            seen, status = [], 255
            libc.ptrace(24, child, None, None)
            while True:
                try: pid, state = os.waitpid(-1, 0x40000000)
                except ChildProcessError: break
                if os.WIFEXITED(state) or os.WIFSIGNALED(state):
                    if pid == child: status = os.waitstatus_to_exitcode(state)
                    continue
                stop, delivered = os.WSTOPSIG(state), None
                if stop == (signal.SIGTRAP | 0x80):
                    info = (ctypes.c_uint64 * 16)()
                    libc.ptrace(0x420E, pid, 128, ctypes.addressof(info))
                    if bytes(info)[0] == 1 and info[3] in calls:
                        name, path, flags, mode = calls[info[3]]
                        arguments = list(info[4:10])
                        flag = arguments[flags] if flags >= 0 else 0
                        if name != "open" or flag & os.O_CREAT:
                            needed = os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
                            seen.append({"name": name, "path": text(pid, arguments[path]) if path >= 0 else "",
                                         "mode": arguments[mode] & 0o7777, "isExclusive": flag & needed == needed})
                elif stop not in (signal.SIGTRAP, signal.SIGSTOP): delivered = stop
                libc.ptrace(24, pid, None, delivered)
            json.dump({"status": status, "calls": seen}, sys.stdout)
            """

        private static func trace(_ arguments: [String], _ data: String, input: String? = nil) async throws -> Trace {
            let pulsum = Executable.folder.appendingPathComponent("pulsum").path
            let run = try await Executable.run(
                "/usr/bin/python3", ["-c", tracer, pulsum] + arguments, environment: ["PULSUM_DATA": data],
                input: input)
            let trace = try JSONDecoder().decode(Trace.self, from: Data(run.output.utf8))
            #expect(trace.status == 0, "\(arguments): \(run.errors.suffix(2000))")
            return trace
        }

        /// - Parameter isOurs: true for a path that the command itself makes, exclusively.
        private static func check(_ trace: Trace, _ what: String, _ isOurs: (String) -> Bool) {
            let made = trace.calls.filter { ["open", "creat"].contains($0.name) && !$0.path.hasPrefix("/dev/") }
            let mask = trace.calls.firstIndex { $0.name == "umask" }
            let first = trace.calls.firstIndex { ["open", "creat"].contains($0.name) && !$0.path.hasPrefix("/dev/") }
            #expect(mask.map { trace.calls[$0].mode } == 0o077, "\(what)")
            if let mask, let first { #expect(mask < first, "\(what): \(trace.calls[first].path)") }
            #expect(trace.calls.allSatisfy { $0.name != "umask" || $0.mode == 0o077 }, "\(what)")
            #expect(trace.calls.filter { $0.name == "chmod" && $0.mode & 0o077 != 0 }.map(\.path) == [], "\(what)")
            var paths = Set<String>()
            let ours = made.filter { isOurs($0.path) && paths.insert($0.path).inserted }
            #expect(!ours.isEmpty, "\(what): \(made.map(\.path))")
            #expect(ours.allSatisfy { $0.isExclusive && $0.mode == 0o600 }, "\(what): \(ours)")
        }

        @Test(
            "SEC-4 no command makes a file that others could read for an instant, and an archive replaces none and follows no link",
            .timeLimit(.minutes(5)))
        func commands() async throws {
            let scratch = try Scratch()
            let (archive, exported) = (scratch.file("pulsum.backup"), scratch.file("ada.zip"))
            let stack = try await Stack.start(scratch: try Scratch(keeping: scratch.file("first")))
            let restored = scratch.file("second")
            try await stack.during { stack in
                _ = try await stack.makeAccount()
                try FileManager.default.createDirectory(atPath: restored, withIntermediateDirectories: true)
                try FileManager.default.copyItem(
                    atPath: stack.directory + "/master.key", toPath: restored + "/master.key")
                let data = stack.directory
                Self.check(try await Self.trace(["export", exported, "--user", "Ada"], data), "export") {
                    $0.hasPrefix(exported)
                }
                Self.check(try await Self.trace(["backup", archive], data), "backup") { $0.hasPrefix(archive) }
                Self.check(try await Self.trace(["backup", "-"], data), "backup -") {
                    $0.hasPrefix("\(data)/run/backup.") && $0.contains("/archive.")
                }
                for path in [exported, archive] {
                    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
                    #expect(mode == 0o600, "\(path)")
                }
                // Neither a file nor a link that existed before is written to.
                let trap = scratch.file("trap.zip")
                #expect(symlink(scratch.file("elsewhere"), trap) == 0)
                let refused = try await stack.pulsum("export", trap, "--user", "Ada")
                #expect(refused.status == 1 && refused.errors.contains("exists already"), "\(refused)")
                #expect(!FileManager.default.fileExists(atPath: scratch.file("elsewhere")))
                let left = try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted()
                #expect(left == ["ada.zip", "first", "pulsum.backup", "second", "trap.zip"], "no part is left")
            }
            chmod(restored + "/master.key", 0o600)
            Self.check(try await Self.trace(["restore", archive], restored), "restore") {
                $0.hasPrefix("\(restored)/run/backup.") && $0.hasSuffix(".sqlite")
            }
            scratch.remove()
        }
    }
}
