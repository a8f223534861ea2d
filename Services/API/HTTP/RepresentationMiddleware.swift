import CZlib
import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Entity tags and compression of successful GET responses.
///
/// Compression: a response is only compressed if nobody but the person and Pulsum can place text in it, it holds no
/// secret and no other site's page caused it. Otherwise its length could tell about its content (BREACH). Of the routes
/// below `/v1` these are `compressed`; a page with a secret says `Cache-Control: no-transform`.
struct RepresentationMiddleware: RouterMiddleware {
    /// Bytes from which a body is compressed.
    static let minimumBytes = 1024
    /// Bytes up to which a body is read for its tag; larger ones, such as exports, pass through.
    private static let maximumBytes = 8 << 20

    /// Paths below `/v1` whose answers may be compressed.
    var compressed: Set<String> = []
    /// Keyed, so that a tag in a proxy's log does not confirm a guess of the content; new in each process.
    private let key = SymmetricKey(size: .bits256)

    func handle(_ request: Request, context: EdgeContext, next: (Request, EdgeContext) async throws -> Response)
        async throws -> Response
    {
        var response = try await next(request, context)
        guard request.method == .get, response.status == .ok, response.headers[.setCookie] == nil,
            response.headers[.contentEncoding] == nil, Self.isText(response.headers[.contentType] ?? ""),
            let length = response.body.contentLength, length <= Self.maximumBytes
        else { return response }
        let body = try await response.body.collected()
        if response.headers[.eTag] == nil {
            // Weak, because the compressed and the plain body have the same tag (RFC 9110 §8.8.1).
            let digest = HMAC<SHA256>.authenticationCode(for: body.readableBytesView, using: key)
            response.headers[.eTag] = "W/\"\(Data(digest.prefix(12)).base64EncodedString())\""
        }
        let mayCompress =
            length >= Self.minimumBytes && mayCompress(request, context.endpointPath ?? "")
            && response.headers[.cacheControl]?.contains("no-transform") != true
        if mayCompress {
            response.headers[.vary] = response.headers[.vary].map { $0 + ", Accept-Encoding" } ?? "Accept-Encoding"
        }
        if let tag = response.headers[.eTag], Self.matches(request.headers[.ifNoneMatch], tag) {
            response.status = .notModified
            response.headers[.contentType] = nil
            response.body = .init()
            response.headers[.contentLength] = nil
            return response
        }
        response.body = .init(byteBuffer: body)
        if mayCompress, Self.takesGzip(request.headers[.acceptEncoding] ?? ""), let packed = body.gzipped() {
            response.headers[.contentEncoding] = "gzip"
            response.body = .init(byteBuffer: packed)
        }
        return response
    }

    /// Returns false for event streams and archives.
    private static func isText(_ type: String) -> Bool {
        let type = type.prefix { $0 != ";" }
        return ["application/json", "image/svg+xml"].contains(type)
            || (type.hasPrefix("text/") && type != "text/event-stream")
    }

    func mayCompress(_ request: Request, _ route: String) -> Bool {
        let site = request.headers[HTTPField.Name("Sec-Fetch-Site")!] ?? "none"
        guard site == "none" || site == "same-origin" else { return false }
        return !route.hasPrefix("/v1/") || compressed.contains(route)
    }

    /// True if one of the tags of `If-None-Match` is this one; the comparison is weak (RFC 9110 §13.1.2).
    static func matches(_ header: String?, _ tag: String) -> Bool {
        func opaque(_ tag: some StringProtocol) -> Substring {
            let tag = tag.drop { $0 == " " }
            return Substring(tag.hasPrefix("W/") ? tag.dropFirst(2) : tag).prefix { $0 != " " }
        }
        guard let header else { return false }
        return header == "*" || header.split(separator: ",").contains { opaque($0) == opaque(tag) }
    }

    /// True if `Accept-Encoding` names gzip, or anything, with a quality above 0.
    static func takesGzip(_ header: String) -> Bool {
        header.split(separator: ",").contains { entry in
            let parts = entry.split(separator: ";").map { $0.filter { $0 != " " }.lowercased() }
            guard let name = parts.first, name == "gzip" || name == "*" else { return false }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            return quality > 0
        }
    }
}

extension ResponseBody {
    /// The whole body in one buffer.
    fileprivate consuming func collected() async throws -> ByteBuffer {
        let collector = Collector()
        try await write(collector)
        return collector.buffer
    }

    private final class Collector: ResponseBodyWriter {
        private(set) var buffer = ByteBuffer()
        func write(_ part: ByteBuffer) async throws { buffer.writeImmutableBuffer(part) }
        func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }
}

extension ByteBuffer {
    /// The same bytes as gzip (RFC 1952); nil if zlib cannot allocate its state.
    func gzipped() -> ByteBuffer? {
        var stream = z_stream()
        // Level 6 is zlib's default; a window of 2¹⁵ bytes with a gzip header.
        guard pulsum_deflate_init(&stream, 6, 15 + 16) == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        let bound = Int(deflateBound(&stream, UInt(readableBytes)))
        var packed = ByteBuffer()
        let isWhole = withUnsafeReadableBytes { input in
            packed.writeWithUnsafeMutableBytes(minimumWritableBytes: bound) { output in
                // zlib does not write to its input.
                stream.next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: UInt8.self).baseAddress)
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.bindMemory(to: UInt8.self).baseAddress
                stream.avail_out = UInt32(bound)
                return deflate(&stream, Z_FINISH) == Z_STREAM_END ? Int(stream.total_out) : 0
            } > 0
        }
        return isWhole ? packed : nil
    }
}
