import Messages
import Wire

/// Payloads to bytes and back.
enum Codec {
    /// - Throws: `TooLarge` where it has more bytes than `limit`; `WireError`; `BusError(.busy)` where memory is short.
    static func encode(_ message: some Message, limit: Int = .max) throws -> Frame {
        try WireEncoder().encode(message) { bytes in
            guard bytes.count <= limit else { throw TooLarge(count: bytes.count) }
            return try Frame(bytes)
        }
    }

    struct TooLarge: Error {
        let count: Int
    }

    /// nil is an empty payload.
    /// - Throws: `BusError(.invalid)`.
    static func decode<M: Message>(_ type: M.Type, from frame: Frame?) throws -> M {
        do {
            return try WireDecoder().decode(type, from: frame?.bytes ?? UnsafeRawBufferPointer(start: nil, count: 0))
        } catch {
            throw BusError(.invalid, "The payload is not a readable \(type).")
        }
    }

    /// The payload of an ERROR; empty where it cannot be made.
    static func frame(_ message: some Message) -> Frame { (try? encode(message)) ?? Frame() }
}

extension Codec {
    static func decode<M: Message>(_ type: M.Type, fromReply frame: Frame?, to request: MessageType) throws -> M {
        do {
            return try decode(type, from: frame)
        } catch {
            throw BusError(.failed, "The reply to \(request) cannot be read; its service may run another release.")
        }
    }
}
