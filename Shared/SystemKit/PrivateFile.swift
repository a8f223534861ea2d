#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Small files that hold keys, tokens and addresses: read whole, written complete or not at all, never open to others
/// by our own doing.
package enum PrivateFile {
    /// Who else may have access to a file that is read.
    package enum Demand {
        /// Anybody.
        case none
        /// Nobody else may read or write it. A mounted one that belongs to another account must only not be writable
        /// for the group and others.
        case secret
        /// Nobody else may write it.
        case unforgeable
    }

    /// Why a file cannot be used.
    package enum Problem: Error, Equatable {
        /// The system refused, for this reason.
        case system(String)
        /// Others may read or write what must be secret.
        case open
        /// Others may write it.
        case writable
        /// A directory, socket or link.
        case noFile

        static var lastFailure: Problem { .system(Platform.message(errno)) }

        /// The reason, for the middle of a sentence.
        package var sentence: String {
            switch self {
            case .system(let reason): reason
            case .open: "others may read or write it"
            case .writable: "others may write it"
            case .noFile: "it is not a file"
            }
        }
    }

    /// Bytes of the longest file that is read whole.
    package static let longest = 1 << 16

    /// The first `longest` bytes of a file or a pipe; nil where there is none.
    /// - Parameter throughLink: false refuses a symbolic link and whatever is not a regular file.
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
        case .unforgeable: if status.st_mode & 0o022 != 0 { throw .writable }
        }
    }

    /// The first `longest` bytes of an open file or pipe.
    package static func read(_ file: Int32) throws(Problem) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: longest)
        var count = 0
        while count < longest {
            let more = bytes.withUnsafeMutableBytes {
                systemRead(file, $0.baseAddress.map { $0 + count }, longest - count)
            }
            if more < 0, errno == EINTR { continue }
            guard more >= 0 else { throw .lastFailure }
            guard more > 0 else { break }
            count += more
        }
        return Array(bytes[..<count])
    }

    /// Makes a file of mode 0600 unless it exists; never replaces. Where several processes do so at once, one succeeds
    /// and all read the same afterwards.
    /// - Returns: false where it existed.
    @discardableResult
    package static func create(_ path: String, _ content: [UInt8]) throws(Problem) -> Bool {
        let temporary = try writeTemporary(beside: path, content)
        // `link` never replaces: the first process wins.
        let status = link(temporary, path)
        let reason = errno
        unlink(temporary)
        guard status == 0 else {
            guard reason == EEXIST else { throw .system(Platform.message(reason)) }
            return false
        }
        synchronizeDirectory(of: path)
        return true
    }

    /// Replaces a file by one of mode 0600; a reader sees the old or the new content, also after a power cut.
    package static func replace(_ path: String, _ content: [UInt8]) throws(Problem) {
        let temporary = try writeTemporary(beside: path, content)
        guard rename(temporary, path) == 0 else {
            let reason = errno
            unlink(temporary)
            throw .system(Platform.message(reason))
        }
        synchronizeDirectory(of: path)
    }

    private static func writeTemporary(beside path: String, _ content: [UInt8]) throws(Problem) -> String {
        let temporary = "\(path).\(Platform.processID).\(UInt64.random(in: .min ... .max))"
        let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .lastFailure }
        defer { close(file) }
        guard content.withUnsafeBytes({ Platform.write(file, $0) }), fsync(file) == 0 else {
            let reason = errno
            unlink(temporary)
            throw .system(Platform.message(reason))
        }
        return temporary
    }

    /// Makes an empty file of mode 0600; an existing one stays as it is.
    package static func touch(_ path: String) throws(SystemError) {
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw SystemError("The file \(path) cannot be opened or made") }
        close(file)
    }

    package static func remove(_ path: String) { unlink(path) }

    package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    // MARK: Directories

    /// Makes a directory and what is missing above it; new ones are 0700.
    package static func makeDirectory(_ path: String) throws(Problem) {
        guard mkdir(path, 0o700) != 0, errno != EEXIST else { return }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else { throw .lastFailure }
        try makeDirectory(String(path[..<slash]))
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .lastFailure }
    }

    /// The directory that a path lies in.
    package static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Makes a created or renamed entry survive a power cut.
    package static func synchronizeDirectory(of path: String) {
        let file = open(directory(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard file >= 0 else { return }
        fsync(file)
        close(file)
    }

    /// The names in a directory, sorted; none where it does not exist.
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

    /// Whether the group or others have any access; false where there is nothing at the path.
    package static func isOpenToOthers(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & 0o077 != 0
    }
}

private let systemRead = read
