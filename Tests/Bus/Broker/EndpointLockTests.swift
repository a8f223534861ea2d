import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

@testable import BrokerCore

@Suite(.tags(.deadline)) struct EndpointLockTests {
    private func code(_ path: String) -> ServiceError.Code? {
        do throws(ServiceError) {
            _ = try EndpointLock(path: path)
            return nil
        } catch {
            return error.code
        }
    }

    @Test("One broker holds a path at a time; the next one gets it after the first has ended")
    func exclusive() throws {
        let scratch = try Scratch()
        defer { scratch.remove() }
        let path = scratch.file("bus.ipc")
        func whileHeld() throws -> ServiceError.Code? {
            let held = try EndpointLock(path: path)
            let code = code(path)
            _ = consume held
            return code
        }
        #expect(try whileHeld() == .conflict)
        #expect(code(path) == nil)
    }

    @Test("A directory that others may enter, and one that does not exist, are refused with a sentence")
    func directories() throws {
        let scratch = try Scratch()
        defer { scratch.remove() }
        #expect(code(scratch.file("missing/bus.ipc")) == .invalid)
        try FileManager.default.setAttributes([.posixPermissions: 0o750], ofItemAtPath: scratch.path)
        #expect(code(scratch.file("bus.ipc")) == .refused)
        #expect(!FileManager.default.fileExists(atPath: scratch.file("bus.ipc.lock")))
    }
}
