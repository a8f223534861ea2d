import Foundation
import Hummingbird

/// The static files of the page, loaded once at start.
struct WebPage {
    private static let types = [
        "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
        "svg": "image/svg+xml",
    ]

    func add(to router: Router<EdgeContext>) throws {
        guard let folder = Bundle.module.resourceURL?.appendingPathComponent("Assets") else {
            throw CocoaError(.fileNoSuchFile)
        }
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
            let file = folder.appendingPathComponent(name)
            guard let type = Self.types[file.pathExtension] else { continue }
            let content = ByteBuffer(data: try Data(contentsOf: file))
            router.get(name == "index.html" ? "" : RouterPath(name)) { _, _ in
                Response(
                    status: .ok, headers: [.contentType: type, .cacheControl: "no-cache"],
                    body: .init(byteBuffer: content))
            }
        }
    }
}
