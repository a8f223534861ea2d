import Foundation
import Hummingbird
import HummingbirdTesting
import Messages
import Testing

@testable import API

@Suite struct OpenAPITests {
    private func document() throws -> [String: Any] {
        let json = try JSONEncoder().encode(
            try OpenAPIDocument(APIApplication.declared().operations).json(release: "test"))
        return try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    }

    @Test("WEB-10 every route is declared once, with a sentence") func complete() throws {
        let operations = try APIApplication.declared().operations
        let described = operations.map(\.route)
        #expect(Set(described).count == described.count)
        #expect(described.count > 100)
        #expect(Set(operations.map(\.identifier)).count == described.count)
        for operation in operations { #expect(operation.summary.hasSuffix("."), "\(operation.route)") }
    }

    @Test("WEB-10 every schema that the document refers to is in it, and none is unused")
    func references() throws {
        let document = try document()
        var used: Set<String> = []
        func visit(_ value: Any) {
            if let object = value as? [String: Any] {
                if let reference = object["$ref"] as? String, reference.contains("/schemas/") {
                    used.insert(String(reference.split(separator: "/").last ?? ""))
                }
                object.values.forEach(visit)
            } else if let array = value as? [Any] {
                array.forEach(visit)
            }
        }
        visit(document)
        let components = try #require((document["components"] as? [String: Any])?["schemas"] as? [String: Any])
        #expect(used == Set(components.keys))
    }

    @Test("WEB-10 an operation says who may use it, what it takes and what it answers")
    func operation() throws {
        let paths = try #require(try document()["paths"] as? [String: [String: [String: Any]]])
        let route = try #require(paths["/v1/check-ins"]?["post"])
        #expect((route["security"] as? [[String: Any]])?.map(\.keys.first) == ["session"])
        let responses = try #require(route["responses"] as? [String: Any])
        #expect(
            responses.keys.sorted() == [
                "201", "400", "401", "403", "410", "413", "421", "429", "500", "503", "504", "507",
            ])
        #expect((route["parameters"] as? [[String: Any]])?.compactMap { $0["name"] as? String } == ["Idempotency-Key"])
        let today = try #require(paths["/v1/today"]?["get"])
        #expect((today["security"] as? [[String: Any]])?.compactMap(\.keys.first) == ["session", "token", "key"])
        #expect((paths["/v1/setup"]?["get"]?["security"] as? [Any])?.isEmpty == true)
    }

    private struct Sample: Codable, WritesNull {
        var text: String
        var count: Int32?
        var days: [Day]
        var byName: [String: EntityID]
        var flag: ContextFlag?
        var inner: Baseline
    }

    @Test("WEB-10 a schema follows from what a type's decoder asks for")
    func recorded() throws {
        let recorder = SchemaRecorder(.response)
        guard case .component(let name) = try recorder.schema(of: Sample.self),
            case .object(let fields) = recorder.components[name]
        else {
            Issue.record("no object")
            return
        }
        #expect(fields.map(\.name) == ["text", "count", "days", "byName", "flag", "inner"])
        #expect(fields.map(\.mayBeNull) == [false, true, false, false, true, false])
        #expect(fields.allSatisfy { $0.isRequired })
        #expect(
            fields.map(\.schema) == [
                .string, .integer(-2_147_483_648, 2_147_483_647), .array(.day), .map(.uuid), .component("ContextFlag"),
                .component("Baseline"),
            ])
        #expect(recorder.components["ContextFlag"] == .names(ContextFlag.names.map(\.name)))
        // In a message of the bus an absent value is left out; in a request it may be null as well.
        for (direction, mayBeNull) in [(SchemaRecorder.Direction.response, false), (.request, true)] {
            let recorder = SchemaRecorder(direction)
            _ = try recorder.schema(of: ScoreTrend.self)
            guard case .object(let fields) = recorder.components["ScoreTrend"] else { continue }
            let mean = try #require(fields.first { $0.name == "mean" })
            #expect(!mean.isRequired && mean.mayBeNull == mayBeNull)
        }
    }

    @Test("WEB-10 the document and its page are open and cacheable")
    func served() async throws {
        let router = Router(context: EdgeContext.self)
        let files = try StaticFiles()
        files.add(to: router)
        DocumentRoutes(try APIApplication.declared().operations, assets: files.path, release: "1.2").add(to: router)
        try await Application(router: router).test(.router) { client in
            for (path, type) in [("/openapi.json", "application/json"), ("/api", "text/html; charset=utf-8")] {
                let answer = try await client.execute(uri: path, method: .get)
                #expect(answer.status == .ok && answer.headers[.contentType] == type)
                #expect(answer.headers[.cacheControl] == "public, max-age=300")
                #expect(String(buffer: answer.body).contains("1.2"))
            }
            // Whatever the page is drawn with exists.
            let page = String(buffer: try await client.execute(uri: "/api", method: .get).body)
            let drawn = page.matches(of: /<link [^>]*href="([^"]+)"/).map { String($0.output.1) }
            #expect(drawn.count == 3)
            for path in drawn { #expect(try await client.execute(uri: path, method: .get).status == .ok, "\(path)") }
        }
    }

    @Test("WEB-10 the readable page shows every route and type, has no script, and links to nothing that it lacks")
    func page() throws {
        let operations = try APIApplication.declared().operations
        let document = try OpenAPIDocument(operations)
        let html = ReferencePage(document: document, release: "1.2 <b>", assets: "/assets/0").html
        for operation in operations { #expect(html.contains("<code>\(operation.route)</code>")) }
        #expect(!html.contains("<script") && !html.contains("style=") && html.contains("1.2 &lt;b&gt;"))
        let ids = Set(html.matches(of: /id="([^"]+)"/).map { String($0.output.1) })
        for link in html.matches(of: /href="#([^"]+)"/) { #expect(ids.contains(String(link.output.1))) }
    }
}
