import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypesHTTP1
import NIOSSL

/// A connection's pipeline: admission, then TLS if there is a certificate, then HTTP/1.1 under `ConnectionHandler`.
struct EdgeChannel: ServerChildChannel, HTTPChannelHandler {
    typealias Value = HTTP1Channel.Value

    /// Thrown if the connection was not admitted.
    struct Refused: Error {}

    let gate: ConnectionGate
    let limits: EdgeLimits
    let certificate: ServerCertificate?
    let responder: HTTPChannelHandler.Responder

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        guard let id = gate.admit(channel) else {
            ConnectionGate.cut(channel)
            return channel.eventLoop.makeFailedFuture(Refused())
        }
        if let certificate {
            do {
                try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: certificate.context))
            } catch {
                channel.close(promise: nil)
                return channel.eventLoop.makeFailedFuture(error)
            }
        }
        let (gate, limits) = (gate, limits)
        let configuration = HTTP1Channel.Configuration(
            additionalChannelHandlers: [ConnectionHandler(gate: gate, id: id, limits: limits)],
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: limits.headerField, maxHeaderListSize: limits.headers,
                maxHeaderFieldCount: limits.headerFields))
        return HTTP1Channel(responder: responder, configuration: configuration).setup(channel: channel, logger: logger)
            .flatMapThrowing { value in
                // The first handler that would lose a second host.
                let pipeline = channel.pipeline.syncOperations
                let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
                try pipeline.addHandler(TargetHandler(), position: .before(codec))
                return value
            }
    }

    func handle(value: Value, logger: Logger) async { await handleHTTP(asyncChannel: value, logger: logger) }
}
