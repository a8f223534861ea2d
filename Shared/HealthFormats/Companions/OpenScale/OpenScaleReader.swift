import LocalTime
import Messages

/// Posts of openScale sync (Android): one change of a scale's measurements at a time, by user and instant. The bodies
/// carry no time of their own, and the app sends them one after the other.
package enum OpenScaleReader: CompanionReader {
    package static let name = "openscale"
    package static let versions = "August 2026"
    package static let order = CompanionOrder.arrival

    /// Members of a measurement, and keys of its `values`: kind and unit, in openScale's base units.
    static let fields: [String: (kind: HealthKind, unit: String)] = [
        "weight": ("bodyMass", "kg"), "body_fat": ("bodyFat", "%"), "water": ("waterShare", "%"),
        "muscle": ("muscleShare", "%"), "bmi": ("bodyMassIndex", "kg/m2"), "lbm": ("leanBodyMass", "kg"),
        "bone": ("boneMass", "kg"), "waist": ("waist", "cm"), "hips": ("hips", "cm"), "chest": ("chest", "cm"),
        "thigh": ("thigh", "cm"), "biceps": ("upperArm", "cm"), "neck": ("neck", "cm"),
        "visceral_fat": ("visceralFat", "score"), "bmr": ("basalMetabolicRate", "kcal/day"),
        "tdee": ("totalEnergyExpenditure", "kcal/day"), "heart_rate": ("heartRate", "count/min"),
        "calories": ("dietaryEnergy", "kcal"), "impedance": ("bodyImpedance", "score"),
        "ecw": ("extracellularWater", "kg"), "icw": ("intracellularWater", "kg"), "protein": ("bodyProtein", "%"),
        "bcm": ("bodyCellMass", "kg"),
    ].compactMapValues { field in KindTable.row(field.0).map { ($0, field.1) } }
    /// Members of `values` that are known and not used: texts, skin folds and ratios.
    private static let unused: Set<String> = [
        "comment", "caliper", "caliper_1", "caliper_2", "caliper_3", "whr", "whtr", "impedance_low",
    ]
    /// Values of one measurement: openScale has some thirty, and those that a person defines.
    private static let maximumValues = 1_000
    private static let known: Set<String> = [
        "id", "userId", "username", "date", "weight", "body_fat", "water", "muscle", "values", "event",
    ]

    package static func decode(
        _ body: any RandomAccess, _ context: CompanionContext, page: (inout CompanionPost) -> Void
    ) -> CompanionPost {
        let walk = CompanionBody(body)
        var post = CompanionPost()
        var members: [String: JSONValue] = [:]
        let version = CompanionVersion(Double(context.received))
        var values: [JSONValue] = []
        post.problem = walk.walk(
            member: { key, value in
                if known.contains(key) {
                    members[key] = value
                } else {
                    ImportLimits.count(key, in: &post.unknownFields)
                }
            },
            element: { place, value, isWhole in
                defer { page(&post) }
                if place.array == "values" {
                    if values.count < maximumValues { values.append(value) } else { post.left.add(place.path, .badRow) }
                } else if place.array == "measurements" {
                    post.receive(place.array)
                    guard let row = post.row(place, value, isWhole, known: known) else { return }
                    measurement(row, version, context, &post)
                } else {
                    ImportLimits.count(place.array, in: &post.unknownFields)
                }
            })
        if !values.isEmpty { members["values"] = .array(values) }
        let row = CompanionRow(members: members, path: "measurement")
        switch row.text("event") {
        case "test"?: post.isTest = true
        case "delete"?: delete(row, version, &post)
        case "clear"?:
            guard let user = user(row) else {
                post.reject("userId", .badRow)
                return post
            }
            // A body that is cut off may have meant less than everything.
            if post.problem == nil {
                post.deletions.append(
                    CompanionDeletion(target: .scope("\(name)/\(user)"), version: version, member: user))
            }
        default:
            // An event that is not known, but brings a measurement, brings it.
            guard row["date"] != nil || row["weight"] != nil else { return post }
            post.receive("measurements")
            measurement(row, version, context, &post)
        }
        return post
    }

    private static func delete(_ row: CompanionRow, _ version: CompanionVersion, _ post: inout CompanionPost) {
        guard let user = user(row) else { return post.reject("userId", .badRow) }
        guard let instant = row.instant("date") else { return post.reject("date", .badDate) }
        post.deletions.append(
            CompanionDeletion(target: .key("\(name)/\(user)/\(instant)"), version: version, member: user))
    }

    private static func user(_ row: CompanionRow) -> String? {
        row.text("userId") ?? row.number("userId").flatMap { Int(exactly: $0) }.map(String.init)
    }

    private static func measurement(
        _ row: CompanionRow, _ version: CompanionVersion, _ context: CompanionContext, _ post: inout CompanionPost
    ) {
        guard let user = user(row) else { return post.reject("\(row.path).userId", .badRow) }
        guard let instant = row.instant("date") else { return post.reject("\(row.path).date", .badDate) }
        if let name = row.text("username"), post.members.count < ImportLimits.kinds,
            name.utf8.count <= ImportLimits.text
        {
            post.members[user] = name
        }
        var found: [HealthKind: Double] = [:]
        func take(_ key: String, _ value: JSONValue?, _ path: String) {
            guard let value else { return }
            guard let (kind, unit) = fields[key] else {
                if !unused.contains(key), !key.hasPrefix("custom_") {
                    ImportLimits.count("values.\(key)", in: &post.unknownFields)
                }
                return
            }
            guard let number = value.number, let amount = kind.canonical(short(number), unit) else {
                return post.reject(path, .badValue, kind)
            }
            // 0 says that the scale did not measure it.
            if number != 0 { found[kind] = amount }
        }
        for key in ["weight", "body_fat", "water", "muscle"] { take(key, row[key], "\(row.path).\(key)") }
        if case .array(let values)? = row["values"] {
            for (index, value) in values.enumerated() {
                let path = "\(row.path).values[\(index)]"
                guard let key = value["key"]?.string?.lowercased() else {
                    post.reject(path, .badRow)
                    continue
                }
                // Computed from others.
                if value["isDerived"] == .bool(true) { continue }
                take(key, value["value"], path)
            }
        }
        var record = CompanionRecord(
            "\(name)/\(user)/\(instant)", version,
            found.sorted { $0.key.name < $1.key.name }.map { HealthReading($0.key, instant, instant, $0.value) },
            SampleSource(name: "openScale", hardware: "scale"))
        record.scope = "\(name)/\(user)"
        record.member = user
        post.add(record, row.path, latest: context.latest)
    }

    /// The shortest number that the app's 32-bit number stands for: 71.4 for 71.4000015.
    private static func short(_ number: Double) -> Double { Double("\(Float(number))") ?? number }
}
