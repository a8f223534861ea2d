import AsyncHTTPClient
import Fixtures
import Foundation
import Messages
import NIOCore
import NIOHTTP1
import NIOSSL
import TestTraits
import Testing

@testable import Gateway

extension Security {
    @Suite("Encryption of inbound and outbound connections", .tags(.processes)) struct TLSTests {
        /// An HTTP client that trusts exactly one certificate.
        private final class Client: Sendable {
            private let client: HTTPClient

            /// - Parameter suites: the only ones of TLS 1.2 that it offers; its own if empty.
            init(_ certificate: TestCertificate, newest: TLSVersion? = nil, suites: [NIOTLSCipher] = []) throws {
                var tls = TLSConfiguration.makeClientConfiguration()
                tls.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(certificate.certificate.utf8)))
                tls.maximumTLSVersion = newest
                if !suites.isEmpty { tls.cipherSuiteValues = suites }
                var configuration = HTTPClient.Configuration(tlsConfiguration: tls)
                configuration.connectionPool.retryConnectionEstablishment = false
                configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 1
                client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
            }

            func send(_ method: HTTPMethod = .GET, _ url: String, _ body: String? = nil) async throws
                -> HTTPClientResponse
            {
                var request = HTTPClientRequest(url: url)
                request.method = method
                if let body { request.body = .bytes(ByteBuffer(string: body)) }
                let response = try await client.execute(request, timeout: .seconds(20))
                // The connection is reused once this response has been read.
                _ = try await response.body.collect(upTo: 1 << 20)
                return response
            }

            func stop() async { try? await client.shutdown() }
        }

        private func with(_ clients: Client..., body: () async throws -> Void) async throws {
            let result: Result<Void, any Error>
            do { result = .success(try await body()) } catch { result = .failure(error) }
            for client in clients { await client.stop() }
            try result.get()
        }

        @Test(
            "SEC-3 with a certificate of its own the API speaks TLS 1.2 and newer, and takes another certificate at SIGHUP without dropping anybody"
        )
        func ownCertificate() async throws {
            let scratch = try Scratch()
            let (certificate, key) = (scratch.file("cert.pem"), scratch.file("key.pem"))
            let (first, second) = (try TestCertificate(), try TestCertificate())
            try first.write(certificate: certificate, key: key)
            let environment = ["PULSUM_TLS_CERT": certificate, "PULSUM_TLS_KEY": key, "PULSUM_HSTS": "1"]
            let stack = try await Stack.start(environment: environment, scratch: scratch)
            try await stack.during { stack in
                #expect(stack.url.hasPrefix("https://"))
                _ = try await stack.makeAccount()
                let process = try #require(stack.processIDs(of: .api).first)
                let (old, new, ancient) = (try Client(first), try Client(second), try Client(first, newest: .tlsv11))
                let weak = try Client(first, newest: .tlsv12, suites: [.TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA])
                let strong = try Client(
                    first, newest: .tlsv12, suites: [.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256])
                try await with(old, new, ancient, weak, strong) {
                    #expect(try await strong.send(.GET, stack.url + "/safety").status == .ok)
                    await #expect(throws: (any Error).self) { try await weak.send(.GET, stack.url + "/safety") }
                    let page = try await old.send(.GET, stack.url + "/safety")
                    #expect(page.status == .ok)
                    #expect(page.headers.first(name: "Strict-Transport-Security") == "max-age=31536000")
                    let session = try await old.send(
                        .POST, stack.url + "/v1/sessions", #"{"name":"Ada","password":"correct horse battery"}"#)
                    let cookie = try #require(session.headers.first(name: "Set-Cookie"))
                    #expect(
                        cookie.hasPrefix("__Host-pulsum_session=") && cookie.contains("; Secure")
                            && !cookie.contains("Domain"))
                    await #expect(throws: (any Error).self) { try await ancient.send(.GET, stack.url + "/safety") }
                    await #expect(throws: (any Error).self) { try await new.send(.GET, stack.url + "/safety") }

                    // Clear text to the same port gets no response.
                    let clear = try LoopbackSocket(to: try stack.httpAddress())
                    clear.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    #expect(clear.answer(within: .seconds(5))?.contains("HTTP/1.1 200") != true)

                    // An invalid file: the old certificate stays in use.
                    try "no certificate".write(toFile: certificate, atomically: true, encoding: .utf8)
                    kill(process, SIGHUP)
                    _ = try await eventually("the bad file is logged") {
                        stack.logText.contains("The certificate could not be reloaded") ? true : nil
                    }
                    try second.write(certificate: certificate, key: scratch.file("other.pem"))
                    kill(process, SIGHUP)
                    _ = try await eventually("the key of another certificate is logged") {
                        stack.logText.contains("do not belong together") ? true : nil
                    }
                    let stays = try Client(first)
                    try await with(stays) {
                        let answer = try await stays.send(.GET, stack.url + "/safety")
                        #expect(answer.status == .ok)
                    }

                    try second.write(certificate: certificate, key: key)
                    kill(process, SIGHUP)
                    _ = try await eventually("the new certificate is read") {
                        stack.logText.contains("The certificate was reloaded") ? true : nil
                    }
                    #expect(try await new.send(.GET, stack.url + "/safety").status == .ok)
                    // It trusts only the first certificate, so this request uses its old connection.
                    #expect(try await old.send(.GET, stack.url + "/safety").status == .ok)
                    let late = try Client(first)
                    try await with(late) {
                        await #expect(throws: (any Error).self) { try await late.send(.GET, stack.url + "/safety") }
                    }
                    #expect(stack.processIDs(of: .api) == [process])
                }
            }
        }

        @Test("SEC-3 clear text beyond this machine does not start by itself; the sentence names the ways out")
        func clearTextRefused() async throws {
            let scratch = try Scratch()
            defer { scratch.remove() }
            let pulsum = Executable.folder.appendingPathComponent("pulsum").path
            let cases: [[String: String]] = [
                [:], ["PULSUM_PUBLIC_URL": "https://pulsum.example"], ["PULSUM_TRUSTED_PROXIES": "10.0.0.2"],
                ["PULSUM_PUBLIC_URL": "http://pulsum.example", "PULSUM_TRUSTED_PROXIES": "10.0.0.2"],
                ["PULSUM_HTTP_PUBLISHED": "8080"],
                ["PULSUM_CLEAR_TEXT": "0"],
            ]
            for environment in cases {
                let result = try await Executable.run(
                    pulsum, ["up", "--data", scratch.file("data"), "--http", "0.0.0.0:0"], environment: environment)
                #expect(result.status != 0)
                for word in ["without encryption", "PULSUM_TLS_CERT", "PULSUM_PUBLIC_URL", "PULSUM_CLEAR_TEXT=1"] {
                    #expect(result.errors.contains(word), "\(environment): \(result.errors)")
                }
            }
            // The process itself refuses too, not only the command that starts it.
            let api = try await Executable.run(
                Executable.folder.appendingPathComponent("pulsum-api").path, [],
                environment: ["PULSUM_DATA": scratch.file("api"), "PULSUM_HTTP": "0.0.0.0:0"])
            #expect(api.status == 78)
            #expect(api.errors.contains("without encryption") || api.output.contains("without encryption"))
            let half = try await Executable.run(
                pulsum, ["up", "--data", scratch.file("data")],
                environment: ["PULSUM_TLS_CERT": scratch.file("cert.pem")])
            #expect(half.status != 0 && half.errors.contains("belong together"))
        }

        @Test(
            "SEC-3 clear text that was asked for is said on the page, a port published to this machine is none, and a proxy is the only way to its port"
        )
        func clearText() async throws {
            func setup(_ stack: Stack, from source: String, headers: String = "") throws -> String {
                let port = try #require(try stack.httpAddress().split(separator: ":").last)
                let socket = try LoopbackSocket(to: "\(source):\(port)", from: source)
                socket.send("GET /v1/setup HTTP/1.1\r\nHost: \(source)\r\n\(headers)\r\n")
                return try #require(socket.answer(within: .seconds(10)))
            }
            let outside = Self.ownAddress()
            try await Stack.run(["--http", "0.0.0.0:0"], environment: ["PULSUM_CLEAR_TEXT": "1"]) { stack in
                let here = try setup(stack, from: "127.0.0.1")
                #expect(here.contains("\"clearText\":false"))
                guard let outside else { return }
                let there = try setup(stack, from: outside)
                #expect(there.contains("\"clearText\":true"))
            }
            try await Stack.run(["--http", "0.0.0.0:0"], environment: ["PULSUM_HTTP_PUBLISHED": "127.0.0.1:8080"]) {
                stack in
                guard let outside else { return }
                let there = try setup(stack, from: outside)
                #expect(there.contains("\"clearText\":false"))
            }
            let proxied = ["PULSUM_PUBLIC_URL": "https://pulsum.example", "PULSUM_TRUSTED_PROXIES": "192.0.2.1"]
            try await Stack.run(["--http", "0.0.0.0:0"], environment: proxied) { stack in
                #expect(stack.url == "https://pulsum.example")
                let here = try setup(stack, from: "127.0.0.1")
                #expect(here.hasPrefix("HTTP/1.1 200"))
                guard let outside else { return }
                let there = try setup(stack, from: outside, headers: "X-Forwarded-For: 127.0.0.1\r\n")
                #expect(there.hasPrefix("HTTP/1.1 403"))
            }
        }

        /// A non-loopback IPv4 address of this machine; nil without a network.
        private static func ownAddress() -> String? {
            var list: UnsafeMutablePointer<ifaddrs>?
            guard getifaddrs(&list) == 0 else { return nil }
            defer { freeifaddrs(list) }
            var entry = list
            while let current = entry {
                defer { entry = current.pointee.ifa_next }
                guard let address = current.pointee.ifa_addr, address.pointee.sa_family == sa_family_t(AF_INET) else {
                    continue
                }
                let bytes = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                    withUnsafeBytes(of: $0.pointee.sin_addr) { Array($0) }
                }
                if bytes[0] != 127 { return bytes.map(String.init).joined(separator: ".") }
            }
            return nil
        }

        @Test("SEC-3 the gateway offers TLS 1.2 and newer only")
        func outward() async throws {
            let (hello, heard) = AsyncStream.makeStream(of: [UInt8].self)
            let server = try FirstBytes { heard.yield($0) }
            defer { server.stop() }
            _ = await HTTPCloud().send(
                CloudCall(url: "https://127.0.0.1:\(server.port)/v1/responses", body: [], timeout: .seconds(5)))
            let bytes = try #require(await hello.first { _ in true })
            #expect(Self.offeredVersions(bytes) == [0x0304, 0x0303])
        }

        /// The versions of a ClientHello (RFC 8446 §4.1.2, §4.2.1).
        private static func offeredVersions(_ record: [UInt8]) -> [UInt16] {
            var buffer = ByteBuffer(bytes: record)
            // Skips record header, handshake header, version and random; then session id, cipher suites and compression
            // methods, each with its length.
            buffer.moveReaderIndex(forwardBy: min(buffer.readableBytes, 5 + 4 + 2 + 32))
            _ = buffer.readLengthPrefixedSlice(as: UInt8.self)
            _ = buffer.readLengthPrefixedSlice(as: UInt16.self)
            _ = buffer.readLengthPrefixedSlice(as: UInt8.self)
            _ = buffer.readInteger(as: UInt16.self)
            while let kind = buffer.readInteger(as: UInt16.self),
                var content = buffer.readLengthPrefixedSlice(as: UInt16.self)
            {
                guard kind == 43 else { continue }
                _ = content.readInteger(as: UInt8.self)
                var versions: [UInt16] = []
                // GREASE values such as 0x3A3A test that servers accept unknown versions (RFC 8701).
                while let version = content.readInteger(as: UInt16.self) {
                    if version & 0x0F0F != 0x0A0A { versions.append(version) }
                }
                return versions
            }
            return []
        }
    }
}

/// Records the first bytes of each connection and closes it.
private final class FirstBytes: Sendable {
    let port: UInt16
    private let listener: Int32

    init(_ heard: @escaping @Sendable ([UInt8]) -> Void) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutableBytes(of: &address) { bytes in
            let generic = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
            return generic.map {
                bind(listener, $0, length) == 0 && getsockname(listener, $0, &length) == 0 && listen(listener, 8) == 0
            } ?? false
        }
        guard isListening else { throw POSIXError(.EADDRNOTAVAIL) }
        (self.listener, port) = (listener, UInt16(bigEndian: address.sin_port))
        Thread {
            while true {
                let file = accept(listener, nil, nil)
                guard file >= 0 else { return }
                var buffer = [UInt8](repeating: 0, count: 16_384)
                let count = recv(file, &buffer, buffer.count, 0)
                heard(Array(buffer[..<max(0, count)]))
                close(file)
            }
        }.start()
    }

    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }
}
