import Messages

@testable import HealthFormats

/// Posts of Example: one array of values.
package enum ExampleReader: CompanionReader {
    package static let name = "example"
    package static let versions = "1.0"
    package static let order = CompanionOrder.body

    private static let kinds = KindNames(["pulse": "heartRate", "spo2": "oxygenSaturation"])
    private static let known: Set<String> = ["id", "type", "time", "value", "unit", "app"]

    package static func decode(
        _ body: any RandomAccess, _ context: CompanionContext, page: (inout CompanionPost) -> Void
    ) -> CompanionPost {
        let walk = CompanionBody(body)
        var post = CompanionPost()
        // The order of members is nobody's promise: what describes the body comes from a pass of its own.
        let members = walk.members(["sent"], unknown: &post.unknownFields)
        post.stamp = members.instant("sent").map { $0 * 1000 }
        let version = CompanionVersion(Double(context.time(post.stamp)))
        post.problem = walk.walk { place, value, isWhole in
            defer { page(&post) }
            ImportLimits.count(place.array, in: &post.received)
            guard let row = post.row(place, value, isWhole, known: known) else { return }
            guard let kind = kinds[row.text("type") ?? ""] else {
                return ImportLimits.count(row.text("type") ?? "(none)", in: &post.unknownKinds)
            }
            guard let time = row.instant("time") else { return post.reject("\(row.path).time", .badDate, kind) }
            guard let value = row.number("value").flatMap({ kind.canonical($0, row.text("unit") ?? "") }) else {
                return post.reject("\(row.path).value", .badValue, kind)
            }
            let source = SampleSource(name: row.text("app") ?? "Example")
            let key = "\(name)/\(kind.name)/\(row.text("id") ?? "\(time)/\(source.name)")"
            let record = CompanionRecord(key, version, [HealthReading(kind, time, time, value)], source)
            post.add(record, row.path, latest: context.latest)
        }
        return post
    }
}
