import Foundation
import NIOCore
import NIOHTTP1
import ServiceKit

/// Refuses a request that names two hosts, before the conversion of its head keeps one of them: several `Host` headers,
/// or an absolute target of another host than `Host` (RFC 9112 §3.2). Proxies and servers that choose differently would
/// disagree about whose request it is.
final class TargetHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    /// True after a refusal: the connection ends, and what still comes is dropped.
    private var hasRefused = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasRefused else { return }
        guard case .head(let head) = unwrapInboundIn(data), !Self.namesOneHost(head.uri, head.headers["Host"]) else {
            return context.fireChannelRead(data)
        }
        hasRefused = true
        refuse(context, head.version)
    }

    /// - Parameters:
    ///   - target: the request's target.
    ///   - hosts: values of its `Host` headers; none is left to `KnownHosts`.
    static func namesOneHost(_ target: String, _ hosts: [String]) -> Bool {
        guard hosts.count <= 1 else { return false }
        guard let separator = target.range(of: "://"), !target.hasPrefix("/") else { return true }
        let scheme = target[..<separator.lowerBound].lowercased()
        let authority = target[separator.upperBound...].prefix { !"/?#".contains($0) }
        guard let host = hosts.first, let origin = WebOrigin(scheme: scheme, authority: String(authority)) else {
            return false
        }
        return WebOrigin(scheme: scheme, authority: host) == origin
    }

    private func refuse(_ context: ChannelHandlerContext, _ version: HTTPVersion) {
        let problem = Problem.invalid(
            "The request names more than one host: send one Host header, and a target of the same host.")
        let body = ByteBuffer(data: (try? JSONEncoder().encode(problem.details(in: .english))) ?? Data())
        let headers: HTTPHeaders = [
            "Content-Type": "application/problem+json", "Content-Length": "\(body.readableBytes)",
            "Cache-Control": "no-store", "Connection": "close",
        ]
        let head = HTTPResponseHead(version: version, status: .badRequest, headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in channel.close(promise: nil) }
    }
}
