import Testing

@testable import API

/// Forms with a file, as browsers send them.
@Suite struct MultipartFormTests {
    private let type = "multipart/form-data; boundary=----WebKitFormBoundaryAb1"

    private func body(_ name: String = "mine.json", _ content: String = "[1]\r\n--x", field: String = "file") -> [UInt8]
    {
        Array(
            """
            ------WebKitFormBoundaryAb1\r
            Content-Disposition: form-data; name="key"\r
            \r
            7\r
            ------WebKitFormBoundaryAb1\r
            Content-Disposition: form-data; name="\(field)"; filename="\(name)"\r
            Content-Type: application/json\r
            \r
            \(content)\r
            ------WebKitFormBoundaryAb1--\r

            """.utf8)
    }

    @Test("WEB-5 A file arrives as it was sent, with its name without folders")
    func file() throws {
        let file = try #require(try MultipartForm(body(), contentType: type).file("file"))
        #expect(file.name == "mine.json")
        #expect(Array(file.bytes) == Array("[1]\r\n--x".utf8))
        let folders = try MultipartForm(body("C:\\a/b \u{00FC}%22.json"), contentType: type).file("file")
        #expect(folders?.name == "b \u{00FC}\".json")
        let quoted = "multipart/form-data; boundary=\"----WebKitFormBoundaryAb1\"; charset=utf-8"
        #expect(try MultipartForm(body(), contentType: quoted).file("file") != nil)
    }

    @Test("WEB-5 No chosen file, another field and a field without file are no file")
    func absent() throws {
        #expect(try MultipartForm(body("", ""), contentType: type).file("file") == nil)
        #expect(try MultipartForm(body(field: "other"), contentType: type).file("file") == nil)
        #expect(try MultipartForm(body(), contentType: type).file("key") == nil)
    }

    @Test("WEB-5 The texts beside a file are read, a file is no text")
    func texts() throws {
        let form = try MultipartForm(body(), contentType: type)
        #expect(form.text("key") == "7")
        #expect(form.text("file") == nil)
        #expect(form.text("other") == nil)
    }

    @Test("WEB-5 A form cut off anywhere, or with another boundary, is refused")
    func malformed() throws {
        let whole = body()
        // The last line end may be missing.
        for length in 0..<(whole.count - 4) {
            #expect(throws: Problem.self, "\(length)") {
                _ = try MultipartForm(Array(whole.prefix(length)), contentType: type)
            }
        }
        for type in ["multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=other"] {
            #expect(throws: Problem.self) { _ = try MultipartForm(whole, contentType: type) }
        }
        #expect(throws: Problem.self, "endless headers") {
            _ = try MultipartForm(
                Array("------WebKitFormBoundaryAb1\r\n".utf8) + [UInt8](repeating: 97, count: 5_000) + whole,
                contentType: type)
        }
    }
}
