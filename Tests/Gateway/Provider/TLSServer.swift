import Fixtures
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// A server on 127.0.0.1 with a certificate. It records the decrypted bytes of all connections, and answers once a
/// request's body has arrived.
final class TLSServer: Sendable {
    let port: Int
    private let channel: any Channel
    private let log = Log()

    /// Everything that was received after a handshake.
    var received: [UInt8] { log.bytes.withLock { $0 } }

    private final class Log: Sendable { let bytes = Mutex<[UInt8]>([]) }

    /// - Parameter newest: the newest version that it speaks; nil for the library's.
    init(_ certificate: TestCertificate, newest: TLSVersion? = nil) async throws {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: try NIOSSLCertificate.fromPEMBytes(Array(certificate.certificate.utf8)).map {
                .certificate($0)
            }, privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(certificate.key.utf8), format: .pem)))
        configuration.minimumTLSVersion = .tlsv1
        configuration.maximumTLSVersion = newest
        let context = try NIOSSLContext(configuration: configuration)
        channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup).childChannelInitializer {
            [log] channel in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandlers([
                    NIOSSLServerHandler(context: context), Answering(log),
                ])
            }
        }.bind(host: "127.0.0.1", port: 0).get()
        port = channel.localAddress?.port ?? 0
    }

    func stop() async { try? await channel.close() }

    private final class Answering: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer
        private let log: Log
        init(_ log: Log) { self.log = log }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let isComplete = log.bytes.withLock { bytes in
                bytes += unwrapInboundIn(data).readableBytesView
                return bytes.last == UInt8(ascii: "}")
            }
            guard isComplete else { return }
            let answer =
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}"
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer)), promise: nil)
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }
}
