import LocalTime
import Messages

/// Posts of HC Webhook (Android): one JSON object with an array per type of Health Connect. No ids and no deletions; a
/// row is identified by its array, its time and the package that wrote it, a day's row by its array and start.
package enum HCWebhookReader: CompanionReader {
    package static let name = "hc-webhook"
    package static let versions = "1.9 (February 2026) to 1.9.15"
    package static let order = CompanionOrder.body

    /// Arrays of which the app sends sums of a day, or of minutes, without saying who counted.
    private static let summed: Set<String> = ["steps", "distance", "active_calories", "total_calories"]
    /// A row of at least this length, s, is a day's: devices count minutes.
    private static let minimumDay: Int64 = 72_000

    package static func decode(
        _ body: any RandomAccess, _ context: CompanionContext, page: (inout CompanionPost) -> Void
    ) -> CompanionPost {
        let walk = CompanionBody(body)
        var post = CompanionPost()
        var daily = Set<String>()
        // First pass: the body's time, and the arrays that hold sums of a day.
        _ = walk.walk(
            wants: summed.contains,
            member: { key, value in
                switch key {
                case "timestamp":
                    post.stamp = CompanionRow(members: [key: value], path: key).instant(key).map { $0 * 1000 }
                case "app_version": post.appVersion = value.string
                case "test": post.isTest = value == .bool(true)
                default: ImportLimits.count(key, in: &post.unknownFields)
                }
            },
            element: { place, value, isWhole in
                guard isWhole, case .object(let members) = value else { return }
                if isDay(CompanionRow(members: members, path: place.path), context.calendar) {
                    daily.insert(place.array)
                }
            })
        let decoding = HCWebhookRows(
            stamp: Double(context.time(post.stamp)), latest: context.latest,
            sent: context.time(post.stamp) / 1000, daily: daily)
        post.problem = walk.walk { place, value, isWhole in
            post.receive(place.array)
            // The test's rows have shapes that real ones never have.
            if !post.isTest { decoding.take(place, value, isWhole, into: &post) }
            page(&post)
        }
        return post
    }

    /// Whether a row is a day's sum: nobody is named who counted, and it lasts a day or begins with the person's day.
    private static func isDay(_ row: CompanionRow, _ calendar: LocalCalendar) -> Bool {
        guard row["metadata"] == nil, let start = row.instant("start_time"), let end = row.instant("end_time") else {
            return false
        }
        return end - start >= minimumDay || calendar.start(of: calendar.day(second: start)) == start
    }
}
