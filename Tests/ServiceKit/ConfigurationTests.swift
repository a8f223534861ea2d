import Fixtures
import Foundation
import Logging
import Messages
import TestTraits
import Testing

@testable import ServiceKit

@Suite(.tags(.processes)) struct ConfigurationTests {
    private func load(_ environment: [String: String], file: String? = nil) throws -> Configuration {
        try Configuration(environment: ["HOME": "/home/ada"].merging(environment) { $1 }) { path in
            guard let file else { throw StartFailure("missing \(path)") }
            return file
        }
    }

    @Test("Without HOME the account's own directory counts, and never one that accounts share")
    func noHome() throws {
        #expect(
            try Configuration(environment: ["HOME": ""], home: "/home/bob", read: { _ in "" }).data
                == "/home/bob/.local/share/pulsum")
        #expect(try Configuration(environment: [:], read: { _ in "" }).data == "/nonexistent/.local/share/pulsum")
    }

    @Test("Nothing has to be configured: the defaults are below the data directory")
    func defaults() throws {
        let configuration = try load([:])
        #expect(configuration.data == "/home/ada/.local/share/pulsum")
        #expect(configuration.bus.map(\.requests) == ["ipc:///home/ada/.local/share/pulsum/run/bus"])
        #expect(configuration.tokens == "/home/ada/.local/share/pulsum/tokens")
        #expect(configuration.masterKey == "/home/ada/.local/share/pulsum/master.key")
        #expect(configuration.database(of: "scoring") == "/home/ada/.local/share/pulsum/db/scoring.sqlite")
        #expect(configuration.http == HostPort(host: "127.0.0.1", port: 8080))
        #expect(configuration.health == HostPort(host: "127.0.0.1", port: 0))
        #expect(configuration.logLevel == .info)
        #expect(configuration.credit == 32)
        #expect(configuration.cloudURL == "https://api.openai.com/v1")
        #expect(configuration.cloudKeyFile == nil)
        #expect(configuration.unknown.isEmpty)
        #expect(configuration.values.allSatisfy { $0.origin == .preset })
    }

    @Test("Another data directory moves everything in it")
    func dataDirectory() throws {
        let configuration = try load(["PULSUM_DATA": "/srv/p/"])
        #expect(configuration.data == "/srv/p")
        #expect(configuration.bus.map(\.path) == ["/srv/p/run/bus"])
        #expect(configuration.run == "/srv/p/run")
    }

    @Test("One message names every bad key at once, and nothing else")
    func everyBadKey() throws {
        let bad = [
            "PULSUM_DATA": "relative", "PULSUM_BUS": "http://broker", "PULSUM_HEALTH": "nine",
            "PULSUM_HTTP": "127.0.0.1:99999", "PULSUM_LOG": "loud",
            "PULSUM_CREDIT": "0", "PULSUM_CLOUD_URL": "ftp://example.org", "PULSUM_CLOUD_MODEL": "a b",
            "PULSUM_QUOTA_UPLOADS": "4",
            "PULSUM_QUOTA_KEPT": "much",
        ]
        let failure = try #require(throws: StartFailure.self) { try load(bad) }
        #expect(failure.status == StartFailure.badConfiguration)
        for (key, value) in bad { #expect(failure.message.contains("\(key)=\(value): "), "\(key)") }
        #expect(failure.message.contains("10 bad values"))
        #expect(!failure.message.contains("PULSUM_TOKENS"))
        #expect(!failure.message.contains("\n"))
    }

    @Test("A file of KEY=VALUE lines counts, the environment counts more")
    func file() throws {
        let text = "# my settings\n\nPULSUM_CREDIT = 8\nPULSUM_LOG=\"debug\"\nPULSUM_HTTP=0.0.0.0:80\r\n"
        let configuration = try load(["PULSUM_CONFIG": "/etc/pulsum.conf", "PULSUM_LOG": "error"], file: text)
        #expect(configuration.credit == 8)
        #expect(configuration.logLevel == .error)
        #expect(configuration.http == HostPort(host: "0.0.0.0", port: 80))
        #expect(configuration.values.first { $0.key == "PULSUM_CREDIT" }?.origin == .file)
        #expect(configuration.values.first { $0.key == "PULSUM_LOG" }?.origin == .environment)
    }

    @Test("A file that is missing or malformed stops the start with its name and line")
    func badFile() throws {
        let missing = try #require(throws: StartFailure.self) { try load(["PULSUM_CONFIG": "/nowhere"]) }
        #expect(missing.message.contains("PULSUM_CONFIG=/nowhere"))
        let malformed = try #require(throws: StartFailure.self) {
            try load(["PULSUM_CONFIG": "/c"], file: "PULSUM_LOG=info\nnonsense\n")
        }
        #expect(malformed.message.contains("/c line 2"))
    }

    @Test("Misspelt keys are named; those of the supervisor and the build are not")
    func unknown() throws {
        let configuration = try load(
            [
                "PULSUM_DATTA": "/x", "PULSUM_SUPERVISED": "7", "PULSUM_STRICT": "1", "OTHER": "1",
                "PULSUM_CONFIG": "/c",
            ], file: "PULSUM_HTPP=1\n")
        #expect(configuration.unknown == ["PULSUM_DATTA", "PULSUM_HTPP"])
    }

    @Test(
        "SEC-11 Quotas are a number and sizes",
        arguments: [("3, 2 GiB", 3, 2 << 30), ("1,5000", 1, 5000)] as [(String, Int, Int64)])
    func quotas(text: String, count: Int, bytes: Int64) throws {
        let configuration = try load(["PULSUM_QUOTA_UPLOADS": text, "PULSUM_QUOTA_KEPT": "0"])
        #expect(configuration.quotaUploads == (count, bytes))
        #expect(configuration.quotaKept == 0)
        #expect(try load([:]).quotaUploads == (4, 16 << 30))
        for wrong in ["0,1GiB", "4,0", "4,1GB", "4,-1", "4,9999999TiB", "4,1GiB,2"] {
            #expect(throws: StartFailure.self) { try load(["PULSUM_QUOTA_UPLOADS": wrong]) }
        }
    }

    @Test("GAT-8 the cloud model's API, authorities and pinned keys")
    func cloud() throws {
        #expect(try load([:]).cloudAPI == "responses")
        #expect(try load([:]).cloudPins.isEmpty && load([:]).cloudAuthorities == nil)
        let (first, second) = (Data(repeating: 1, count: 32), Data(repeating: 2, count: 32))
        let configuration = try load([
            "PULSUM_CLOUD_API": "chat-completions", "PULSUM_CLOUD_CA_FILE": "/etc/ca.pem",
            "PULSUM_CLOUD_PIN": "sha256/\(first.base64EncodedString()), \(second.base64EncodedString())",
        ])
        #expect(configuration.cloudAPI == "chat-completions")
        #expect(configuration.cloudAuthorities == "/etc/ca.pem")
        #expect(configuration.cloudPins == [Array(first), Array(second)])
        for (key, wrong) in [
            ("PULSUM_CLOUD_API", "grpc"), ("PULSUM_CLOUD_CA_FILE", "ca.pem"), ("PULSUM_CLOUD_PIN", "abc"),
            ("PULSUM_CLOUD_PIN", Data(repeating: 1, count: 31).base64EncodedString()),
        ] {
            #expect(throws: StartFailure.self, "\(key)") { try load([key: wrong]) }
        }
    }

    @Test("SEC-14 an identity provider is configured whole or not at all")
    func identityProvider() throws {
        #expect(try load([:]).identityProvider() == nil)
        let whole = [
            "PULSUM_OPENID_ISSUER": "https://id.example.org/realms/team/", "PULSUM_OPENID_CLIENT": "pulsum",
            "PULSUM_OPENID_SECRET_FILE": "/run/secrets/openid",
        ]
        let provider = try #require(try load(whole).identityProvider())
        #expect(provider.issuer == "https://id.example.org/realms/team/", "exactly as the provider states it")
        #expect(provider.personGroups == ["pulsum"])
        #expect(provider.operatorGroups == ["pulsum-operators"])
        #expect(provider.groupsClaim == "groups")
        #expect(provider.scopes == "openid profile")
        #expect(provider.authorities == nil)
        let more = whole.merging(["PULSUM_OPENID_PERSON_GROUPS": "a b, c,,"]) { $1 }
        #expect(try load(more).identityProvider()?.personGroups == ["a b", "c"])
        for key in whole.keys {
            let half = whole.filter { $0.key != key }
            #expect(throws: StartFailure.self, "\(key)") { try load(half).identityProvider() }
        }
        for (key, wrong) in [
            ("PULSUM_OPENID_ISSUER", "id.example.org"), ("PULSUM_OPENID_ISSUER", "https://id.example.org?x"),
            ("PULSUM_OPENID_CLIENT", "a b"), ("PULSUM_OPENID_SECRET_FILE", "secret"),
            ("PULSUM_OPENID_SCOPES", "profile"), ("PULSUM_OPENID_CA_FILE", "ca.pem"),
            ("PULSUM_OPENID_NAME", String(repeating: "x", count: 41)),
        ] {
            #expect(throws: StartFailure.self, "\(key)") { try load(whole.merging([key: wrong]) { $1 }) }
        }
    }

    @Test("An empty variable is a variable that is not set")
    func empty() throws {
        #expect(try load(["PULSUM_CREDIT": "", "PULSUM_CLOUD_KEY_FILE": ""]).credit == 32)
    }

    @Test("Several brokers are separated by commas; a broker itself needs exactly one")
    func brokers() throws {
        let configuration = try load(["PULSUM_BUS": "tcp://a:5550, tcp://b:5550"])
        #expect(configuration.bus.map(\.requests) == ["tcp://a:5550", "tcp://b:5550"])
        #expect(throws: StartFailure.self) { try configuration.ownBus }
        #expect(try load([:]).ownBus.path != nil)
    }

    @Test("Every key has a line of meaning and appears once")
    func table() {
        #expect(Set(Setting.all.map(\.key)).count == Setting.all.count)
        #expect(Setting.all.allSatisfy { $0.key.hasPrefix("PULSUM_") && $0.purpose.hasSuffix(".") })
    }

    @Test(
        "Addresses are host:port",
        arguments: [
            ("127.0.0.1:8080", "127.0.0.1:8080"), ("[::1]:0", "[::1]:0"), ("localhost:65535", "localhost:65535"),
            ("::1:80", nil), ("host", nil), (":80", nil),
            ("a:65536", nil), ("a:-1", nil), ("a b:1", nil),
        ] as [(String, String?)])
    func addresses(text: String, expected: String?) {
        #expect(HostPort(text)?.description == expected)
    }

    @Test("A data directory whose service ran over PostgreSQL starts no empty file when PULSUM_DATABASE is missing")
    func serverOfBefore() throws {
        let scratch = try Scratch()
        defer { scratch.remove() }
        let log = scratch.file("erased/scoring.log")
        try Files.makeDirectory(scratch.file("erased"))
        try Data().write(to: URL(fileURLWithPath: log))
        let configuration = try load(["PULSUM_DATA": scratch.path])
        let failure = #expect(throws: StartFailure.self) { try configuration.requireServerOrFile(of: .scoring) }
        #expect(failure?.status == 78)
        #expect(failure?.message.contains(log) == true)
        try configuration.requireServerOrFile(of: .safety)
        try load(["PULSUM_DATA": scratch.path, "PULSUM_DATABASE": "postgresql://pulsum@127.0.0.1/health"])
            .requireServerOrFile(of: .scoring)
        // A move back made the file.
        try Files.makeDirectory(scratch.file("db"))
        try Data().write(to: URL(fileURLWithPath: configuration.database(of: "scoring")))
        try configuration.requireServerOrFile(of: .scoring)
    }
}
