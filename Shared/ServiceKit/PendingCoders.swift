import Messages

struct WireDecoder {
    func decode<M: Message>(_ type: M.Type, from bytes: [UInt8]) throws -> M { throw BusError(.failed, "The wire coder is not built in.") }
}
