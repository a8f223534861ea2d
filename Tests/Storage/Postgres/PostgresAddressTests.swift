import Fixtures
import Messages
import TestTraits
import Testing

@testable import Storage

/// How a service reaches its schema.
@Suite(.tags(.processes)) struct PostgresAddressTests {
    private func parameters(_ url: String) throws -> [String: String] {
        try #require(PostgresAddress(url, service: "scoring")).parameters
    }

    @Test(
        "Certificates are checked with the host's name, except on a Unix socket and loopback; an explicit sslmode is honoured",
        arguments: [
            ("postgresql://db.example/pulsum", "verify-full"), ("postgresql://10.0.0.7/pulsum", "verify-full"),
            ("postgresql://localhost/pulsum", nil), ("postgresql://127.0.0.1:5433/pulsum", nil),
            ("postgresql://[::1]/pulsum", nil), ("postgresql:///pulsum?host=/run/postgresql", nil),
            ("postgresql://localhost,db.example/pulsum", "verify-full"),
            ("postgresql://localhost/pulsum?hostaddr=10.0.0.7", "verify-full"),
            ("postgresql://127.evil.example/pulsum", "verify-full"),
            ("postgresql:///pulsum?service=elsewhere", "verify-full"),
            ("postgresql://db.example/pulsum?sslmode=require", "require"),
            ("postgresql://localhost/pulsum?sslmode=verify-full", "verify-full"),
        ] as [(String, String?)])
    func encryption(url: String, mode: String?) throws {
        #expect(try parameters(url)["sslmode"] == mode)
    }

    @Test("A host of libpq's environment counts as one of the URL")
    func environment() throws {
        func mode(_ environment: [String: String], _ given: [String: String] = [:]) -> String? {
            PostgresAddress.completed(given, service: "scoring", environment)["sslmode"]
        }
        #expect(mode([:]) == nil)
        #expect(mode(["PGHOST": "/run/postgresql"]) == nil)
        #expect(mode(["PGHOST": "db.example"]) == "verify-full")
        #expect(mode(["PGHOSTADDR": "10.0.0.7"]) == "verify-full")
        #expect(mode(["PGHOST": "db.example"], ["host": "localhost"]) == nil)
        #expect(mode(["PGHOSTADDR": "10.0.0.7"], ["host": "localhost"]) == "verify-full")
        #expect(mode(["PGSERVICE": "health"]) == "verify-full")
        // libpq takes an empty value for none, so it does not weaken anything either.
        let empty = try #require(PostgresAddress("postgresql://db.example/health?sslmode=", service: "scoring"))
        #expect(empty.parameters["sslmode"] == "verify-full")
    }

    @Test("The service's name stands in for its placeholder, and names schema and role; other texts are refused")
    func services() throws {
        let address = try #require(PostgresAddress("postgresql://pulsum_{service}@/pulsum?host=/tmp", service: "goals"))
        #expect(address.parameters["user"] == "pulsum_goals" && address.schema == "pulsum_goals")
        for text in ["", "pulsum", "mysql://localhost/pulsum", "postgresql://localhost/pulsum?unheard=of"] {
            #expect(PostgresAddress(text, service: "goals") == nil, "\(text)")
        }
    }

    @Test("Messages and “pulsum config” show no password")
    func passwords() throws {
        let url = "postgresql://pulsum:s3cret@db.example:5432/pulsum?sslpassword=s3cret&sslmode=require"
        let hidden = PostgresAddress.hidingPassword(url)
        #expect(hidden == "postgresql://pulsum:…@db.example:5432/pulsum?sslpassword=…&sslmode=require")
        #expect(
            PostgresAddress.hidingPassword("postgresql://db.example/pulsum?%70assword=s3cret&port=1")
                == "postgresql://db.example/pulsum?%70assword=…&port=1")
        #expect(PostgresAddress.hidingPassword("/data/master.key") == "/data/master.key")
        for password in ["s3c?ret", "s3c/ret", "s3c@ret", "s3c/r@e?t"] {
            let raw = "postgresql://pulsum:\(password)@db.example/pulsum"
            #expect(PostgresAddress.hidingPassword(raw) == "postgresql://pulsum:…@db.example/pulsum")
            // libpq would take the end of the others for a host or a database, which messages name.
            let read = PostgresAddress(raw, service: "goals")?.parameters["password"]
            #expect(read == (password == "s3c?ret" ? password : nil))
        }
        #expect(try !"\(#require(PostgresAddress(url, service: "goals")))".contains("s3cret"))
    }

    @Test(
        "A server whose certificate names another host, or comes from another authority, is refused", .needs(.postgres))
    func certificates() async throws {
        let cluster = try await PostgresCluster.running
        let scratch = try Scratch()
        let key = try MasterKey.loadOrCreate(path: scratch.file("master.key"))
        func open(_ host: String, authority: String?) throws {
            let root = authority.map { "&sslrootcert=\($0)" } ?? ""
            let url = "postgresql://postgres@\(host):\(cluster.port)/postgres?hostaddr=127.0.0.1\(root)"
            let address = try #require(PostgresAddress(url, service: "scoring", installation: "tls"))
            try PostgresEngine.$startTime.withValue(.zero) {
                try Store(at: .server(address), service: .scoring, key: key, migrations: notes).close()
            }
        }
        try open(cluster.host, authority: cluster.authority)
        #expect(await storageCode { try open("other.pulsum.test", authority: cluster.authority) } == .open)
        #expect(await storageCode { try open(cluster.host, authority: nil) } == .open)
    }

    @Test("A server that is not there is named, with the reason")
    func missing() async throws {
        let scratch = try Scratch()
        let key = try MasterKey.loadOrCreate(path: scratch.file("master.key"))
        let address = try #require(PostgresAddress("postgresql:///pulsum?host=\(scratch.path)", service: "scoring"))
        do {
            _ = try PostgresEngine.$startTime.withValue(.milliseconds(50)) {
                try Store(at: .server(address), service: .scoring, key: key, migrations: notes)
            }
            Issue.record("opened without a server")
        } catch let error as StorageError {
            #expect(error.code == .open && error.message.contains(scratch.path), "\(error)")
        }
    }
}
