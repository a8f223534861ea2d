import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

extension Security {
    /// A master key outside the data directory, read through a link as a mounted secret is: its operator begins and ends
    /// a rotation elsewhere, without the databases.
    @Suite(.tags(.processes)) struct MountedKeyTests {
        @Test(
            "SEC-8 A key that is mounted is rotated elsewhere: begun, followed by every service while it runs, ended",
            .timeLimit(.minutes(3)))
        func rotation() async throws {
            let elsewhere = try Scratch()
            defer { elsewhere.remove() }
            let (key, mounted) = (elsewhere.file("key"), elsewhere.file("mounted"))
            try Data((0..<32).map { _ in UInt8.random(in: 0...255) }).write(to: URL(fileURLWithPath: key))
            chmod(key, 0o600)
            try FileManager.default.createSymbolicLink(atPath: mounted, withDestinationPath: key)
            func rotate(_ arguments: String...) async throws -> Executable.Result {
                try await Executable.run(
                    RestoreTests.pulsum, ["master-key", "rotate"] + arguments,
                    environment: ["PULSUM_DATA": elsewhere.file("none"), "PULSUM_MASTER_KEY": key])
            }
            try await Stack.run(environment: ["PULSUM_MASTER_KEY": mounted]) { stack in
                let user = try await stack.makeAccount()
                let old = try Data(contentsOf: URL(fileURLWithPath: key))
                let begun = try await rotate("--begin")
                #expect(begun.status == 0, "\(begun.errors)")
                try await eventually("every service follows") {
                    let lines = stack.logText.split(separator: "\n").filter {
                        $0.contains("Every data key is under the new master key")
                    }
                    return lines.count == Topology.services.count ? () : nil
                }
                // Both keys are in the file until its operator ends the rotation.
                #expect(try Data(contentsOf: URL(fileURLWithPath: key)).count > 2 * old.count)
                let ended = try await rotate()
                #expect(ended.status == 0, "\(ended.errors)")
                let new = try Data(contentsOf: URL(fileURLWithPath: key))
                #expect(new.count == old.count && new != old)

                let before = Set(Topology.services.flatMap(stack.processIDs))
                for process in before { kill(process, SIGKILL) }
                for service in Topology.services {
                    try await eventually("\(service) opens its database with the new key") { () -> Void? in
                        guard stack.processIDs(of: service).allSatisfy({ !before.contains($0) }) else { return nil }
                        return try await stack.pulsum("bus", "ping", service.rawValue).status == 0 ? () : nil
                    }
                }
                #expect(try await stack.bus.request(ProfileQuery(user: user)).timeZones.isEmpty == false)
            }
        }
    }
}
