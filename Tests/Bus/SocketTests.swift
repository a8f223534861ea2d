import CZeroMQ
import TestTraits
import Testing

@testable import Bus

@Suite(.timeLimit(.minutes(1)), .tags(.deadline)) struct SocketTests {
    /// libzmq aborts where a ZMTP heartbeat is due on such a connection, which would end the whole test run.
    @Test(arguments: [true, false]) func whoFloodsAndHangsUpTakesNobodyAlong(readerListens: Bool) async throws {
        let world = try BusWorld()
        let address = try world.endpoint().requests
        let contexts = try [Context.make(), Context.make()]
        defer { for context in contexts { zmq_ctx_shutdown(context) } }
        let (reader, flooder) = (try Socket(contexts[0], ZMQ_DEALER), try Socket(contexts[1], ZMQ_DEALER))
        defer { reader.close() }
        try SocketOptions.apply(to: reader, maximumPayload: 1_000)
        try flooder.set(ZMQ_LINGER, Int32(0))
        let (first, second) = readerListens ? (reader, flooder) : (flooder, reader)
        try first.bind(address)
        try second.connect(address)
        var sent = 0
        var lastSent = ContinuousClock.now
        while sent < SocketOptions.highWaterMark || ContinuousClock.now - lastSent < .milliseconds(200) {
            if flooder.send(try Frame([1]), more: false) == .sent {
                (sent, lastSent) = (sent + 1, .now)
            } else {
                try await Task.sleep(for: .milliseconds(1))
            }
        }
        flooder.close()
        // One and a half heartbeat intervals, in case either side sends any.
        try await Task.sleep(for: .milliseconds(1_500))
        var received = 0
        while reader.receive(Frame()) == .frame { received += 1 }
        #expect(received >= SocketOptions.highWaterMark)
    }
}
