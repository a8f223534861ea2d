import HTTPTypes
import Hummingbird
import NIOCore
import Pages

extension PageRenderer {
    /// A screen as the answer to a request; no browser or proxy keeps it.
    func response(
        _ screen: some Screen, _ frame: PageFrame = PageFrame(), for reader: Reader,
        status: HTTPResponse.Status = .ok
    ) -> Response {
        Response(
            status: status, headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(string: html(screen, frame, for: reader))))
    }
}
