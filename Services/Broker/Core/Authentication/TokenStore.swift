import Bus
import Messages
import SystemKit

/// The directory of tokens: one file per service name, mode 0600. Its first line is the token. A line `call
/// <RequestType>` allows a name that is not part of Pulsum to send that type.
struct TokenStore: Sendable {
    let directory: String

    struct Entry: Equatable {
        let token: [UInt8]
        let grants: Set<MessageType>
    }

    /// - Throws: `ServiceError` that names the file and its fault.
    func entry(_ name: WireName) throws -> Entry {
        let path = "\(directory)/\(name)"
        guard let bytes = try CredentialFile.read(path, .secret) else {
            throw ServiceError(.notFound, "There is no token file \(path).")
        }
        return try Self.parse(bytes[...], path: path)
    }

    static func parse(_ bytes: ArraySlice<UInt8>, path: String) throws -> Entry {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
            Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
        }
        let token = lines.removeFirst()
        guard !token.isEmpty else {
            throw ServiceError(.invalid, "\(path) begins with an empty line instead of a token.")
        }
        var grants: Set<MessageType> = []
        for line in lines where !line.isEmpty {
            let words = String(decoding: line, as: UTF8.self).split(separator: " ")
            guard words.count == 2, words[0] == "call",
                let request = Topology.requests.first(where: { $0.name == words[1] })
            else {
                throw ServiceError(
                    .invalid, "\(path): a line after the token must be `call` and the name of a request.")
            }
            grants.insert(request.type)
        }
        return Entry(token: token, grants: grants)
    }

    /// Compares in time independent of the token's content.
    static func matches(_ token: [UInt8], _ guess: UnsafeRawBufferPointer) -> Bool {
        var difference = token.count ^ guess.count
        for index in token.indices {
            difference |= Int(token[index] ^ (guess.isEmpty ? 0 : guess[index % guess.count]))
        }
        return difference == 0
    }
}
