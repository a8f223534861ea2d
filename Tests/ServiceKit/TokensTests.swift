import Foundation
import Messages
import TestTraits
import Testing

@testable import ServiceKit

@Suite(.tags(.processes)) final class TokensTests {
    private let root = FileManager.default.temporaryDirectory.appendingPathComponent(
        "kit-\(UInt64.random(in: 0 ... .max))"
    ).path
    deinit { try? FileManager.default.removeItem(atPath: root) }

    private func mode(_ path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    @Test("Every service gets its own token, readable by its owner only")
    func create() throws {
        let tokens = Tokens(directory: root + "/data/tokens")
        try tokens.create()
        let all = try Tokens.names.map { try tokens.read($0) }
        #expect(Set(all).count == Tokens.names.count)
        #expect(all.allSatisfy { $0.utf8.count == 64 && $0.allSatisfy(\.isHexDigit) })
        for name in Tokens.names { #expect(try mode("\(tokens.directory)/\(name)") == 0o600) }
        #expect(try mode(tokens.directory) == 0o700)
        #expect(
            Set(try FileManager.default.contentsOfDirectory(atPath: tokens.directory))
                == Set(Tokens.names.map(\.rawValue) + Topology.services.map { "capability.\($0)" }))
    }

    @Test("Tokens that exist stay, also when many processes start at once")
    func once() async throws {
        let tokens = Tokens(directory: root + "/tokens")
        let seen = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    try tokens.create()
                    return try tokens.read(.scoring)
                }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(seen.count == 1)
        try tokens.create()
        #expect(try tokens.read(.scoring) == seen.first)
    }

    @Test(
        "A token that others may read, or that is missing or cut short, is refused with a sentence that says what to do"
    )
    func refused() throws {
        let tokens = Tokens(directory: root)
        #expect(try #require(throws: StartFailure.self) { try tokens.read(.api) }.message.contains("pulsum up"))
        try tokens.create([.api])
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: root + "/api")
        #expect(try #require(throws: StartFailure.self) { try tokens.read(.api) }.message.contains("chmod 600"))
        try Files.replace(root + "/safety", "short\n")
        #expect(try #require(throws: StartFailure.self) { try tokens.read(.safety) }.message.contains("too short"))
    }

    @Test("A directory that cannot be made is named")
    func directory() throws {
        try Files.makeDirectory(root)
        try Files.replace(root + "/file", "x")
        let failure = try #require(throws: StartFailure.self) { try Files.makeDirectory(root + "/file/below") }
        #expect(failure.message.contains(root + "/file/below"))
    }

    @Test("A replaced file is complete and private and leaves no temporary file")
    func replace() throws {
        try Files.makeDirectory(root)
        try Files.replace(root + "/http", "a")
        try Files.replace(root + "/http", "bb\n")
        #expect(try Files.read(root + "/http") == "bb\n")
        #expect(try mode(root + "/http") == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: root) == ["http"])
        #expect(try Files.read(root + "/none") == nil)
    }
}
