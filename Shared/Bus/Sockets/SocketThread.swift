import Messages
import SystemKit

/// The thread that owns all sockets of a process, or of a broker.
package enum SocketThread {
    /// - Throws: `BusError(.failed)`.
    package static func start(_ body: @escaping @Sendable () -> Void) throws(BusError) {
        do {
            try Platform.startThread(body)
        } catch {
            throw BusError(.failed, "The bus could not start its thread: \(error.reason).")
        }
    }
}
