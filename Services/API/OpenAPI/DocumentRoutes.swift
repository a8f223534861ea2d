import Foundation
import Hummingbird
import ServiceKit

/// The OpenAPI document for programs and for people. Both are open to everybody and hold no personal data.
struct DocumentRoutes {
    private let json: ByteBuffer
    private let page: ByteBuffer

    /// - Parameter assets: path of the static files.
    /// - Throws: the error of a type that cannot be recorded.
    init(assets: String, release: String = Release.name) throws {
        let document = try OpenAPIDocument()
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        json = ByteBuffer(data: try encoder.encode(document.json(release: release)))
        page = ByteBuffer(string: ReferencePage(document: document, release: release, assets: assets).html)
    }

    func add(to router: Router<EdgeContext>) {
        add("openapi.json", json, "application/json", to: router)
        add("api", page, "text/html; charset=utf-8", to: router)
    }

    private func add(_ path: RouterPath, _ content: ByteBuffer, _ type: String, to router: Router<EdgeContext>) {
        router.get(path) { _, _ in
            Response(
                status: .ok, headers: [.contentType: type, .cacheControl: "public, max-age=300"],
                body: .init(byteBuffer: content))
        }
    }
}
