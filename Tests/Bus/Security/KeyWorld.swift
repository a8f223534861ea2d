import Foundation
import Messages

@testable import BrokerCore
@testable import Bus

/// Key directories of a scratch bus: the broker's, with all public keys, and one for each peer with its secret key and
/// the broker's public key.
struct KeyWorld {
    let world: BusWorld

    init(_ world: BusWorld, _ peers: ServiceName...) throws {
        self.world = world
        try FileManager.default.createDirectory(
            atPath: folder(.broker), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try give(.broker, try .generate(), to: .broker)
        for peer in peers { try admit(peer) }
    }

    func folder(_ service: ServiceName) -> String { "\(world.directory)/keys/\(service)" }
    func store(_ service: ServiceName) -> KeyStore { KeyStore(directory: folder(service)) }

    func write(_ text: String, _ path: String, mode: Int = 0o600) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    /// Stores the pair as the service's key in its directory; the broker accepts it next to the keys it already
    /// accepts.
    func give(_ service: ServiceName, _ pair: CurvePair, to place: ServiceName, grants: String = "") throws {
        var file = try store(.broker).file(of: service) ?? KeyFile()
        try file.add(pair.key, on: "2026-01-31")
        try write(file.text + grants, store(.broker).publicPath(service))
        try write(pair.secret + "\n", store(place).secretPath(service))
    }

    /// Adds a new peer, with the broker's public key.
    func admit(_ service: ServiceName, grants: String = "") throws {
        try FileManager.default.createDirectory(
            atPath: folder(service), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try give(service, try .generate(), to: service, grants: grants)
        try shareBrokerKeys(with: service)
    }

    func shareBrokerKeys(with service: ServiceName) throws {
        guard let file = try store(.broker).file(of: .broker) else {
            throw ServiceError(.notFound, "The broker has no key.")
        }
        try write(file.text, store(service).publicPath(.broker))
    }

    func revoke(_ service: ServiceName, _ id: String?) throws {
        guard var file = try store(.broker).file(of: service) else {
            throw ServiceError(.notFound, "\(service) has no key.")
        }
        try file.revoke(id, on: "2026-02-01")
        try write(file.text, store(.broker).publicPath(service))
    }

    func broker(_ endpoint: BusEndpoint? = nil) throws -> BrokerShell {
        try BrokerShell(
            BrokerConfiguration(
                endpoint: try endpoint ?? world.tcp(), tokens: world.directory + "/tokens", keys: store(.broker),
                release: "test", timing: BusWorld.patient,
                log: { [world] in world.note($0) }))
    }

    func connection(_ service: ServiceName, at endpoint: BusEndpoint? = nil, credit: Int32 = 32) throws -> BusConnection
    {
        try BusConnection(
            BusConfiguration(
                service: service, release: "test", brokers: [try endpoint ?? world.tcp()], token: "",
                keys: store(service), credit: credit,
                timing: BusWorld.patient, log: { [world] in world.note($0) }))
    }
}
