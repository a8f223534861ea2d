import Foundation
import SystemKit

/// A file that gets its name only once it is complete, and replaces none. From its first instant only its owner can
/// read it.
struct NewFile {
    private let path: String
    private let temporary: String
    private let handle: FileHandle

    init(path: String) throws(CLIError) {
        self.path = path
        // A name of its own: what an interrupted command left does not matter, and nobody can make it before.
        temporary = "\(path).\(String(UInt64.random(in: .min ... .max), radix: 16)).part"
        handle = try Self.open(temporary, as: path)
    }

    /// A new file without a name to come, such as one of a directory that only its owner reads.
    /// - Parameter name: in error messages; nil for the path.
    static func open(_ path: String, as name: String? = nil) throws(CLIError) -> FileHandle {
        do {
            return FileHandle(fileDescriptor: try PrivateFile.openNew(path), closeOnDealloc: true)
        } catch {
            throw CLIError(
                "\(name ?? path) cannot be written (\(error.sentence)); check the directory and its permissions.")
        }
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
        do {
            try PrivateFile.name(temporary, path)
        } catch PrivateFile.Problem.system(EEXIST) {
            throw CLIError("\(path) exists already; choose another name.")
        } catch {
            throw CLIError("\(path) cannot be written (\(error.sentence)).")
        }
    }

    func discard() {
        try? handle.close()
        PrivateFile.remove(temporary)
    }
}
