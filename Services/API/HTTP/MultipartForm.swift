import Foundation
import HTTPTypes
import Hummingbird
import Messages
import NIOCore

/// A file and the other texts that a browser's form sent (`multipart/form-data`, RFC 7578), for pages whose upload
/// works without script.
struct MultipartForm {
    /// A file as the browser named it.
    struct File {
        /// The file's name without folders; empty if the browser sent none.
        var name: String
        var bytes: ArraySlice<UInt8>
    }

    /// Room in bytes for boundaries and headers in addition to the file.
    static let overhead = 16 << 10
    /// Most bytes of a part's headers.
    private static let maximumHeaderBytes = 4 << 10
    /// Parts of a form, at most: pages send fewer than ten.
    private static let maximumParts = 16

    private let parts: [(headers: String, body: ArraySlice<UInt8>)]

    /// - Parameter contentType: of the request, with the boundary.
    /// - Throws: `Problem`, 400, if the body is not such a form.
    init(_ bytes: [UInt8], contentType: String) throws {
        let malformed = Problem.invalid("The form is malformed; send it again.")
        guard let boundary = Self.parameter("boundary", of: contentType), (1...70).contains(boundary.utf8.count) else {
            throw malformed
        }
        let (line, blank) = (Array("\r\n".utf8), Array("\r\n\r\n".utf8))
        let first = Array("--\(boundary)".utf8)
        guard bytes.starts(with: first) else { throw malformed }
        var (rest, parts) = (bytes[first.count...], [(headers: String, body: ArraySlice<UInt8>)]())
        while !rest.starts(with: Array("--".utf8)) {
            guard parts.count < Self.maximumParts, rest.starts(with: line),
                let head = rest.prefix(Self.maximumHeaderBytes).firstRange(of: blank),
                let headers = String(validating: rest[..<head.lowerBound], as: UTF8.self),
                let end = rest[head.upperBound...].firstRange(of: line + first)
            else { throw malformed }
            parts.append((headers, rest[head.upperBound..<end.lowerBound]))
            rest = rest[end.upperBound...]
        }
        self.parts = parts
    }

    /// The file in a field; nil if there is none or nothing was chosen.
    func file(_ field: String) -> File? {
        for part in parts {
            let headers = part.headers.split(separator: "\r\n")
            guard let header = headers.first(where: { $0.lowercased().hasPrefix("content-disposition:") }),
                Self.parameter("name", of: header) == field, let name = Self.parameter("filename", of: header),
                !name.isEmpty || !part.body.isEmpty
            else { continue }
            return File(name: name.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? "", bytes: part.body)
        }
        return nil
    }

    /// The text in a field that is no file, without white space around it; nil if there is none or it is empty.
    func text(_ field: String) -> String? {
        for part in parts {
            let headers = part.headers.split(separator: "\r\n")
            guard let header = headers.first(where: { $0.lowercased().hasPrefix("content-disposition:") }),
                Self.parameter("name", of: header) == field, Self.parameter("filename", of: header) == nil,
                let text = String(validating: part.body, as: UTF8.self)
            else { continue }
            let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
            return trimmed.isEmpty ? nil : trimmed
        }
        return nil
    }

    /// A parameter of a header. Browsers escape quotation marks and line ends of file names as `%22`, `%0D`, `%0A`
    /// (WHATWG HTML, multipart/form-data encoding algorithm).
    private static func parameter(_ name: String, of header: some StringProtocol) -> String? {
        for part in header.split(separator: ";").dropFirst() {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, pair[0].trimmingCharacters(in: .whitespaces).lowercased() == name else { continue }
            var value = pair[1].trimmingCharacters(in: .whitespaces)
            if value.count >= 2, value.hasPrefix("\""), value.hasSuffix("\"") {
                value = String(value.dropFirst().dropLast())
            }
            return value.replacing("%22", with: "\"").replacing("%0D", with: "").replacing("%0A", with: "")
        }
        return nil
    }
}

extension Request {
    /// The multipart form that was sent.
    /// - Parameter limit: most bytes of its file.
    /// - Throws: `Problem`: 413 if it is too large, 415 for another type, 400 if it is malformed.
    func multipartForm(limit: Int) async throws -> MultipartForm {
        guard let type = headers[.contentType], type.lowercased().hasPrefix("multipart/form-data") else {
            throw Problem(
                status: .unsupportedMediaType, code: "unsupportedMedia", detail: "A form with a file is expected.")
        }
        do {
            let bytes = try await body.collect(upTo: limit + MultipartForm.overhead)
            return try MultipartForm(Array(bytes.readableBytesView), contentType: type)
        } catch is NIOTooManyBytesError {
            throw Problem(
                status: .contentTooLarge, code: "tooLarge", detail: "A file here has at most \(limit >> 20) MiB.")
        }
    }
}
