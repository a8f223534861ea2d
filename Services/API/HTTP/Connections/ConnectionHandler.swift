import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Applies `ConnectionProgress` to a connection: reads from the socket only as far as the request may be read, and
/// closes it if the peer is too slow.
final class ConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// Triggered on the channel when the current request has been authenticated.
    struct Authenticated: Sendable {}

    private let gate: ConnectionGate
    private let id: ConnectionTable.ID
    private let limits: EdgeLimits
    private var progress: ConnectionProgress
    private var timer: (at: NIODeadline, task: Scheduled<Void>)?
    /// True if a read is delayed until authentication.
    private var isReadDeferred = false
    /// True if a read is pending and has not delivered data yet.
    private var isAwaiting = false
    private var isKnown = false
    private var isClosing = false

    init(gate: ConnectionGate, id: ConnectionTable.ID, limits: EdgeLimits) {
        (self.gate, self.id, self.limits) = (gate, id, limits)
        progress = ConnectionProgress(limits, now: .now())
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let options = context.channel.syncOptions
        try? options?.setOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: limits.openReadBytes))
        try? options?.setOption(.maxMessagesPerRead, value: 1)
        schedule(context)
    }

    func handlerRemoved(context: ChannelHandlerContext) { stop() }

    func channelInactive(context: ChannelHandlerContext) {
        stop()
        context.fireChannelInactive()
    }

    // MARK: Inbound

    func read(context: ChannelHandlerContext) {
        guard progress.mayRead else { return isReadDeferred = true }
        isAwaiting = true
        context.read()
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        isAwaiting = false
        context.fireChannelReadComplete()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isClosing else { return }
        let now = NIODeadline.now()
        // Data after the last reply is ignored.
        let isHeard = !progress.isLast
        switch unwrapInboundIn(data) {
        case .head:
            guard progress.head(now: now) == .goOn, isHeard else { return cut(context, "pipelined") }
        case .body(let bytes): progress.body(bytes.readableBytes, now: now)
        case .end: progress.end(now: now)
        }
        schedule(context)
        if isHeard { context.fireChannelRead(data) }
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is Authenticated else { return context.triggerUserOutboundEvent(event, promise: promise) }
        progress.authenticated(now: .now())
        if !isKnown {
            isKnown = true
            gate.know(id)
            let options = context.channel.syncOptions
            try? options?.setOption(.recvAllocator, value: AdaptiveRecvByteBufferAllocator())
            try? options?.setOption(.maxMessagesPerRead, value: 4)
        }
        schedule(context)
        if isReadDeferred {
            isReadDeferred = false
            read(context: context)
        }
        promise?.succeed()
    }

    // MARK: Outbound

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let now = NIODeadline.now()
        var part = unwrapOutboundIn(data)
        if case .head(var head) = part, head.status.kind != .informational, progress.answer(now: now) {
            head.headerFields[.connection] = "close"
            part = .head(head)
        }
        progress.wrote(now: now)
        if case .end = part {
            progress.answered(now: now)
            if progress.isLast { return finish(context, part, promise) }
        }
        schedule(context)
        context.write(wrapOutboundOut(part), promise: promise)
    }

    /// Half-closes the connection after its last reply and reads on briefly: closing immediately would reset it before
    /// the reply is read (RFC 9112 §9.6).
    private func finish(_ context: ChannelHandlerContext, _ part: HTTPResponsePart, _ promise: EventLoopPromise<Void>?)
    {
        let written = promise ?? context.eventLoop.makePromise()
        let channel = context.channel
        written.futureResult.whenComplete { _ in channel.close(mode: .output, promise: nil) }
        context.writeAndFlush(wrapOutboundOut(part), promise: written)
        schedule(context)
        if isReadDeferred {
            isReadDeferred = false
            read(context: context)
        }
    }

    // MARK: Time

    private func schedule(_ context: ChannelHandlerContext) {
        guard !isClosing, let deadline = progress.deadline else { return }
        if let timer {
            // A timer that fires early reschedules itself, because most deadlines only move later.
            guard deadline < timer.at else { return }
            timer.task.cancel()
        }
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        timer = (
            deadline,
            context.eventLoop.scheduleTask(deadline: deadline) {
                let (handler, context) = bound.value
                handler.fire(context)
            }
        )
    }

    private func fire(_ context: ChannelHandlerContext) {
        timer = nil
        guard !isClosing, let deadline = progress.deadline else { return }
        let now = NIODeadline.now()
        if now >= deadline {
            let buffered = (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
            guard progress.timeout(now: now, buffered: buffered, isAwaiting: isAwaiting) == .goOn else {
                return cut(context, "slow")
            }
        }
        schedule(context)
    }

    private func cut(_ context: ChannelHandlerContext, _ reason: String) {
        guard !isClosing else { return }
        isClosing = true
        stop()
        gate.count(progress.isLast ? "answered" : reason)
        ConnectionGate.cut(context.channel)
    }

    private func stop() {
        timer?.task.cancel()
        timer = nil
    }
}
