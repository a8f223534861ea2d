import Messages
import Wire

/// Payloads to bytes and back.
enum Codec {
    static func encode(_ message: some Message) throws -> [UInt8] {
        throw BusError(.failed, "The wire format is not built in yet.")
    }
}
