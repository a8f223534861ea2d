import Messages
import SystemKit

/// The thread that owns all sockets of a process, or of a broker.
package enum SocketThread {
    /// - Throws: `ServiceError(.failed)`.
    package static func start(_ body: @escaping @Sendable () -> Void) throws(ServiceError) {
        do {
            try Platform.startThread(body)
        } catch {
            throw ServiceError(.failed, "The bus could not start its thread: \(error.reason).", cause: error)
        }
    }
}
