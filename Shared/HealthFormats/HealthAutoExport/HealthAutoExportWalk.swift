import Messages

/// Yields the parts of a Health Auto Export payload in file order; a metric's name may follow its points.
final class HealthAutoExportWalk {
    /// A part of the payload. Metrics, points and workouts are numbered from 0.
    enum Part: Equatable {
        case name(metric: Int, String)
        case units(metric: Int, String)
        /// A name or unit that exceeds `ImportLimits.text`.
        case long(metric: Int)
        case point(metric: Int, Int, JSONValue)
        case workout(Int, JSONValue)
        /// An unused section.
        case other(String)
        /// A value of an unexpected type, by its path.
        case odd(String)
    }

    private enum Place { case start, top, data, metrics, metric, points, workouts, end }

    private let cursor: JSONCursor
    private var place = Place.start
    /// `metrics` and `workouts` are usually inside `data`, seldom next to it.
    private var isInData = false
    /// Whether the document names any of the parts that the app writes.
    private var isPayload = false
    private var (metric, point, workout) = (-1, -1, -1)

    /// Members of points and workouts that are read. Others are skipped, whatever their size: a workout may contain its
    /// route.
    private let (pointKeys, workoutKeys): (Set<String>, Set<String>)

    /// - Parameters:
    ///   - points: members of points to read.
    ///   - workouts: members of workouts to read.
    package init(_ stream: any ByteStream, points: Set<String>, workouts: Set<String>) {
        (cursor, pointKeys, workoutKeys) = (JSONCursor(stream), points, workouts)
    }

    /// True if a text of the current point or workout exceeded `ImportLimits.text`.
    var hasLongText: Bool { cursor.hasLongText }

    /// Bytes consumed so far.
    package var offset: Int64 { cursor.offset }

    /// The next part; nil after the last.
    /// - Throws: `ImportProblem` if the document is not JSON, is cut off or has none of the app's parts; errors of the
    ///   stream.
    package func next() throws -> Part? {
        while true {
            switch place {
            case .start:
                guard try cursor.enter("{") else { throw ImportProblem.notAHealthExport }
                place = .top
            case .top, .data:
                guard let key = try cursor.key() else {
                    guard isPayload else { throw ImportProblem.noMetrics }
                    place = place == .data ? .top : .end
                    continue
                }
                if let part = try member(key) { return part }
            case .metrics:
                guard try cursor.element() else {
                    leave()
                    continue
                }
                (metric, point) = (metric + 1, -1)
                if try cursor.enter("{") {
                    place = .metric
                } else if let part = try odd("metrics[\(metric)]") {
                    return part
                }
            case .metric:
                guard let key = try cursor.key() else {
                    place = .metrics
                    continue
                }
                if let part = try field(key) { return part }
            case .points:
                guard try cursor.element() else {
                    place = .metric
                    continue
                }
                point += 1
                return .point(metric: metric, point, try cursor.value(only: pointKeys))
            case .workouts:
                guard try cursor.element() else {
                    leave()
                    continue
                }
                workout += 1
                return .workout(workout, try cursor.value(only: workoutKeys))
            case .end: return nil
            }
        }
    }

    private func leave() { place = isInData ? .data : .top }

    /// Skips a value of an unexpected type; null counts as absent.
    private func odd(_ path: String) throws -> Part? {
        if try cursor.skipSpace() == UInt8(ascii: "n") {
            _ = try cursor.value()
            return nil
        }
        try cursor.skip()
        return .odd(path)
    }

    private func member(_ key: String) throws -> Part? {
        switch key {
        case "data" where place == .top:
            isPayload = true
            guard try cursor.enter("{") else { return try odd("data") }
            place = .data
            isInData = true
        case "metrics", "workouts":
            isPayload = true
            isInData = place == .data
            guard try cursor.enter("[") else { return try odd(key) }
            place = key == "metrics" ? .metrics : .workouts
        default:
            if try cursor.enter("[") {
                // An empty section counts as absent.
                var isEmpty = true
                while try cursor.element() {
                    isEmpty = false
                    try cursor.skip()
                }
                return isEmpty ? nil : .other(key)
            }
            try cursor.skip()
        }
        return nil
    }

    private func field(_ key: String) throws -> Part? {
        switch key {
        case "name", "units":
            let value = try cursor.value()
            if value == .long { return .long(metric: metric) }
            guard let text = value.string else { return .odd("metrics[\(metric)].\(key)") }
            return key == "name" ? .name(metric: metric, text) : .units(metric: metric, text)
        case "data":
            guard try cursor.enter("[") else { return try odd("metrics[\(metric)].data") }
            place = .points
        default: try cursor.skip()
        }
        return nil
    }
}
