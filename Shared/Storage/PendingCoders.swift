import Messages
struct WireEncoder { func encode<M: Message>(_ message: M) throws -> [UInt8] { throw BusError(.failed, "The wire coder is not built in.") } }
struct WireDecoder { func decode<M: Message>(_ type: M.Type, from bytes: [UInt8]) throws -> M { throw BusError(.failed, "The wire coder is not built in.") } }
