import HTTPTypes
import Hummingbird
import NIOCore
import Pages

extension PageRenderer {
    /// A screen as the answer to a request; no browser or proxy keeps it. One with a proof is not compressed, so that its
    /// length tells nothing about it.
    func response(
        _ screen: some Screen, _ frame: PageFrame = PageFrame(), for reader: Reader,
        status: HTTPResponse.Status = .ok
    ) -> Response {
        let isGuarded = GuardedForm.templates.contains(type(of: screen).template)
        return Response(
            status: status,
            headers: [
                .contentType: "text/html; charset=utf-8",
                .cacheControl: isGuarded ? "no-store, no-transform" : "no-store",
            ],
            body: .init(byteBuffer: ByteBuffer(string: html(screen, frame, for: reader))))
    }

    /// A screen that says why a request was refused, with `Retry-After` where it may succeed later.
    func response(
        _ screen: some Screen, _ frame: PageFrame = PageFrame(), for reader: Reader, refused problem: Problem
    ) -> Response {
        var response = response(screen, frame, for: reader, status: problem.status)
        if let after = problem.retryAfter { response.headers[.retryAfter] = String(after) }
        return response
    }
}
