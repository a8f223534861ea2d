import ServiceKit
import TestTraits
import Testing

@Suite(.tags(.processes)) struct WebOriginTests {
    @Test(
        "An origin is scheme, host and port in one form",
        arguments: [
            ("https://Pulsum.Example.", "https://pulsum.example"), ("https://a:443/", "https://a"),
            ("http://a:443", "http://a:443"),
            ("http://[::1]:8080", "http://[::1]:8080"), ("null", nil), ("https://a/b", nil), ("https://a@b", nil),
            ("https://", nil), ("ftp://a", nil),
            ("https://a:99999", nil), ("https://a:+1", nil),
        ] as [(String, String?)])
    func origins(text: String, description: String?) {
        #expect(WebOrigin(text)?.description == description)
    }
}
