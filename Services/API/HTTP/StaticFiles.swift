import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import Messages
import ServiceKit

/// The static files of the pages, loaded once at start. Their path contains the digest of all, so that browsers keep
/// them for good and a new release has new addresses.
struct StaticFiles: Sendable {
    /// Path of the folder, without a slash at its end.
    let path: String
    private let files: [(name: String, type: String, content: ByteBuffer)]

    private static let types = [
        "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
        "svg": "image/svg+xml", "png": "image/png", "webmanifest": "application/manifest+json",
    ]

    /// - Throws: if the files of this release cannot be read.
    init() throws {
        guard let folder = Bundle.module.resourceURL?.appendingPathComponent("Assets") else {
            throw CocoaError(.fileNoSuchFile)
        }
        var (digest, files) = (SHA256(), [(name: String, type: String, content: ByteBuffer)]())
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() {
            let file = folder.appendingPathComponent(name)
            guard let type = Self.types[file.pathExtension] else { continue }
            var content = try Data(contentsOf: file)
            if file.pathExtension == "js" { content = Self.withoutComments(content) }
            digest.update(data: Data("\(name)\0\(content.count)\0".utf8) + content)
            files.append((name, type, ByteBuffer(data: content)))
        }
        self.files = files
        path = "/assets/" + digest.finalize().prefix(8).hexadecimal
    }

    /// A script as browsers load it: without lines that are empty or comments, which are a sixth of all.
    static func withoutComments(_ script: Data) -> Data {
        let lines = script.split(separator: UInt8(ascii: "\n")).filter { line in
            let text = line.drop { $0 == UInt8(ascii: " ") }
            return !["//", "/*", "* ", "*/"].contains { text.starts(with: $0.utf8) }
        }
        return Data(lines.joined(separator: "\n".utf8)) + Data("\n".utf8)
    }

    func add(to router: Router<EdgeContext>) {
        for file in files {
            router.get(RouterPath("\(path)/\(file.name)")) { _, _ in
                Response(
                    status: .ok,
                    headers: [.contentType: file.type, .cacheControl: "public, max-age=31536000, immutable"],
                    body: .init(byteBuffer: file.content))
            }
        }
        addWorker(to: router)
    }

    /// The service worker, at the root because a worker serves the pages below its own path. It is the same for
    /// everybody. The names and the digest before it change with each release, so that browsers fetch everything again.
    private func addWorker(to router: Router<EdgeContext>) {
        guard let worker = files.first(where: { $0.name == "offline/worker.js" }) else { return }
        let names = files.map { "\"\($0.name)\"" }.joined(separator: ", ")
        var content = ByteBuffer(
            string: "const RELEASE = \"\(Release.name)\";\nconst SHELL = \"\(path)\";\nconst FILES = [\(names)];\n")
        content.writeImmutableBuffer(worker.content)
        router.get("worker.js") { [content] _, _ in
            Response(
                status: .ok, headers: [.contentType: worker.type, .cacheControl: "no-cache"],
                body: .init(byteBuffer: content))
        }
    }
}
