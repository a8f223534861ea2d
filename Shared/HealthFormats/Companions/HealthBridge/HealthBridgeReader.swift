import LocalTime
import Messages

/// Batches of Health Bridge for AI (iPhone), `health_bridge.batch.v1`: samples with HealthKit's UUID, totals of days over
/// all devices, workouts, nights, and what was deleted on the phone.
package enum HealthBridgeReader: CompanionReader {
    package static let name = "health-bridge"
    package static let versions = "batch v1 (schema 1.x), iOS 1.1.0"
    package static let order = CompanionOrder.body

    /// The schema that is read.
    private static let schema = "health_bridge.batch.v1"
    private static let known: Set<String> = [
        "schema_id", "schema_version", "generated_at", "export_window", "sync.sync_window",
    ]

    package static func decode(
        _ body: any RandomAccess, _ context: CompanionContext, page: (inout CompanionPost) -> Void
    ) -> CompanionPost {
        let walk = CompanionBody(body)
        var post = CompanionPost()
        var sources: [String: String] = [:]
        var epochs: [String: Int64] = [:]
        var isTest = false
        // First pass: what the batch is, its sources and its cursors, which come last.
        _ = walk.walk(
            inside: ["sync"], wants: ["sources", "sync.cursors"].contains,
            member: { key, value in
                let row = CompanionRow(members: [key: value], path: key)
                switch key {
                case "schema_id":
                    if let id = row.text(key), id != schema { post.problem = .unknownSchema }
                case "schema_version": post.appVersion = row.text(key)
                case "generated_at": post.stamp = row.instant(key).map { $0 * 1000 }
                default: break
                }
                if !known.contains(key) { ImportLimits.count(key, in: &post.unknownFields) }
            },
            element: { place, value, _ in
                switch place.array {
                case "sources":
                    if let key = value["source_key"]?.string, sources.count < ImportLimits.kinds {
                        sources[key] = value["name"]?.string
                    }
                case "sync.cursors":
                    let kind = value["cursor_kind"]?.string
                    if kind == "connection_test" { isTest = true }
                    guard kind == "anchored_sleep_baseline_reset", let key = value["source_key"]?.string,
                        let text = value["cursor_value"]?.string, text.hasPrefix("v2:"),
                        let epoch = Int64(text.dropFirst(3)), epochs.count < ImportLimits.kinds
                    else { return }
                    epochs[key] = epoch
                default: break
                }
            })
        // Another schema may mean something else by the same words: nothing of it is guessed.
        guard post.problem == nil else { return post }
        var decoding = HealthBridgeRows(
            stamp: CompanionVersion(Double(context.time(post.stamp))), latest: context.latest, sources: sources)
        post.problem = walk.walk(inside: ["sync"]) { place, value, isWhole in
            post.receive(place.array)
            decoding.take(place, value, isWhole, &post)
            page(&post)
        }
        post.isTest = isTest && post.taken + post.waiting == 0
        // Only a body that was read to its end says what it does not hold, and an empty baseline deletes nothing.
        guard post.problem == nil else { return post }
        for (source, epoch) in epochs.sorted(by: { $0.key < $1.key }) {
            guard let keys = decoding.nights[source] else { continue }
            post.snapshots.append(
                CompanionSnapshot(
                    scope: HealthBridgeRows.scope(source), epoch: epoch, version: decoding.stamp, keys: keys))
        }
        return post
    }
}

/// Decodes the elements of a batch's arrays.
struct HealthBridgeRows {
    /// The batch's time.
    let stamp: CompanionVersion
    /// s since 1970; readings that end later are in the future.
    let latest: Int64
    /// Names of the batch's sources, by key.
    let sources: [String: String]
    /// Keys of the batch's nights, by source.
    private(set) var nights: [String: Set<String>] = [:]

    /// See the properties.
    init(stamp: CompanionVersion, latest: Int64, sources: [String: String]) {
        self.stamp = stamp
        self.latest = latest
        self.sources = sources
    }

    /// Name of a source that the batch does not name.
    private static let unnamed = "Apple Health"

    /// `CompanionRecord.scope` of the nights of a source.
    static func scope(_ source: String) -> String { "\(HealthBridgeReader.name)/sleep/\(source)" }

    /// Decodes one element.
    mutating func take(
        _ place: CompanionBody.Place, _ value: JSONValue, _ isWhole: Bool, _ post: inout CompanionPost
    ) {
        let known: Set<String>
        switch place.array {
        case "samples":
            known = [
                "client_record_id", "source_key", "type_code", "start_time", "end_time", "value", "unit", "metadata",
            ]
        case "workouts":
            known = [
                "client_record_id", "source_key", "workout_type", "start_time", "end_time", "duration_seconds",
                "energy_kcal", "distance_meters",
            ]
        case "sleep_sessions":
            known = ["client_record_id", "source_key", "start_time", "end_time", "stage_intervals"]
        case "deleted_records": known = ["record_family", "source_key", "client_record_id", "deleted_at"]
        case "sources", "health_types", "sync.cursors": return
        default: return post.countUnknown(place.array)
        }
        guard let row = post.row(place, value, isWhole, known: known) else { return }
        guard let id = row.text("client_record_id") else {
            return post.reject("\(row.path).client_record_id", .badRow)
        }
        switch place.array {
        case "samples": sample(row, id, &post)
        case "workouts": workout(row, id, &post)
        case "sleep_sessions": night(row, id, &post)
        default:
            post.hide(IntimateNames.groups(of: id))
            post.deletions.append(CompanionDeletion(target: .key(Self.key(id)), version: nil))
        }
    }

    /// Identity of a record by the app's id: HealthKit's UUID where the id ends in one, so that a deletion reaches what
    /// another companion brought.
    static func key(_ id: String) -> String {
        for (prefix, kind) in [("hk-step-sample-", "steps"), ("hk-workout-", "workout")] where id.hasPrefix(prefix) {
            if let row = KindTable.row(kind), let key = HealthKitNumbers.key(row, id.dropFirst(prefix.count)) {
                return key
            }
        }
        if id.hasPrefix("hk-quantity-"), id.utf8.count > 49 {
            let type = String(id.dropFirst(12).dropLast(37).replacing("-", with: "_"))
            if let row = kinds[type], let key = HealthKitNumbers.key(row, id.suffix(36)) { return key }
        }
        return "\(HealthBridgeReader.name)/\(id)"
    }

    private func times(_ row: CompanionRow, _ kind: HealthKind?, _ post: inout CompanionPost) -> Range<Int64>? {
        for key in ["start_time", "end_time"] where row.instant(key) == nil {
            post.reject("\(row.path).\(key)", .badDate, kind)
            return nil
        }
        guard let start = row.instant("start_time"), let end = row.instant("end_time") else { return nil }
        guard start <= end else {
            post.reject(row.path, .endBeforeStart, kind)
            return nil
        }
        return start..<end
    }

    private func sample(_ row: CompanionRow, _ id: String, _ post: inout CompanionPost) {
        guard let code = row.text("type_code") else { return post.reject("\(row.path).type_code", .badRow) }
        guard let kind = Self.kinds[code] else { return post.countUnknown(code) }
        guard let times = times(row, kind, &post) else { return }
        guard let number = row.number("value") else { return post.reject("\(row.path).value", .badValue, kind) }
        guard let amount = kind.canonical(number, row.text("unit") ?? "") else {
            return post.reject("\(row.path).unit", .wrongUnit, kind)
        }
        let metadata = CompanionRow(members: row["metadata"].map(Self.members) ?? [:], path: row.path)
        let isDay = metadata.text("sample_kind") == "daily_aggregate"
        var source = SampleSource(
            name: metadata.text("healthkit_source_name") ?? source(row),
            model: metadata.text("healthkit_device_name") ?? "", hardware: metadata.text("healthkit_device_model") ?? ""
        )
        if isDay { source = SampleSource(name: self.source(row), aggregation: HealthAutoExportPoints.day) }
        let value = kind.name == "oxygenSaturation" ? HealthKitNumbers.percent(amount) : amount
        var record = CompanionRecord(
            Self.key(id), stamp, [HealthReading(kind, times.lowerBound, times.upperBound, value)], source)
        if isDay, let zone = metadata.text("time_zone_identifier").flatMap({ LocalZone(name: $0) }) {
            record.offset = Int32(clamping: zone.offset(at: times.lowerBound))
        }
        post.add(record, row.path, latest: latest)
    }

    private func source(_ row: CompanionRow) -> String {
        row.text("source_key").flatMap { sources[$0] } ?? Self.unnamed
    }

    private static func members(_ value: JSONValue) -> [String: JSONValue] {
        if case .object(let members) = value { members } else { [:] }
    }

    private func workout(_ row: CompanionRow, _ id: String, _ post: inout CompanionPost) {
        let kind = KindTable.row(.workout)
        guard let times = times(row, kind, &post) else { return }
        let type = row.text("workout_type") ?? "other"
        let words = type.split(separator: "_").joined(separator: " ")
        let labels = [WorkoutActivity.name(words)]
        let length = row.number("duration_seconds") ?? Double(times.upperBound - times.lowerBound)
        var readings = [HealthReading(kind, times.lowerBound, times.upperBound, length, labels)]
        for (member, part) in [("energy_kcal", SampleKind.workoutEnergy), ("distance_meters", .workoutDistance)]
        where row[member] != nil {
            guard let value = row.number(member) else {
                post.reject("\(row.path).\(member)", .badValue, kind)
                continue
            }
            readings.append(HealthReading(KindTable.row(part), times.lowerBound, times.upperBound, value, labels))
        }
        post.add(
            CompanionRecord(Self.key(id), stamp, readings, SampleSource(name: source(row))), row.path, latest: latest)
    }

    /// A changed night comes under a new id, with the deletion of the old one in the same batch.
    private mutating func night(_ row: CompanionRow, _ id: String, _ post: inout CompanionPost) {
        let kind = KindTable.row(.sleep)
        var readings: [HealthReading] = []
        guard case .array(let intervals)? = row["stage_intervals"] else {
            return post.reject("\(row.path).stage_intervals", .badRow, kind)
        }
        for (index, value) in intervals.enumerated() {
            let part = CompanionRow(members: Self.members(value), path: "\(row.path).stage_intervals[\(index)]")
            guard let times = times(part, kind, &post) else { continue }
            let stage = part.text("stage").flatMap { SleepStage(named: $0) }
            if stage == nil { post.reject("\(part.path).stage", .badValue, kind) }
            readings.append(
                HealthReading(kind, times.lowerBound, times.upperBound, Double((stage ?? .unknown).rawValue)))
        }
        let key = Self.key(id)
        var record = CompanionRecord(key, stamp, readings, SampleSource(name: source(row)))
        let source = row.text("source_key") ?? ""
        record.scope = Self.scope(source)
        nights[source, default: []].insert(key)
        post.add(record, row.path, latest: latest)
    }
}
