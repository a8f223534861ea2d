import Bus
import Foundation
import Messages
import TestTraits
import Testing

@testable import ServiceKit

@Suite(.tags(.processes)) final class KeyManagerTests {
    private let root = FileManager.default.temporaryDirectory.appendingPathComponent(
        "keys-\(UInt64.random(in: 0 ... .max))"
    ).path
    deinit { try? FileManager.default.removeItem(atPath: root) }

    private func files(_ path: String) throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: path))
    }
    private func mode(_ path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    @Test(
        "(e) in containers each service gets its own secret and the broker's public key, the broker its own secret and all public ones"
    )
    func leastPrivilege() throws {
        let manager = KeyManager(directory: root, usesDirectoryPerName: true)
        #expect(Set(try manager.create()) == Set(KeyManager.names))
        #expect(try files(root) == Set(KeyManager.names.map(\.rawValue)))
        for name in KeyManager.names where name != .broker {
            let capabilities = name == .api ? Topology.services : Topology.services.filter { $0 == name }
            #expect(
                try files("\(root)/\(name)")
                    == Set(["\(name).secret", "broker.public"] + capabilities.map { "capability.\($0)" }))
        }
        #expect(try files(root + "/broker") == Set(KeyManager.names.map { "\($0).public" } + ["broker.secret"]))
        for name in KeyManager.names {
            #expect(try mode("\(root)/\(name)") == 0o700)
            for file in try files("\(root)/\(name)") { #expect(try mode("\(root)/\(name)/\(file)") == 0o600) }
            let own = try #require(try manager.store(of: name).pair(of: name)).key
            #expect(try manager.store(of: .broker).file(of: name)?.accepted == [own])
        }
        #expect(try manager.create().isEmpty)
    }

    @Test("Two keys are accepted while one is rolled out; then the old one is revoked")
    func rotation() throws {
        let manager = KeyManager(directory: root)
        try manager.create(on: "2026-01-01")
        let old = try #require(try manager.store(of: .scoring).pair(of: .scoring)).key
        let new = try manager.rotate(.scoring, on: "2026-01-02")
        #expect(try manager.store(of: .scoring).pair(of: .scoring)?.key == new)
        #expect(try manager.store(of: .broker).file(of: .scoring)?.accepted == [new, old])
        #expect(throws: ServiceError.self) { try manager.rotate(.scoring) }
        #expect(try manager.store(of: .scoring).pair(of: .scoring)?.key == new)
        #expect(try manager.revoke(.scoring, nil, on: "2026-01-03") == old)
        let lines = try manager.list().filter { $0.name == .scoring }
        #expect(lines.map(\.entry.state) == [.revoked, .accepted])
        #expect(lines.map(\.isHere) == [false, true])
        #expect(throws: ServiceError.self) { try manager.revoke(.scoring, nil) }
        #expect(try manager.revoke(.scoring, new.id) == new)
        #expect { try manager.rotate(ServiceName(rawValue: "nobody")) } throws: {
            "\($0)".contains("pulsum keys create nobody")
        }
    }

    @Test("The broker's new key reaches every peer before the broker uses it")
    func brokerRotation() throws {
        let manager = KeyManager(directory: root, usesDirectoryPerName: true)
        try manager.create()
        let old = try #require(try manager.store(of: .broker).pair(of: .broker)).key
        let new = try manager.rotate(.broker)
        for name in Topology.services {
            #expect(try manager.store(of: name).file(of: .broker)?.accepted == [new, old])
        }
        try manager.revoke(.broker, nil)
        for name in Topology.services { #expect(try manager.store(of: name).file(of: .broker)?.accepted == [new]) }
    }

    @Test("A configuration of tcp addresses needs a key and no token; within the machine a token is enough")
    func peers() throws {
        func configuration(_ bus: String) throws -> Configuration {
            try Configuration(environment: ["PULSUM_DATA": root, "PULSUM_BUS": bus], read: { _ in "" })
        }
        #expect(throws: StartFailure.self) { try configuration("ipc://\(root)/bus").peer(.scoring) }
        #expect(throws: ServiceError.self) { try BusConnection(try configuration("tcp://broker:5550").peer(.scoring)) }
        try KeyManager(directory: root + "/keys").create()
        #expect(try configuration("tcp://broker:5550").peer(.scoring).token.isEmpty)
        _ = try BusConnection(try configuration("tcp://broker:5550").peer(.scoring))
        try Tokens(directory: root + "/tokens").create()
        #expect(try !configuration("ipc://\(root)/bus").peer(.scoring).token.isEmpty)
    }
}
