import Foundation

/// A file that gets its name only once it is complete. Only its owner can read it.
struct NewFile {
    private let path: String
    private let handle: FileHandle

    init(path: String) throws(CLIError) {
        self.path = path
        guard
            FileManager.default.createFile(
                atPath: path + ".part", contents: nil, attributes: [.posixPermissions: 0o600]),
            let handle = FileHandle(forWritingAtPath: path + ".part")
        else { throw CLIError("\(path) cannot be written; check the directory and its permissions.") }
        self.handle = handle
    }

    func write(_ bytes: [UInt8]) throws(CLIError) {
        do {
            try handle.write(contentsOf: bytes)
        } catch {
            throw CLIError("\(path) cannot be written; is the disk full?")
        }
    }

    func finish() throws {
        try handle.synchronize()
        try handle.close()
        try FileManager.default.moveItem(atPath: path + ".part", toPath: path)
    }

    func discard() {
        try? handle.close()
        try? FileManager.default.removeItem(atPath: path + ".part")
    }
}
