import Foundation
import HTTPTypes
import Hummingbird
import Messages
import NIOCore

/// The fields of a form that a browser sent (`application/x-www-form-urlencoded`, WHATWG URL §5.1).
struct FormBody: Sendable {
    /// Longest body in bytes: the longest journal entry, every byte of it escaped.
    static let limit = 1 << 20

    let fields: [(name: String, value: String)]

    /// - Throws: `Problem`, 400, if it is not valid UTF-8.
    init(_ bytes: some Sequence<UInt8>) throws {
        fields = try bytes.split(separator: UInt8(ascii: "&")).map { pair in
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            return (try Self.decoded(parts[0]), parts.count > 1 ? try Self.decoded(parts[1]) : "")
        }
    }

    /// The first value of a field, without white space around it; nil if absent or empty.
    subscript(_ name: String) -> String? {
        guard let text = fields.first(where: { $0.name == name })?.value else { return nil }
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return trimmed.isEmpty ? nil : trimmed
    }

    /// The first value of a field as it was sent, such as a password; empty if absent.
    func exactly(_ name: String) -> String { fields.first { $0.name == name }?.value ?? "" }

    /// All values of a field, such as checked boxes.
    func all(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

    /// The version of the entry that the form shows; nil without one.
    var version: UInt64? { self["version"].flatMap { UInt64($0) } }

    /// An entry with this version, 0 for a form without one, which no entry has.
    func edited(_ id: EntityID) -> EditedVersion { EditedVersion(id: id, version: version ?? 0) }

    private static func decoded(_ bytes: some Sequence<UInt8>) throws -> String {
        var (result, rest) = ([UInt8](), Array(bytes)[...])
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                result.append(value)
                rest = rest.dropFirst(2)
            } else {
                result.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        guard let text = String(validating: result, as: UTF8.self) else {
            throw Problem.invalid("The form is not valid UTF-8.")
        }
        // Browsers send line ends as CR LF.
        return text.replacing("\r\n", with: "\n")
    }
}

extension Request {
    /// The fields of the form that was sent.
    /// - Throws: `Problem`, 413, if it is too large.
    func form() async throws -> FormBody { try FormBody(try await formBytes().readableBytesView) }

    /// The bytes of the form that was sent.
    /// - Throws: `Problem`, 413, if it is too large.
    func formBytes() async throws -> ByteBuffer {
        do {
            return try await body.collect(upTo: FormBody.limit)
        } catch is NIOTooManyBytesError {
            throw Problem(status: .contentTooLarge, code: "tooLarge", detail: "This text is too long to be saved.")
        }
    }
}

/// Limits the body of unauthenticated requests to a few KiB, before it is read.
struct OpenBody: RouterMiddleware {
    /// Bytes.
    let limit: Int

    func handle(_ request: Request, context: EdgeContext, next: (Request, EdgeContext) async throws -> Response)
        async throws -> Response
    {
        let tooLarge = Problem(
            status: .contentTooLarge, code: "tooLarge",
            detail: "Before sign-in a request body has at most \(limit >> 10) KiB.")
        guard (request.headers[.contentLength].flatMap { Int($0) } ?? 0) <= limit else { throw tooLarge }
        var request = request
        do {
            request.body = .init(buffer: try await request.body.collect(upTo: limit))
        } catch is NIOTooManyBytesError {
            throw tooLarge
        }
        return try await next(request, context)
    }
}
