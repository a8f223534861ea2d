import Crypto
import CryptoExtras
import Dispatch
import Fixtures
import Foundation
import Messages
import Storage
import Synchronization
import Testing

#if canImport(Glibc)
    import Glibc
#endif

@testable import API

@Suite struct PasswordTests {
    private let pepper = SymmetricKey(size: .bits256)

    @Test("A hash says how it was made: scrypt with N = 2^15, r = 8, p = 3 and a pepper")
    func format() throws {
        let password = try Password(new: goodPassword, pepper: pepper)
        #expect(password.stored.count == 53)
        #expect(Array(password.stored.prefix(5)) == [1, 15, 8, 3, 1])
        let read = try Password(stored: password.stored)
        #expect(!read.isOld())
        #expect(try read.matches(goodPassword, pepper: pepper))
        #expect(try !read.matches(goodPassword + "!", pepper: pepper))
        #expect(try !read.matches("", pepper: pepper))
        // Without the pepper, no password verifies.
        #expect(try !read.matches(goodPassword, pepper: SymmetricKey(size: .bits256)))
        #expect(try Password(new: goodPassword, pepper: pepper).stored != password.stored)
    }

    @Test("The product hashes with the full work factor; only a debug build told so hashes with less")
    func workFactor() {
        let production = Password.Parameters(logN: 15, r: 8, p: 3)
        #expect(Password.Parameters.current == production)
        #expect(ScryptCost.logN(standard: 15, environment: [:]) == 15)
        // Never more than the standard, never below the least that is read again.
        for refused in ["16", "9", "-1", "many", ""] {
            #expect(ScryptCost.logN(standard: 15, environment: [ScryptCost.variable: refused]) == 15)
        }
        #if DEBUG
            #expect(ScryptCost.logN(standard: 15, environment: [ScryptCost.variable: "10"]) == 10)
        #else
            #expect(ScryptCost.logN(standard: 15, environment: [ScryptCost.variable: "10"]) == 15)
        #endif
    }

    @Test("A hash of the first release is 48 bytes, still counts, and is old")
    func first() throws {
        let salt = Data(repeating: 7, count: 16)
        let key = try KDF.Scrypt.deriveKey(
            from: Data(goodPassword.utf8), salt: salt, outputByteCount: 32, rounds: 1 << 15, blockSize: 8,
            parallelism: 1)
        let old = try Password(stored: salt + key.withUnsafeBytes { Data($0) })
        #expect(old.isOld())
        #expect(try old.matches(goodPassword, pepper: pepper))
        #expect(try !old.matches("wrong horse battery", pepper: pepper))
    }

    @Test("A hash with other parameters is old; what cannot be meant is refused", arguments: [0, 1, 2, 3, 4, 52])
    func damaged(byte: Int) throws {
        #expect(try Password(stored: try Password(new: goodPassword, pepper: pepper, .light).stored).isOld())
        var bytes = try Password(new: goodPassword, pepper: pepper, .light).stored
        if byte == 52 { bytes.removeLast() } else { bytes[byte] = 200 }
        let damaged = bytes
        #expect(throws: ServiceError.self) { try Password(stored: damaged) }
    }

    @Test("Who is known does not wait behind strangers, and strangers do not take their places")
    func hashing() async throws {
        let queue = PasswordHashingQueue()
        let order = Order()
        let gate = DispatchSemaphore(value: 0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            // A failed expectation must not leave the queue occupied: the group would wait for ever.
            defer { gate.signal() }
            // Occupies the queue until all other tasks wait.
            group.addTask {
                try await queue.run(.strangers) {
                    order.note("first")
                    gate.wait()
                }
            }
            try await eventually("the queue is busy", within: .seconds(600)) { order.all == ["first"] ? () : nil }
            for _ in 0..<40 { group.addTask { await order.work("stranger", queue, .strangers) } }
            try await eventually("their places are full", within: .seconds(600)) { order.all.count >= 25 ? () : nil }
            for _ in 0..<3 { group.addTask { await order.work("friend", queue, .known) } }
            try await eventually("three known people wait", within: .seconds(600)) {
                queue.count(.known) == 3 ? () : nil
            }
            gate.signal()
            try await group.waitForAll()
        }
        #expect(!order.all.contains("no room for a friend"))
        #expect(order.all.filter { !$0.hasPrefix("no room") }.prefix(4) == ["first", "friend", "friend", "friend"])
    }

    #if canImport(Glibc)
        @Test("A hash stands behind the threads that make pages, and those keep their priority")
        func priority() async throws {
            let which = __priority_which_t(PRIO_PROCESS.rawValue)
            let before = getpriority(which, 0)
            let niceness = try await PasswordHashingQueue().run(.known) { getpriority(which, 0) }
            #expect(niceness == min(19, before + PasswordHashingQueue.niceness))
            #expect(getpriority(which, 0) == before)
        }
    #endif

    /// The completed operations, in order.
    private final class Order: Sendable {
        private let done = Mutex<[String]>([])
        var all: [String] { done.withLock { $0 } }

        func note(_ name: String) { done.withLock { $0.append(name) } }

        func work(_ name: String, _ queue: PasswordHashingQueue, _ priority: PasswordHashingQueue.Priority) async {
            do {
                try await queue.run(priority) { self.done.withLock { $0.append(name) } }
            } catch {
                done.withLock { $0.append("no room for a \(name)") }
            }
        }
    }
}
