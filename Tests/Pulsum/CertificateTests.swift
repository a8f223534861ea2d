import Fixtures
import Foundation
import SystemKit
import TestTraits
import Testing

@testable import Pulsum

/// The certificate of an installation's own authority, as OpenSSL judges it.
@Suite(.tags(.processes)) struct CertificateTests {
    private static let now = Date()

    private static func names(_ names: String...) throws -> CertificateNames { try CertificateNames(names) }

    /// What `openssl verify` prints, and whether it accepted the certificate.
    private static func verify(_ certificate: String, by authority: String, _ options: String...) async throws
        -> (isValid: Bool, text: String)
    {
        let folder = try Scratch()
        try certificate.write(toFile: folder.file("server.pem"), atomically: true, encoding: .utf8)
        try authority.write(toFile: folder.file("authority.pem"), atomically: true, encoding: .utf8)
        let result = try await Executable.run(
            "/usr/bin/openssl",
            ["verify", "-x509_strict", "-CAfile", folder.file("authority.pem")] + options + [folder.file("server.pem")])
        return (result.status == 0, result.output + result.errors)
    }

    @Test("SEC-3 A certificate is valid for each of its names and addresses, as a server's, and for nothing else")
    func valid() async throws {
        let names = try Self.names("pulsum.home.arpa", "192.168.1.5", "fd00::5")
        let authority = try LocalAuthority(for: names, at: Self.now)
        let issued = try authority.issue(for: names, at: Self.now)
        let pem = try authority.certificatePEM
        for option in [
            ["-verify_hostname", "pulsum.home.arpa"], ["-verify_ip", "192.168.1.5"], ["-verify_ip", "fd00::5"],
            ["-verify_hostname", "localhost"],
        ] {
            let found = try await Self.verify(
                issued.certificate, by: pem, "-purpose", "sslserver", option[0], option[1])
            #expect(found.isValid, "\(option): \(found.text)")
        }
        for option in [
            ["-verify_hostname", "example.org"], ["-verify_ip", "192.168.1.6"], ["-purpose", "sslclient"],
        ] {
            #expect(try await !Self.verify(issued.certificate, by: pem, option[0], option[1]).isValid, "\(option)")
        }
        // Apple's limit is 825 days, that of the authority ten years.
        #expect(issued.end.timeIntervalSince(Self.now) < 825 * 86_400)
        let lasting = authority.certificate.notValidAfter.timeIntervalSince(authority.certificate.notValidBefore)
        #expect(lasting > 3_600 * 86_400 && lasting <= 3_653 * 86_400)
    }

    @Test(
        "SEC-3 Whoever has the authority's key can vouch for no other name and no other address",
        arguments: [["example.org"], ["pulsum.home.arpa", "example.org"], ["192.168.1.6"], ["home.arpa"]])
    func constrained(others: [String]) async throws {
        let authority = try LocalAuthority(for: try Self.names("pulsum.home.arpa", "192.168.1.5"), at: Self.now)
        let wrong = try CertificateNames(others)
        #expect(try !authority.permits(wrong))
        let found = try await Self.verify(
            try authority.issue(for: wrong, at: Self.now).certificate, by: try authority.certificatePEM)
        #expect(!found.isValid && found.text.contains("permitted subtree violation"), "\(found.text)")
    }

    @Test("SEC-3 Its key signs no further authority")
    func noIntermediate() async throws {
        let names = try Self.names("pulsum.home.arpa")
        let authority = try LocalAuthority(for: names, at: Self.now)
        let found = try await Executable.run(
            "/bin/sh", ["-c", "openssl x509 -noout -ext basicConstraints,keyUsage"], input: try authority.certificatePEM
        )
        #expect(found.output.contains("CA:TRUE, pathlen:0") && found.output.contains("Certificate Sign"))
        #expect(!found.output.contains("CRL Sign"))
    }

    @Test("Names are DNS names of at least two labels, or addresses; each counts once")
    func names() throws {
        let names = try Self.names(
            "Pulsum.Home.Arpa", "pulsum.home.arpa", "10.0.0.7", "::ffff:10.0.0.7", "raspberry.local")
        #expect(names.hosts == ["localhost", "pulsum.home.arpa", "raspberry.local"])
        #expect(names.addresses.map { "\($0)" } == ["127.0.0.1", "10.0.0.7"])
        #expect(names.first == "pulsum.home.arpa")
        #expect(try Self.names("10.0.0.7").first == "10.0.0.7")
        for wrong in [
            "com", "", ".", "a..b", "-a.b", "a-.b", "*.home.arpa", "https://a.b", "a.b/c", "a b.c", "ä.b", "1.2.3",
            "a.1",
            String(repeating: "a", count: 64) + ".b", "10.0.0.7/8", "a.b\n",
        ] {
            #expect(throws: CertificateNames.Refused(name: wrong)) { try CertificateNames([wrong]) }
        }
        #expect(CertificateNames.ofThisMachine("Raspberry").first == "raspberry.local")
        #expect(CertificateNames.ofThisMachine("nas.home.arpa").first == "nas.home.arpa")
        #expect(CertificateNames.ofThisMachine("localhost").allSatisfy { NetworkAddress($0) != nil })
    }

    @Test(
        "SEC-3 The authority's key is destroyed, or kept where it was asked for; it renews, and nothing else replaces")
    func files() throws {
        let scratch = try Scratch()
        let files = CertificateFiles(data: scratch.path)
        let names = try Self.names("pulsum.home.arpa")
        func content() throws -> [String] {
            try FileManager.default.subpathsOfDirectory(atPath: scratch.path).sorted().map { path in
                "\(path) " + ((try? String(contentsOfFile: scratch.file(path), encoding: .utf8)) ?? "")
            }
        }
        func make(_ names: CertificateNames, _ key: String? = nil, replaces: Bool = false) throws {
            _ = try files.make(for: names, keptKey: key, replaces: replaces, at: Self.now)
        }
        func authority() throws -> Substring {
            let chain = try String(contentsOfFile: files.certificate, encoding: .utf8)
            let begin = try #require(chain.range(of: "-----BEGIN", options: .backwards))
            return chain[begin.lowerBound...]
        }
        try make(names)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: files.folder).sorted() == [
                "certificate.pem", "key.pem",
            ])
        for file in [files.certificate, files.key] {
            let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
        let first = try content()
        // Without the key the authority that phones trust is not replaced by chance, nor by a key of another one.
        #expect(throws: CLIError.self) { try make(names) }
        let kept = scratch.file("kept.key")
        #expect(throws: CLIError.self) { try make(names, kept) }
        #expect(try content() == first)
        try make(names, kept, replaces: true)
        let (own, server) = (String(try authority()), try content())
        #expect(!first.joined().contains(own))
        // A new authority would have to leave a key that is there.
        #expect(throws: CLIError.self) { try make(names, kept, replaces: true) }
        #expect(try content() == server)
        try make(names, kept)
        #expect(String(try authority()) == own)
        #expect(try content() != server)
        let renewed = try content()
        #expect(throws: CLIError.self) { try make(try Self.names("example.org"), kept) }
        let other = try LocalAuthority(for: names, at: Self.now).keyPEM
        let wrong = scratch.file("wrong.key")
        #expect(
            FileManager.default.createFile(
                atPath: wrong, contents: Data(other.utf8), attributes: [.posixPermissions: 0o600]))
        #expect(throws: CLIError.self) { try make(names, wrong) }
        try FileManager.default.removeItem(atPath: wrong)
        // Readable for others.
        #expect(chmod(kept, 0o644) == 0)
        #expect(throws: (any Error).self) { try make(names, kept) }
        #expect(chmod(kept, 0o600) == 0)
        // An authority that ends soon signs nothing more.
        #expect(throws: CLIError.self) {
            try files.make(for: names, keptKey: kept, replaces: false, at: Self.now + 3_640 * 86_400)
        }
        #expect(try content() == renewed)
    }
}
