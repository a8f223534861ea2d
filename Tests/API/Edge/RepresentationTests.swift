import CZlib
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import API

@Suite struct RepresentationTests {
    private static let long = String(repeating: "One day like another. ", count: 200)

    private func application() throws -> some ApplicationProtocol {
        let router = Router(context: EdgeContext.self)
        router.add(middleware: RepresentationMiddleware(compressed: try APIApplication.declared().compressed))
        func add(_ path: RouterPath, _ text: String, _ type: String, _ headers: HTTPFields = [:]) {
            router.get(path) { _, _ in
                var headers = headers
                headers[.contentType] = type
                return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(string: text)))
            }
        }
        add("page", Self.long, "text/html; charset=utf-8")
        add("short", "short", "text/html")
        add("v1/metrics", Self.long, "application/json")
        add("v1/tokens", Self.long, "application/json")
        add("v1/sources", Self.long, "application/json")
        add("v1/export", Self.long, "application/zip")
        add("cookie", Self.long, "text/html", [.setCookie: "a=b"])
        add("secret", Self.long, "text/html", [.cacheControl: "no-store, no-transform"])
        router.post("page") { _, _ in Response(status: .ok, body: .init(byteBuffer: ByteBuffer(string: Self.long))) }
        return Application(router: router)
    }

    @Test("WEB-10 an unchanged answer is not sent again")
    func tags() async throws {
        try await application().test(.router) { client in
            let first = try await client.execute(uri: "/v1/tokens", method: .get)
            let tag = try #require(first.headers[.eTag])
            #expect(first.status == .ok)
            #expect(tag.hasPrefix("W/\""))
            for given in [tag, String(tag.dropFirst(2)), "\"other\", \(tag)", "*"] {
                let again = try await client.execute(uri: "/v1/tokens", method: .get, headers: [.ifNoneMatch: given])
                #expect(again.status == .notModified && again.body.readableBytes == 0 && again.headers[.eTag] == tag)
                #expect(again.headers[.contentType] == nil)
            }
            let other = try await client.execute(uri: "/v1/tokens", method: .get, headers: [.ifNoneMatch: "\"x\""])
            #expect(other.status == .ok)
            #expect(other.body == first.body)
            #expect(try await client.execute(uri: "/short", method: .get).headers[.eTag] != tag)
            for (uri, method) in [("/page", HTTPRequest.Method.post), ("/v1/export", .get), ("/cookie", .get)] {
                #expect(try await client.execute(uri: uri, method: method).headers[.eTag] == nil)
            }
        }
    }

    @Test("WEB-10 a long answer is compressed for who takes it, and its bytes are the same")
    func compression() async throws {
        try await application().test(.router) { client in
            for uri in ["/page", "/v1/metrics"] {
                let headers: HTTPFields = [.acceptEncoding: "br;q=1.0, gzip;q=0.8"]
                let packed = try await client.execute(uri: uri, method: .get, headers: headers)
                #expect(packed.headers[.contentEncoding] == "gzip" && packed.headers[.vary] == "Accept-Encoding")
                #expect(packed.headers[.contentLength] == "\(packed.body.readableBytes)")
                #expect(packed.body.readableBytes < 400)
                #expect(try Self.inflated(Array(packed.body.readableBytesView)) == Array(Self.long.utf8))
                let plain = try await client.execute(uri: uri, method: .get)
                let unchanged = try await client.execute(
                    uri: uri, method: .get,
                    headers: [.ifNoneMatch: packed.headers[.eTag] ?? "", .acceptEncoding: "gzip"])
                #expect(unchanged.status == .notModified && unchanged.headers[.vary] == "Accept-Encoding")
                #expect(plain.headers[.contentEncoding] == nil && plain.headers[.eTag] == packed.headers[.eTag])
            }
            #expect(
                try await client.execute(uri: "/short", method: .get, headers: [.acceptEncoding: "gzip"])
                    .headers[.contentEncoding] == nil)
        }
    }

    @Test("SEC-1 what holds a secret, or text that others place beside private data, is never compressed (BREACH)")
    func secrets() async throws {
        try await application().test(.router) { client in
            for uri in ["/v1/tokens", "/v1/sources", "/cookie", "/secret"] {
                let answer = try await client.execute(uri: uri, method: .get, headers: [.acceptEncoding: "gzip"])
                #expect(answer.headers[.contentEncoding] == nil, "\(uri)")
            }
            let site = HTTPField.Name("Sec-Fetch-Site")!
            for (value, isPacked) in [("cross-site", false), ("same-site", false), ("same-origin", true)] {
                let headers: HTTPFields = [.acceptEncoding: "gzip", site: value]
                let answer = try await client.execute(uri: "/page", method: .get, headers: headers)
                #expect((answer.headers[.contentEncoding] == "gzip") == isPacked, "\(value)")
            }
            let posted = try await client.execute(uri: "/page", method: .post, headers: [.acceptEncoding: "gzip"])
            #expect(posted.headers[.contentEncoding] == nil)
        }
        let operations = try APIApplication.declared().operations
        // These carry secrets, names that devices chose, or traces of strangers.
        for route in [
            "tokens", "sessions", "second-factor", "security-record", "sources", "imports", "cards", "consent",
        ] {
            #expect(operations.first { $0.route == "GET /v1/\(route)" }?.isCompressed == false, "\(route)")
        }
        for operation in operations where operation.isCompressed { #expect(operation.method == "GET") }
    }

    @Test(
        "WEB-10 Accept-Encoding is read with its qualities",
        arguments: [
            ("gzip", true), ("GZIP", true), ("*", true), ("deflate, gzip", true), ("gzip; q=0", false),
            ("gzip;q=0.0", false), ("identity", false), ("", false), ("x-gzip", false), ("gzip;q=0.001", true),
        ])
    func accepts(header: String, takes: Bool) { #expect(RepresentationMiddleware.takesGzip(header) == takes) }

    private static func inflated(_ bytes: [UInt8]) throws -> [UInt8] {
        var (stream, input, output) = (z_stream(), bytes, [UInt8](repeating: 0, count: 1 << 16))
        try #require(pulsum_inflate_init(&stream, 15 + 16) == Z_OK)
        defer { inflateEnd(&stream) }
        let status = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
                (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(output.count))
                return inflate(&stream, Z_FINISH)
            }
        }
        try #require(status == Z_STREAM_END)
        return Array(output.prefix(Int(stream.total_out)))
    }
}
