import Foundation
import Hummingbird
import ServiceKit
import Synchronization

/// The OpenAPI document for programs and for people. Both are open to everybody and hold no personal data. They are
/// made at the first request for one of them, because most installations never serve them.
struct DocumentRoutes {
    private struct Documents: Sendable {
        let json: ByteBuffer
        let page: ByteBuffer
    }

    private let documents: MadeOnce<Documents>

    /// - Parameter assets: path of the static files.
    init(_ operations: [Operation], assets: String, release: String = Release.name) {
        documents = MadeOnce {
            let document = try OpenAPIDocument(operations)
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return Documents(
                json: ByteBuffer(data: try encoder.encode(document.json(release: release))),
                page: ByteBuffer(string: ReferencePage(document: document, release: release, assets: assets).html))
        }
    }

    func add(to router: Router<EdgeContext>) {
        add("openapi.json", "application/json", to: router, \.json)
        add("api", "text/html; charset=utf-8", to: router, \.page)
    }

    private func add(
        _ path: RouterPath, _ type: String, to router: Router<EdgeContext>,
        _ content: @escaping @Sendable (Documents) -> ByteBuffer
    ) {
        router.get(path) { [documents] _, _ in
            Response(
                status: .ok, headers: [.contentType: type, .cacheControl: "public, max-age=300"],
                body: .init(byteBuffer: content(try await documents.value)))
        }
    }
}

/// A value that is made when it is first asked for, and kept. Who asks meanwhile waits without blocking a thread.
final class MadeOnce<Value: Sendable>: Sendable {
    private let make: @Sendable () throws -> Value
    private let making = Mutex<Task<Value, any Error>?>(nil)

    init(_ make: @escaping @Sendable () throws -> Value) { self.make = make }

    /// - Throws: the error of making it, each time.
    var value: Value {
        get async throws {
            let task = making.withLock { making in
                let task = making ?? Task { [make] in try make() }
                making = task
                return task
            }
            return try await task.value
        }
    }
}
