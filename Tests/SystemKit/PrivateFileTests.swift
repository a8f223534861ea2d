import Foundation
import SystemKit
import Testing

@Suite struct PrivateFileTests {
    private let root = NSTemporaryDirectory() + "files-\(UInt64.random(in: .min ... .max))"

    init() throws { try PrivateFile.makeDirectory(root + "/a/b") }

    private func mode(_ path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    @Test("A file is created once, replaced atomically, private, and leaves no temporary file")
    func writing() throws {
        defer { try? FileManager.default.removeItem(atPath: root) }
        let path = root + "/a/b/file"
        #expect(try PrivateFile.create(path, [1]))
        #expect(try !PrivateFile.create(path, [2]))
        #expect(try PrivateFile.read(path, .secret) == [1])
        try PrivateFile.replace(path, [3, 4])
        #expect(try PrivateFile.read(path) == [3, 4])
        #expect(try mode(path) == 0o600 && mode(root + "/a") == 0o700)
        #expect(try PrivateFile.names(in: root + "/a/b").filter { !$0.hasPrefix(".") } == ["file"])
        #expect(throws: PrivateFile.Problem.self) { try PrivateFile.makeDirectory(path + "/below") }
    }

    @Test(
        "SEC a secret that others may read, a file that others may write, and a link are refused; a missing one is nil")
    func reading() throws {
        defer { try? FileManager.default.removeItem(atPath: root) }
        let path = root + "/file"
        #expect(try PrivateFile.read(path, .secret) == nil)
        try PrivateFile.create(path, [])
        #expect(try PrivateFile.read(path, .writeProtected) == [])
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        #expect(throws: PrivateFile.Problem.open) { try PrivateFile.read(path, .secret) }
        #expect(try PrivateFile.read(path, .writeProtected) == [])
        try FileManager.default.setAttributes([.posixPermissions: 0o622], ofItemAtPath: path)
        #expect(throws: PrivateFile.Problem.writable) { try PrivateFile.read(path, .writeProtected) }
        try FileManager.default.createSymbolicLink(atPath: root + "/link", withDestinationPath: path)
        #expect(try PrivateFile.read(root + "/link") == [])
        #expect(throws: PrivateFile.Problem.self) { try PrivateFile.read(root + "/link", throughLink: false) }
        #expect(throws: PrivateFile.Problem.noFile) { try PrivateFile.read(root, throughLink: false) }
        try FileManager.default.setAttributes([.posixPermissions: 0o750], ofItemAtPath: root)
        #expect(
            PrivateFile.isOpenToOthers(root) && !PrivateFile.isOpenToOthers(root + "/a")
                && !PrivateFile.isOpenToOthers(root + "/none"))
    }

    @Test("One open file holds a lock; the next gets it when the first is gone")
    func locks() throws {
        defer { try? FileManager.default.removeItem(atPath: root) }
        let path = root + "/lock"
        let second = try FileLock.holding(path) { try FileLock.attempting(path) { true } }
        #expect(second == nil)
        let third = try FileLock.attempting(path) { true }
        #expect(third == true)
        #expect(throws: SystemError.self) { try FileLock.holding(root + "/none/lock") {} }
    }
}

@Suite struct BinarySearchTests {
    @Test("The first index that satisfies the condition is the one a linear search finds")
    func sameAsLinear() {
        for count in 0...33 {
            for limit in -1...count {
                let found = (0..<count).map { $0 }.partitioningIndex { $0 >= limit }
                #expect(found == max(0, limit))
            }
        }
        #expect((Int64(-5)..<9).partitioningIndex { $0 * 2 >= 7 } == 4)
    }
}
