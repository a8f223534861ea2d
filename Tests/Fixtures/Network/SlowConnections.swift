import Foundation
import Synchronization

/// A slow-connection attack: holds many connections and sends as slowly as possible; reopens a connection one second
/// after the server closes it.
public final class SlowConnections: Sendable {
    /// Where each connection stalls.
    public enum Kind: Sendable {
        /// Sends a request head that grows by one header line every few seconds and never ends.
        case heads
        /// Sends a whole head, and all but the last byte of a body of this length.
        case bodies(Int)
    }

    /// Connection counts, seen from the attacker.
    public struct Figures: Sendable, Equatable {
        /// Connections open now.
        public var open = 0
        /// Connections opened in total.
        public var opened = 0
        /// Connections that the server closed.
        public var ended = 0
        /// Connection attempts that failed.
        public var failed = 0
    }

    private let address: String
    private let kind: Kind
    private let figuresNow = Mutex(Figures())
    private let isEnded = Mutex(false)
    private let finished = DispatchSemaphore(value: 0)

    /// The counts so far.
    public var figures: Figures { figuresNow.withLock { $0 } }

    /// - Parameters:
    ///   - address: `host:port` of the server.
    ///   - count: number of connections it tries to hold.
    ///   - sources: source addresses, used in turn.
    public init(to address: String, count: Int, from sources: [String], kind: Kind = .heads) {
        (self.address, self.kind) = (address, kind)
        Thread { [self] in
            run(count, sources)
            finished.signal()
        }.start()
    }

    /// Closes all connections.
    public func stop() {
        isEnded.withLock { $0 = true }
        finished.wait()
    }

    /// `count` addresses of 127/8, outside the ones that tests use.
    public static func addresses(_ count: Int) -> [String] { (0..<count).map { "127.1.\($0 / 250).\($0 % 250 + 1)" } }

    /// Raises this process's limit of open files to its maximum.
    /// - Throws: EMFILE where the maximum is below `count`.
    public static func takeDescriptors(atLeast count: Int) throws {
        var limit = rlimit()
        getrlimit(.init(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(.init(RLIMIT_NOFILE.rawValue), &limit)
        guard limit.rlim_cur >= rlim_t(count) else { throw POSIXError(.EMFILE) }
    }

    private struct Slot {
        var socket: LoopbackSocket?
        /// When to send or to reconnect next.
        var next: ContinuousClock.Instant
    }

    private func run(_ count: Int, _ sources: [String]) {
        let start = ContinuousClock.now
        // Spread over the first second, as connections arrive over a network.
        var slots = (0..<count).map { Slot(socket: nil, next: start + .microseconds($0 * 1_000_000 / count)) }
        while !isEnded.withLock({ $0 }) {
            let now = ContinuousClock.now
            var figures = figuresNow.withLock { $0 }
            for index in slots.indices where slots[index].next <= now {
                step(&slots[index], sources[index % sources.count], now, &figures)
            }
            figures.open = slots.reduce(0) { $0 + ($1.socket == nil ? 0 : 1) }
            figuresNow.withLock { $0 = figures }
            usleep(20_000)
        }
    }

    private func step(_ slot: inout Slot, _ source: String, _ now: ContinuousClock.Instant, _ figures: inout Figures) {
        slot.next = now + .seconds(1)
        guard let socket = slot.socket else {
            guard let socket = try? LoopbackSocket(to: address, from: source, waits: false) else {
                figures.failed += 1
                return
            }
            figures.opened += 1
            socket.send(opening)
            slot.socket = socket
            return
        }
        switch socket.receive(within: .zero) {
        case .end, .cut: slot.socket = nil
        case .bytes, .nothing:
            guard case .heads = kind else { return }
            if socket.send("X-\(figures.opened): slow\r\n") < 0 { slot.socket = nil }
        }
        if slot.socket == nil { figures.ended += 1 }
    }

    private var opening: [UInt8] {
        switch kind {
        case .heads: return Array("GET /v1/setup HTTP/1.1\r\nHost: \(address)\r\n".utf8)
        case .bodies(let length):
            let head =
                "POST /v1/sessions HTTP/1.1\r\nHost: \(address)\r\nContent-Type: application/json\r\nContent-Length: \(length)\r\n\r\n"
            return Array(head.utf8) + Array(repeating: UInt8(ascii: " "), count: length - 1)
        }
    }
}
