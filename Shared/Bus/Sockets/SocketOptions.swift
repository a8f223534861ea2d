import CZeroMQ

/// Options of every socket.
package enum SocketOptions {
    /// 0MQ messages; above what a process may have open, so that a full pipe means a peer that does not read.
    static let highWaterMark: Int32 = 20_000
    /// A payload a little too large still gets a typed refusal; far above, libzmq ends the connection.
    static let payloadMargin = 1 << 20

    package static func apply(to socket: Socket, maximumPayload: Int) throws {
        try socket.set(ZMQ_LINGER, Int32(1_000))
        try socket.set(ZMQ_SNDHWM, highWaterMark)
        try socket.set(ZMQ_RCVHWM, highWaterMark)
        try socket.set(ZMQ_MAXMSGSIZE, Int64(maximumPayload + payloadMargin))
        try socket.set(ZMQ_HANDSHAKE_IVL, Int32(5_000))
        // Over TCP the kernel asks whether a silent peer's machine is there, and gives up after five seconds. The
        // heartbeats of ZMTP would do that too, but libzmq (4.3.4, 4.3.5) aborts where one is due on a connection whose
        // reader is full and whose peer has hung up: who floods and dies would take the broker along.
        try socket.set(ZMQ_TCP_KEEPALIVE, Int32(1))
        try socket.set(ZMQ_TCP_KEEPALIVE_IDLE, Int32(2))
        try socket.set(ZMQ_TCP_KEEPALIVE_INTVL, Int32(1))
        try socket.set(ZMQ_TCP_KEEPALIVE_CNT, Int32(3))
        try socket.set(ZMQ_TCP_MAXRT, Int32(5_000))
    }
}
