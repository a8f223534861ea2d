import Messages
import SystemKit

/// A small file that decides who may talk: a token, a secret or public key. Read at every handshake; never through a
/// symbolic link.
package enum CredentialFile {
    /// Nil where there is none.
    /// - Throws: `ServiceError` that says what is wrong with the file.
    package static func read(_ path: String, _ demand: PrivateFile.Demand) throws(ServiceError) -> [UInt8]? {
        let bytes: [UInt8]?
        do {
            bytes = try PrivateFile.read(path, demand, throughLink: false)
        } catch {
            switch error {
            case .system: throw ServiceError(.invalid, "\(path) cannot be read: \(error.sentence).", cause: error)
            case .open: throw ServiceError(.refused, "\(path) can be read by others; set its mode to 0600.")
            case .writable: throw ServiceError(.refused, "\(path) can be written by others; set its mode to 0644.")
            case .noFile: throw ServiceError(.invalid, "\(path) is not a file.")
            }
        }
        guard bytes?.isEmpty != true else { throw ServiceError(.invalid, "\(path) is empty.") }
        return bytes
    }

    /// The names in a directory, sorted; none where it does not exist.
    /// - Throws: `ServiceError` where it cannot be read.
    static func names(in directory: String) throws(ServiceError) -> [String] {
        do {
            return try PrivateFile.names(in: directory)
        } catch {
            throw ServiceError(.invalid, "\(directory) cannot be read: \(error.sentence).", cause: error)
        }
    }
}
