import Messages

struct WireEncoder { func encode(_ message: some Message) throws -> [UInt8] { throw BusError(.failed, "The wire coder is not built in.") } }
struct WireDecoder {
    func decode<M: Message>(_ type: M.Type, from bytes: UnsafeRawBufferPointer) throws -> M { throw BusError(.failed, "The wire coder is not built in.") }
}
