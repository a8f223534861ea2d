import CZeroMQ
import Fixtures
import Foundation
import TestTraits
import Testing

@testable import Bus

/// The Majordomo broker (ZeroMQ RFC 7) in Python that deploy/bench compares the bus with. A figure is valid only if
/// that broker does its work and reports failures.
@Suite(
    .needs(.pythonZeroMQ), .timeLimit(.minutes(1)), .tags(.deadline))
struct MajordomoTests {
    private let directory: String
    private let address: String

    init() throws {
        directory = NSTemporaryDirectory() + "/majordomo-\(UInt64.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        address = "ipc://\(directory)/broker"
    }

    @Test func eachRequestIsAnsweredWithItsOwnBytesInOrder() async throws {
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let running = try [Majordomo(["broker", address]), Majordomo(["worker", address])]
        let caller = try Caller(ZMQ_DEALER, address, zmq_connect)
        let requests = (0..<20).map { number in ["", "MDPC01", "echo", "request \(number)"].map { Array($0.utf8) } }
        for request in requests { try caller.send(request) }
        for request in requests { #expect(try await caller.next() == request) }
        withExtendedLifetime(running) {}
    }

    @Test func itsClientMeasuresRoundTrips() async throws {
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let running = try [Majordomo(["broker", address]), Majordomo(["worker", address])]
        let client = try Majordomo(["client", address, "4", "300", "100"])
        let (status, text) = try await client.ended()
        let figures = text.split(separator: " ").compactMap { Int($0.trimmingCharacters(in: .newlines)) }
        #expect(status == 0)
        try #require(figures.count == 4, "\(text)")
        #expect(figures[0] > 0 && figures[0] <= figures[1] && figures[2] > 0 && figures[3] > 0)
        withExtendedLifetime(running) {}
    }

    @Test func aWrongAnswerEndsTheMeasurementWithASentence() async throws {
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let broker = try Caller(ZMQ_ROUTER, address, zmq_bind)
        let client = try Majordomo(["client", address, "1", "10", "100"])
        let request = try await broker.next()
        try broker.send(request.dropLast() + [Array("short".utf8)])
        let (status, text) = try await client.ended()
        #expect(status == 1 && text == "another answer than the request's\n")
    }

    @Test func withoutArgumentsItSaysWhatItTakes() async throws {
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let (status, text) = try await Majordomo([]).ended()
        #expect(status == 1 && text.contains("majordomo.py client ADDRESS INFLIGHT COUNT BYTES"))
    }
}

/// One of its processes; killed when the value is released.
private final class Majordomo {
    private let process: ChildProcess

    init(_ arguments: [String]) throws {
        process = try ChildProcess(
            "/usr/bin/env", ["python3", Repository.path("Benchmarks/py/majordomo.py")] + arguments, output: .pipe,
            errors: nil)
    }

    /// Its exit status and its whole output.
    func ended() async throws -> (Int32, String) {
        let text = try await process.output()
        return (try await process.end().status, text)
    }
}

/// A socket that sends and receives the protocol's raw frames.
private final class Caller {
    private let context: UnsafeMutableRawPointer
    private let socket: UnsafeMutableRawPointer

    /// - Parameter join: `zmq_connect` or `zmq_bind`.
    init(_ type: Int32, _ address: String, _ join: (UnsafeMutableRawPointer?, UnsafePointer<CChar>?) -> Int32) throws {
        guard let context = zmq_ctx_new(), let socket = zmq_socket(context, type) else { throw Socket.failure("start") }
        (self.context, self.socket) = (context, socket)
        var linger: Int32 = 0
        guard zmq_setsockopt(socket, ZMQ_LINGER, &linger, 4) == 0, join(socket, address) == 0 else {
            throw Socket.failure("join \(address)")
        }
    }

    deinit {
        zmq_close(socket)
        zmq_ctx_term(context)
    }

    func send(_ frames: [[UInt8]]) throws {
        for (index, bytes) in frames.enumerated() {
            guard zmq_send(socket, bytes, bytes.count, index < frames.count - 1 ? ZMQ_SNDMORE : 0) >= 0 else {
                throw Socket.failure("send")
            }
        }
    }

    /// The next message's frames.
    func next() async throws -> [[UInt8]] {
        var frames: [[UInt8]] = []
        while true {
            var bytes = [UInt8](repeating: 0, count: 1024)
            let count = zmq_recv(socket, &bytes, bytes.count, ZMQ_DONTWAIT)
            guard count >= 0 else {
                guard zmq_errno() == EAGAIN else { throw Socket.failure("receive") }
                // Not a blocking poll, because the tests share few threads.
                try await Task.sleep(for: .milliseconds(5))
                continue
            }
            frames.append(Array(bytes.prefix(Int(count))))
            var (more, size): (Int32, Int) = (0, 4)
            guard zmq_getsockopt(socket, ZMQ_RCVMORE, &more, &size) == 0 else { throw Socket.failure("receive") }
            if more == 0 { return frames }
        }
    }
}
