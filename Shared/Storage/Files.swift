#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Creates an empty file of mode 0600; an existing file is left unchanged.
func createPrivateFile(_ path: String) throws {
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw StorageError(.open, "The file \(path) cannot be opened or made (\(systemMessage(errno))); check its directory.") }
    close(file)
}

/// The system's message for an error number, such as "Permission denied".
func systemMessage(_ number: Int32) -> String { String(cString: strerror(number)) }

/// Flushes a directory, so that a created or renamed entry survives a power loss.
func synchronizeDirectory(_ path: String) {
    let directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { return }
    fsync(directory)
    close(directory)
}
