import Crypto
import Messages

/// The HMAC keys that prove a capability to be the API's: one file `capability.NAME` (mode 0600) per answering service,
/// held by that service and the API. Each line is 32 random bytes in hexadecimal, the newest first; during a rotation
/// both of two keys are valid.
public struct CapabilityKeys: Sendable {
    /// Searched in this order; the first directory with the file decides, so that an older copy elsewhere has no
    /// effect.
    let directories: [String]

    /// Keys in these directories; reads nothing yet.
    public init(directories: [String]) { self.directories = directories }

    /// The keys of a service, newest first; never empty.
    /// - Throws: `StartFailure` if there is none, or a file is accessible to others or malformed.
    func read(_ name: ServiceName) throws(StartFailure) -> [SymmetricKey] {
        for path in directories.map({ Self.path(of: name, in: $0) }) {
            guard let text = try Files.readSecret(path) else { continue }
            var keys: [SymmetricKey] = []
            for line in text.split(whereSeparator: \.isNewline) {
                guard let bytes = Self.bytes(line) else {
                    throw StartFailure(
                        "The capability key \(path) is malformed; delete it and start again, or run “pulsum keys create”, to make a new one."
                    )
                }
                keys.append(SymmetricKey(data: bytes))
            }
            if !keys.isEmpty { return keys }
        }
        throw StartFailure(
            "The capability key of \(name) is missing (\(directories.map { Self.path(of: name, in: $0) }.joined(separator: " or "))): without it \(name) cannot tell whose requests it may answer. Run “pulsum up” on one machine, or “pulsum keys create” where keys are made, and give the file to \(name) and api."
        )
    }

    static func path(of name: ServiceName, in directory: String) -> String { "\(directory)/capability.\(name)" }

    /// A new random key as a line of the file.
    static func line() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }.hexadecimal
    }

    private static func bytes(_ line: Substring) -> [UInt8]? {
        let text = line.trimming(while: \.isWhitespace)
        let digits = text.compactMap(\.hexDigitValue)
        guard digits.count == 64, text.utf8.count == 64 else { return nil }
        return stride(from: 0, to: 64, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
