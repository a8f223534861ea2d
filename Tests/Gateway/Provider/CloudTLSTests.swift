import Fixtures
import Foundation
import NIOSSL
import TestTraits
import Testing

@testable import Gateway

@Suite(.timeLimit(.minutes(2)), .tags(.processes)) struct CloudTLSTests {
    private static let body = Array(#"{"secret":"canary"}"#.utf8)

    /// What a server makes of a call from a client that trusts `authority`.
    private func outcome(
        of certificate: TestCertificate, trusting authority: TestCertificate, newest: TLSVersion? = nil,
        pins: Set<[UInt8]> = []
    ) async throws -> (outcome: CloudOutcome, received: [UInt8]) {
        let server = try await TLSServer(certificate, newest: newest)
        let file = NSTemporaryDirectory() + "pulsum-ca-\(UInt64.random(in: 0 ... .max)).pem"
        try authority.certificate.write(toFile: file, atomically: true, encoding: .utf8)
        let outcome = await HTTPCloud(trust: CloudTrust(authorities: file, pins: pins)).send(
            CloudCall(
                url: "https://127.0.0.1:\(server.port)/v1/responses", key: "sk-canary", body: Self.body,
                timeout: .seconds(20)))
        await server.stop()
        try FileManager.default.removeItem(atPath: file)
        return (outcome, server.received)
    }

    @Test("SEC-3 a server with a certificate of the trusted authority is called, over TLS")
    func trusted() async throws {
        let authority = try TestCertificate()
        let (outcome, received) = try await outcome(
            of: try TestCertificate(signedBy: authority), trusting: authority)
        #expect(outcome == .answered(Array("{}".utf8)))
        #expect(Data(received).range(of: Data(Self.body)) != nil)
    }

    enum Fault: String, CaseIterable { case untrusted, otherHost, expired, oldVersion, selfSigned }

    @Test("SEC-3 no byte of a call reaches a server that TLS does not vouch for", arguments: Fault.allCases)
    func refused(_ fault: Fault) async throws {
        let (authority, other) = (try TestCertificate(), try TestCertificate())
        let certificate =
            switch fault {
            case .untrusted: try TestCertificate(signedBy: other)
            case .otherHost: try TestCertificate(signedBy: authority, host: "elsewhere.example")
            case .expired: try TestCertificate(signedBy: authority, until: "250101000000Z")
            case .oldVersion: try TestCertificate(signedBy: authority)
            case .selfSigned: other
            }
        let (outcome, received) = try await outcome(
            of: certificate, trusting: authority, newest: fault == .oldVersion ? .tlsv11 : nil)
        #expect(outcome == .network)
        #expect(received.isEmpty, "\(received.count) bytes arrived")
    }

    @Test("SEC-3 without a file of authorities a private one does not count")
    func systemAuthorities() async throws {
        let server = try await TLSServer(try TestCertificate(signedBy: try TestCertificate()))
        let outcome = await HTTPCloud().send(
            CloudCall(
                url: "https://127.0.0.1:\(server.port)/v1/responses", key: nil, body: Self.body,
                timeout: .seconds(20)))
        await server.stop()
        #expect(outcome == .network)
        #expect(server.received.isEmpty)
    }

    @Test("SEC-3 a pinned host is called with its key only; with another the call is refused and says so")
    func pin() async throws {
        let authority = try TestCertificate()
        let certificate = try TestCertificate(signedBy: authority)
        let pin = Array(try #require(Data(base64Encoded: certificate.pin)))
        let backup = [UInt8](repeating: 7, count: 32)
        let called = try await outcome(of: certificate, trusting: authority, pins: [backup, pin])
        #expect(called.outcome == .answered(Array("{}".utf8)))
        let refused = try await outcome(of: certificate, trusting: authority, pins: [backup])
        #expect(refused.outcome == .otherKey)
        #expect(refused.received.isEmpty)
        #expect(refused.outcome.text.contains("not pinned"))
        #expect(refused.outcome.sentence.contains("PULSUM_CLOUD_PIN"))
        // A pin does not replace the certificate.
        let untrusted = try await outcome(of: certificate, trusting: try TestCertificate(), pins: [pin])
        #expect(untrusted.outcome == .network)
        #expect(untrusted.received.isEmpty)
    }
}
