#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A file's bytes, mapped read-only. Processes that map the same file share its memory.
final class MappedFile: Sendable {
    /// Never written, and mapped for the lifetime of this object, so concurrent reads are safe.
    nonisolated(unsafe) let bytes: UnsafeRawBufferPointer

    /// - Throws: `ModelError.missing` if the file does not exist, `.unreadable` for other reasons.
    init(path: String) throws(ModelError) {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw errno == ENOENT ? .missing(path) : .unreadable(path) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_size > 0 else { throw .unreadable(path) }
        let size = Int(status.st_size)
        guard let start = mmap(nil, size, PROT_READ, MAP_SHARED, file, 0), start != MAP_FAILED else {
            throw .unreadable(path)
        }
        bytes = UnsafeRawBufferPointer(start: start, count: size)
    }

    deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }
}
