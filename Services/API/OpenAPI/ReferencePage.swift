import Drawing

/// The readable form of the OpenAPI document: HTML without script.
struct ReferencePage {
    let document: OpenAPIDocument
    let release: String
    /// Path of the static files.
    let assets: String

    var html: String {
        let groups = Operation.Group.allCases.map { group in
            let entries = document.entries.filter { $0.operation.group == group }
            return "<h2>\(Self.text(group.rawValue))</h2>\n" + entries.map(section).joined()
        }
        let types = document.components.sorted { $0.key < $1.key }.map(component).joined()
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>HTTP API of Pulsum</title>
            <link rel="icon" href="\(assets)/icon.svg" type="image/svg+xml">
            <link rel="stylesheet" href="\(assets)/tokens.css">
            <link rel="stylesheet" href="\(assets)/screens.css">
            </head>
            <body class="reference">
            <main>
            <h1>HTTP API</h1>
            <p class="reading">Release \(Self.text(release)). The same for programs:
            <a href="/openapi.json">openapi.json</a>, OpenAPI 3.1. Errors are of type <a href="#Problem.Details">Problem.Details</a>.</p>
            <nav aria-label="Routes">
            <ul class="list">
            \(contents)</ul>
            </nav>
            <h2>Errors of every route</h2>
            <section>
            \(Self.table(Self.errors(Operation.usual.merging(Operation.signedIn) { $1 })))</section>
            \(groups.joined())
            <h2>Types</h2>
            \(types)</main>
            </body>
            </html>

            """
    }

    private func section(_ entry: OpenAPIDocument.Entry) -> String {
        let operation = entry.operation
        var rows: [(String, String)] = [("Access", Self.text(operation.access.sentence))]
        rows += operation.query.map { ("<code>?\($0.name)=</code>", Self.text($0.summary)) }
        if operation.takesKey { rows.append(("<code>Idempotency-Key</code>", "A retry gets the first answer.")) }
        if let body = operation.request { rows.append(("Body", entry.request.map(link) ?? Self.text(body.mediaType))) }
        for (status, body) in operation.responses.sorted(by: { $0.key < $1.key }) {
            let content = entry.responses[status].map(link) ?? body.map { Self.text($0.mediaType) } ?? "no body"
            rows.append(("\(status)", content))
        }
        let usual = Operation.usual.merging(Operation.signedIn) { $1 }
        rows += Self.errors(operation.allErrors.filter { usual[$0.key] != $0.value })
        return """
            <section id="\(operation.identifier)">
            <h3><code>\(Self.text(operation.route))</code></h3>
            <p>\(Self.text(operation.summary))</p>
            \(Self.table(rows))</section>

            """
    }

    /// Links to the routes, a line for each group.
    private var contents: String {
        Operation.Group.allCases.map { group in
            let links = document.entries.map(\.operation).filter { $0.group == group }.map {
                "<a href=\"#\($0.identifier)\">\(Self.text($0.route.replacing(" /v1", with: "\u{A0}")))</a>"
            }
            return "<li>\(Self.text(group.rawValue)): \(links.joined(separator: ", "))</li>\n"
        }.joined()
    }

    private static func errors(_ errors: [Int: String]) -> [(String, String)] {
        errors.sorted { $0.key < $1.key }.map { ("\($0.key)", text($0.value)) }
    }

    private func component(_ name: String, _ component: SchemaComponent) -> String {
        let content: String
        switch component {
        case .names(let names): content = "<p>\(names.map(Self.text).joined(separator: ", "))</p>\n"
        case .object(let fields):
            content = Self.table(
                fields.map { field in
                    let note = field.mayBeNull ? " or null" : field.isRequired ? "" : ", optional"
                    return ("<code>\(field.name)</code>", link(field.schema) + note)
                })
        }
        return "<section id=\"\(name)\">\n<h3>\(Self.text(name))</h3>\n\(content)</section>\n"
    }

    private func link(_ schema: JSONSchema) -> String {
        switch schema {
        case .component(let name): "<a href=\"#\(name)\">\(Self.text(name))</a>"
        case .array(let element): "list of \(link(element))"
        case .map(let value): "\(link(value)) by name"
        default: Self.text(schema.text)
        }
    }

    /// A table with a heading in each row; cells are HTML.
    private static func table(_ rows: [(String, String)]) -> String {
        "<table>\n" + rows.map { "<tr><th scope=\"row\">\($0.0)</th><td>\($0.1)</td></tr>\n" }.joined() + "</table>\n"
    }

    /// Escaped, with `code` between backquotes.
    private static func text(_ plain: String) -> String {
        escapedMarkup(plain).replacing(/`([^`]*)`/) { "<code>\($0.output.1)</code>" }
    }
}
