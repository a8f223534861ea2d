import Foundation
import Messages
import Testing

@testable import ServiceKit

@Suite struct OpenSecretTests {
    @Test(
        "SEC-4 a secret that others may read or write is named in the status with its setting, until it is closed",
        arguments: [
            "PULSUM_TLS_KEY", "PULSUM_CLOUD_KEY_FILE", "PULSUM_OPENID_SECRET_FILE", "PULSUM_BACKUP_PASSPHRASE_FILE",
        ])
    func named(setting: String) throws {
        let folder = NSTemporaryDirectory() + "pulsum-secret-\(UInt64.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/secret"
        try Data("s".utf8).write(to: URL(fileURLWithPath: path))
        let configuration = try Configuration(
            environment: ["PULSUM_DATA": folder + "/data", setting: path], read: { _ in "" })
        func warnings() -> [KeepingWarning] { Keeping.warnings(configuration).filter { $0.kind == "openSecret" } }
        for mode: mode_t in [0o644, 0o640, 0o602, 0o660] {
            chmod(path, mode)
            let found = warnings()
            #expect(found.count == 1, "\(String(mode, radix: 8))")
            #expect(found.first?.text.contains(path) == true && found.first?.text.contains(setting) == true)
            #expect(throws: StartFailure.self) { try Files.readSecret(path) }
        }
        for mode: mode_t in [0o600, 0o400] {
            chmod(path, mode)
            #expect(warnings().isEmpty)
        }
        try FileManager.default.removeItem(atPath: path)
        #expect(warnings().isEmpty, "who uses it says that it is missing")
    }
}
