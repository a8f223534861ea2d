import Messages
import Wire

/// Encodes and decodes payloads.
package enum Codec {
    /// - Parameter field: capabilities to append at the end of the message.
    /// - Throws: `TooLarge` if the payload exceeds `limit` bytes; `WireError`; `ServiceError(.busy)` if memory is
    ///   short.
    static func encode(_ message: some Message, limit: Int = .max, appending field: CapabilityField? = nil) throws
        -> Frame
    {
        try WireEncoder().encode(message) { bytes in
            let count = bytes.count + (field?.bytes.count ?? 0)
            guard count <= limit else { throw TooLarge(count: count) }
            guard let field else { return try Frame(bytes) }
            let frame = try Frame(count: count)
            frame.mutableBytes.copyMemory(from: bytes)
            UnsafeMutableRawBufferPointer(rebasing: frame.mutableBytes[bytes.count...]).copyBytes(from: field.bytes)
            return frame
        }
    }

    struct TooLarge: Error {
        let count: Int
    }

    /// Decodes a payload; nil is an empty one.
    /// - Throws: `ServiceError(.invalid)`.
    package static func decode<M: Message>(_ type: M.Type, from frame: Frame?) throws -> M {
        do {
            return try WireDecoder().decode(type, from: frame?.bytes ?? UnsafeRawBufferPointer(start: nil, count: 0))
        } catch {
            throw ServiceError(.invalid, "The payload is not a readable \(type).", cause: error)
        }
    }

    /// The payload of an ERROR; empty if it cannot be encoded.
    package static func frame(_ message: some Message) -> Frame { (try? encode(message)) ?? Frame() }
}

extension Codec {
    static func decode<M: Message>(_ type: M.Type, fromReply frame: Frame?, to request: MessageType) throws -> M {
        do {
            return try decode(type, from: frame)
        } catch {
            throw ServiceError(
                .failed, "The reply to \(request) cannot be read; its service may run another release.",
                cause: (error as? ServiceError)?.cause ?? error)
        }
    }
}
