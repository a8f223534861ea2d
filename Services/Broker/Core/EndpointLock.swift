import Bus
import Messages
import SystemKit

/// One broker per ipc path: a second bind would silently steal it (libzmq unlinks the socket file first). A kernel
/// lock, gone with its process.
struct EndpointLock: ~Copyable {
    private let lock: FileLock

    /// - Throws: `ServiceError(.conflict)` where a broker is alive there, `(.refused)` where other people may enter the
    ///   directory.
    init(path: String) throws(ServiceError) {
        if let slash = path.lastIndex(of: "/"), slash > path.startIndex {
            let directory = String(path[..<slash])
            guard !PrivateFile.isOpenToOthers(directory) else {
                throw ServiceError(
                    .refused,
                    "The directory \(directory) of the bus is open to other people of this machine; run: chmod 700 \(directory)"
                )
            }
        }
        let free: FileLock?
        do {
            free = try FileLock.attempt(path: path + ".lock")
        } catch {
            throw ServiceError(
                .invalid, "The bus cannot use \(path): \(error.reason). Check that the directory exists and is yours.",
                cause: error)
        }
        guard let held = free else {
            throw ServiceError(
                .conflict, "Another broker is running at \(path); stop it first, or choose another data directory.")
        }
        lock = held
    }
}
