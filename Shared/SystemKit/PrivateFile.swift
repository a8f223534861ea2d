#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Small files that hold keys, tokens and addresses. They are read whole, written atomically, and created without
/// access for others.
package enum PrivateFile {
    /// The access that others may have to a file that is read.
    package enum Demand {
        /// Any access.
        case none
        /// Others may neither read nor write. A file of another account, such as a mounted secret, must only not be
        /// writable for the group and others.
        case secret
        /// Others may not write.
        case writeProtected
    }

    /// Why a file was refused.
    package enum Problem: Error, Equatable {
        /// A system call failed with this `errno`.
        case system(Int32)
        /// A secret file is readable or writable for others.
        case open
        /// The file is writable for others.
        case writable
        /// The path is a directory, socket or link.
        case noFile

        static var lastFailure: Problem { .system(errno) }

        /// The reason, for the middle of a sentence.
        package var sentence: String {
            switch self {
            case .system(let number): Platform.message(number)
            case .open: "others may read or write it"
            case .writable: "others may write it"
            case .noFile: "it is not a file"
            }
        }
    }

    /// Limit on the bytes read from a file.
    package static let maximumBytes = 1 << 16

    /// The first `maximumBytes` bytes of a file or a pipe; nil if it does not exist.
    /// - Parameters:
    ///   - demand: the permissions that the file must have.
    ///   - throughLink: false refuses symbolic links and all but regular files.
    /// - Throws: `Problem` if the permissions are too wide, the type is refused or a system call fails.
    package static func read(_ path: String, _ demand: Demand = .none, throughLink: Bool = true) throws(Problem)
        -> [UInt8]?
    {
        let file = open(path, O_RDONLY | O_CLOEXEC | (throughLink ? 0 : O_NOFOLLOW))
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw .lastFailure
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw .lastFailure }
        if !throughLink, status.st_mode & S_IFMT != S_IFREG { throw .noFile }
        try check(status, demand)
        return try read(file)
    }

    private static func check(_ status: stat, _ demand: Demand) throws(Problem) {
        let isOurs = status.st_uid == geteuid()
        switch demand {
        case .none: return
        case .secret: if status.st_mode & (isOurs ? 0o077 : 0o022) != 0 { throw .open }
        case .writeProtected: if status.st_mode & 0o022 != 0 { throw .writable }
        }
    }

    /// The first `maximumBytes` bytes of an open file or pipe.
    /// - Throws: `Problem.system`.
    package static func read(_ file: Int32) throws(Problem) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: maximumBytes)
        var count = 0
        while count < maximumBytes {
            let more = bytes.withUnsafeMutableBytes {
                systemRead(file, $0.baseAddress.map { $0 + count }, maximumBytes - count)
            }
            if more < 0, errno == EINTR { continue }
            guard more >= 0 else { throw .lastFailure }
            guard more > 0 else { break }
            count += more
        }
        return Array(bytes[..<count])
    }

    /// Creates a file of mode 0600 unless it exists; never replaces one. If several processes do so together, one
    /// succeeds, and all read its content afterwards.
    /// - Returns: false if the file existed.
    /// - Throws: `Problem.system`.
    @discardableResult
    package static func create(_ path: String, _ content: [UInt8]) throws(Problem) -> Bool {
        let temporary = try writeTemporary(beside: path, content)
        // `link` never replaces a file, so the first process wins.
        let status = link(temporary, path)
        let reason = errno
        unlink(temporary)
        guard status == 0 else {
            guard reason == EEXIST else { throw .system(reason) }
            return false
        }
        synchronizeDirectory(of: path)
        return true
    }

    /// Opens a new file of mode 0600 for writing. The file never exists with other permissions, is never another one's,
    /// and no link leads elsewhere.
    /// - Throws: `Problem.system`, with `EEXIST` if there is something at the path.
    package static func openNew(_ path: String) throws(Problem) -> Int32 {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .lastFailure }
        return file
    }

    /// Gives a complete file its name without replacing another one. On a file system without hard links the check and the
    /// rename are two steps: a file that appears between them is replaced.
    /// - Throws: `Problem.system`, with `EEXIST` if there is something at the new path; the file keeps its name then.
    package static func name(_ temporary: String, _ path: String) throws(Problem) {
        if link(temporary, path) == 0 {
            unlink(temporary)
        } else {
            // Some file systems, such as exFAT, have no links.
            guard [EPERM, ENOSYS, ENOTSUP, EOPNOTSUPP, EMLINK].contains(errno) else { throw .lastFailure }
            guard !exists(path) else { throw .system(EEXIST) }
            guard rename(temporary, path) == 0 else { throw .lastFailure }
        }
        synchronizeDirectory(of: path)
    }

    /// Denies the group and others every access to the files and directories that this process and its children make,
    /// also where a library opens them.
    package static func limitNewFiles() { umask(0o077) }

    /// Replaces a file by one of mode 0600. Readers see the old or the new content, even after a power loss.
    /// - Throws: `Problem.system`.
    package static func replace(_ path: String, _ content: [UInt8]) throws(Problem) {
        let temporary = try writeTemporary(beside: path, content)
        guard rename(temporary, path) == 0 else {
            let reason = errno
            unlink(temporary)
            throw .system(reason)
        }
        synchronizeDirectory(of: path)
    }

    private static func writeTemporary(beside path: String, _ content: [UInt8]) throws(Problem) -> String {
        let temporary = "\(path).\(Platform.processID).\(UInt64.random(in: .min ... .max))"
        let file = try openNew(temporary)
        defer { close(file) }
        guard content.withUnsafeBytes({ Platform.write(file, $0) }), fsync(file) == 0 else {
            let reason = errno
            unlink(temporary)
            throw .system(reason)
        }
        return temporary
    }

    /// Creates an empty file of mode 0600 unless it exists.
    /// - Throws: `SystemError`.
    package static func touch(_ path: String) throws(SystemError) {
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw SystemError("The file \(path) cannot be opened or made") }
        close(file)
    }

    /// Removes a file; errors are ignored.
    package static func remove(_ path: String) { unlink(path) }

    /// Returns true if there is something at the path.
    package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    // MARK: Directories

    /// Creates a directory and its missing parents with mode 0700.
    /// - Throws: `Problem.system`.
    package static func makeDirectory(_ path: String) throws(Problem) {
        guard mkdir(path, 0o700) != 0, errno != EEXIST else { return }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else { throw .lastFailure }
        try makeDirectory(String(path[..<slash]))
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .lastFailure }
    }

    /// The directory part of a path.
    package static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Makes a created or renamed entry durable; errors are ignored.
    package static func synchronizeDirectory(of path: String) {
        let file = open(directory(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard file >= 0 else { return }
        fsync(file)
        close(file)
    }

    /// The names in a directory, sorted, including `.` and `..`; empty if it does not exist.
    /// - Throws: `Problem.system`.
    package static func names(in directory: String) throws(Problem) -> [String] {
        guard let stream = opendir(directory) else {
            if errno == ENOENT { return [] }
            throw .lastFailure
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
                    String(cString: $0)
                }
            }
            names.append(name)
        }
        return names.sorted()
    }

    /// Returns true if the group or others have any access; false if there is nothing at the path.
    package static func isOpenToOthers(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & 0o077 != 0
    }
}

private let systemRead = read
