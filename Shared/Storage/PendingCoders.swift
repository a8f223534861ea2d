import Foundation
import Messages
struct WireEncoder { func encode<M: Message>(_ message: M) throws -> [UInt8] { [UInt8](try JSONEncoder().encode(message)) } }
struct WireDecoder { func decode<M: Message>(_ type: M.Type, from bytes: [UInt8]) throws -> M { try JSONDecoder().decode(type, from: Data(bytes)) } }
