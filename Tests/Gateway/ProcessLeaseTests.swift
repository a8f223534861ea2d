import Foundation
import TestTraits
import Testing

@testable import Gateway

#if canImport(Glibc)
    import Glibc
#endif

@Suite(.serialized, .tags(.processes)) struct ProcessLeaseTests {
    private func withDirectory(_ body: (String) throws -> Void) throws {
        let directory = NSTemporaryDirectory() + "pulsum-lease-\(UInt64.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try body(directory)
    }

    @Test("GAT-2 a holder is alive while it lives, in the eyes of any other")
    func holders() throws {
        try withDirectory { directory in
            let one = try ProcessLease(directory: directory)
            var two: ProcessLease? = try ProcessLease(directory: directory)
            let name = try #require(two?.name)
            #expect(!one.isDead(name))
            #expect(!one.isDead(one.name))
            two = nil
            #expect(one.isDead(name))
        }
    }

    #if canImport(Glibc)
        /// The highest descriptor number of a child: the kernel closes it first.
        private static let number: Int32 = 1_000
        private static let sockets = 900

        /// Kills a process that has many sockets and, at the highest descriptor number, the lock of `path`.
        /// - Returns: number of its sockets still open when the lock was free.
        private func openWhenFree(_ path: String, _ lock: () throws -> (descriptor: Int32, prepareErasure: () -> Void))
            throws -> Int
        {
            let observer = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            #expect(observer >= 0)
            let (descriptor, prepareErasure) = try lock()
            defer { close(observer) }
            var (ours, theirs): ([pollfd], [Int32]) = ([], [])
            defer { for socket in ours { close(socket.fd) } }
            var actions = posix_spawn_file_actions_t()
            posix_spawn_file_actions_init(&actions)
            defer { posix_spawn_file_actions_destroy(&actions) }
            posix_spawn_file_actions_adddup2(&actions, descriptor, Self.number)
            for _ in 0..<Self.sockets {
                var pair: [Int32] = [-1, -1]
                #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &pair) == 0)
                ours.append(pollfd(fd: pair[0], events: Int16(POLLIN), revents: 0))
                theirs.append(pair[1])
            }
            // Uses numbers below 900. The parent's descriptors are all above, so no descriptor still to be copied is
            // overwritten.
            for (place, socket) in theirs.enumerated() {
                posix_spawn_file_actions_adddup2(&actions, socket, Int32(3 + place))
            }
            var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup("600"), nil]
            defer { for argument in arguments { free(argument) } }
            var child: pid_t = 0
            #expect(posix_spawn(&child, "/bin/sleep", &actions, nil, &arguments, environ) == 0)
            for socket in theirs { close(socket) }
            prepareErasure()
            #expect(flock(observer, LOCK_EX | LOCK_NB) != 0, "the child holds the lock")
            kill(child, SIGKILL)
            while flock(observer, LOCK_EX | LOCK_NB) != 0 {}
            let closed = Int(poll(&ours, nfds_t(ours.count), 0))
            var status: Int32 = 0
            waitpid(child, &status, 0)
            return Self.sockets - closed
        }

        /// Occupies the low descriptor numbers, so that none of them collides with the child's sockets.
        private func withHighNumbers(_ body: () throws -> Void) throws {
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            limit.rlim_cur = min(limit.rlim_max, 8_192)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            var fillers: [Int32] = []
            repeat {
                fillers.append(open("/dev/null", O_RDONLY | O_CLOEXEC))
            } while fillers.last ?? 0 >= 0 && fillers.last ?? 0 < Self.number
            defer { for filler in fillers where filler >= 0 { close(filler) } }
            try body()
        }

        @Test(
            "GAT-2 when the kernel gives up a dead process's lock, all its sockets are closed, whatever their numbers",
            .timeLimit(.minutes(2)))
        func order() throws {
            try withDirectory { directory in
                try withHighNumbers {
                    for _ in 0..<10 {
                        var holder: ProcessLease? = try ProcessLease(directory: directory)
                        let name = try #require(holder?.name)
                        let open = try openWhenFree("\(directory)/gateway.\(name).lock") {
                            (try #require(holder).descriptor, { holder = nil })
                        }
                        #expect(open == 0, "\(open) of \(Self.sockets) sockets were open")
                    }
                    // An ordinary file lock shows that the kernel does not guarantee the order. The check may run too
                    // late, so it is repeated.
                    let path = directory + "/plain.lock"
                    let isSeen = try (0..<50).contains { _ in
                        try openWhenFree(path) {
                            let file = Glibc.open(path, O_RDWR | O_CLOEXEC)
                            #expect(flock(file, LOCK_EX | LOCK_NB) == 0)
                            return (file, { close(file) })
                        } > 0
                    }
                    #expect(isSeen, "this kernel closes a dead process's files in another order; see ProcessLease")
                }
            }
        }
    #endif
}
