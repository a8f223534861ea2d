import AsyncHTTPClient
import Bus
import Fixtures
import Foundation
import Messages
import Synchronization
import TestTraits
import Testing

/// COM-4: plants private data and searches for it in all files, logs and messages.
@Suite(.serialized, .tags(.processes)) struct CanaryTests {
    @Test(
        "COM-4 SEN-6 GAT-7: no text, name, label, sample value, key or password stands in the clear in any file, log line, event or metric",
        .timeLimit(.minutes(5)))
    func canaries() async throws {
        let words = [
            "quetzalcanary", "zanzibarcanary", "sk-canary-0123456789abcdef", "canary horse battery", "ibiscanary",
            "+49 30 7654321-canary", "Nightingale Canary", "phonecanary", "titlecanary",
        ]
        // A heart rate variability, a target weight and a weight that equal no other numbers.
        let (value, target, weight) = (61.732_19, 71.918_27, 83.846_13)
        var needles = words.map { (name: $0, bytes: Data($0.utf8)) }
        for number in [value, target, weight] {
            needles.append(("\(number) as text", Data("\(number)".utf8)))
            needles.append(
                (
                    "\(number) as a little-endian double",
                    withUnsafeBytes(of: number.bitPattern.littleEndian) { Data($0) }
                ))
            needles.append(
                ("\(number) as a big-endian double", withUnsafeBytes(of: number.bitPattern.bigEndian) { Data($0) }))
        }

        // No process listens on the cloud's port: the call fails, and failures are logged.
        try await Stack.run(environment: ["PULSUM_LOG": "trace", "PULSUM_CLOUD_URL": "http://127.0.0.1:9/v1"]) {
            stack in
            let user = try await stack.bus.request(
                CreateAccount(name: words[6], password: words[3], timeZone: "Europe/Berlin")
            ).user
            let told = Mutex("")
            let watching = Task {
                for await event in stack.bus.watch() { told.withLock { $0 += "\(event)\n" } }
            }
            defer { watching.cancel() }
            let browser = Browser(stack.url)
            _ = try await browser.post("/v1/sessions", ["name": words[6].uppercased(), "password": words[3]])
            let made = try await browser.post("/v1/tokens", ["label": words[7], "scopes": ["read"]])
            #expect(try #require(made.json["token"] as? String).isEmpty == false)
            _ = try await stack.bus.request(SaveValue(user: user, content: ValueContent(title: words[8])))
            try await Self.aim(at: target, from: weight, user, stack)

            let export = stack.scratch.file("canary.xml")
            try Self.export(value: value, days: 20).write(toFile: export, atomically: true, encoding: .utf8)
            let imported = try await stack.importFile(export, for: user)
            #expect(imported.phase == .done && imported.samplesNew > 0)
            let at = World.noon(World.lastDay)
            _ = try await browser.post("/v1/journal", ["text": "Today the \(words[0]) sang and I was glad."])
            let plan = SafetyPlan(
                ownSteps: ["Feed the \(words[4])"], people: [SafetyPlan.Contact(name: "Grandma", phone: words[5])])
            _ = try await stack.bus.request(SetSafetyPlan(user: user, plan: plan))
            _ = try await stack.bus.request(SetCloudKey(user: user, key: words[2]))
            _ = try await stack.consent(of: user, at: at)
            _ = try await stack.bus.request(
                Chat(user: user, text: "How can the \(words[1]) and I sleep better tonight?", at: at, country: "DE"),
                budget: .seconds(30))
            _ = try? await stack.bus.request(TestConnection(user: user), budget: .seconds(30))
            try await stack.settle()
            let metrics = try await stack.bus.request(
                MetricsQuery(user: user, from: World.lastDay.advanced(by: -20), through: World.lastDay)
            ).days
            #expect(metrics.contains { $0.hrv?.value == value }, "the planted value never became a metric")

            var places = [("the log", stack.log), ("the mirror", Data(told.withLock { $0 }.utf8))]
            for service in Topology.processes {
                let response = try await HTTPClient.shared.execute(
                    HTTPClientRequest(url: try stack.healthAddress(of: service) + "/metrics"), timeout: .seconds(10))
                places.append(
                    ("the metrics of \(service)", Data(buffer: try await response.body.collect(upTo: 4 << 20))))
            }
            places.append(("status", Data(try await stack.pulsum("status", "--json").output.utf8)))
            let files = try Self.files(under: stack.directory)
            #expect(files.count { $0.0.hasSuffix(".sqlite") } == Topology.services.count)
            #expect(!told.withLock { $0 }.isEmpty && stack.log.count > 1_000)
            for (place, content) in places + files {
                for needle in needles {
                    #expect(content.range(of: needle.bytes) == nil, "\(needle.name) stands in \(place)")
                }
            }
        }
    }

    /// A goal with a target weight, and a weight that counts for it.
    static func aim(at target: Double, from weight: Double, _ user: UserID, _ stack: Stack) async throws {
        let day = World.lastDay
        let measure = try await stack.bus.request(
            SaveMeasure(user: user, content: MeasureContent(title: "Weight", unit: "kg", kind: .bodyMass))
        ).measure.facts.id
        let goal = try await stack.bus.request(
            SaveGoal(
                user: user,
                content: GoalContent(
                    title: "Lighter", start: day, target: day.advanced(by: 69),
                    targets: [MeasureTarget(measure: measure, value: target)]))
        ).goal.facts.id
        _ = try await stack.bus.request(
            SaveAction(
                user: user,
                content: ActionContent(
                    title: "Weighed", start: World.noon(day),
                    measurements: [MeasuredValue(measure: measure, value: weight)],
                    contributions: [GoalContribution(goal: goal, measure: measure, amount: weight)]), day: day))
        let asOf = AsOf(at: World.noon(day), today: day)
        let stored = try await stack.bus.request(GoalsQuery(user: user, asOf: asOf)).goals[0].progress[0]
        #expect(stored.target == target && stored.sum == weight)
    }

    /// Every file of a data directory, including the databases' journals.
    static func files(under directory: String) throws -> [(String, Data)] {
        let names = FileManager.default.enumerator(atPath: directory)?.compactMap { $0 as? String } ?? []
        return names.compactMap { name in
            let path = directory + "/" + name
            guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
                attributes[.type] as? FileAttributeType == .typeRegular
            else {
                return nil
            }
            return FileManager.default.contents(atPath: path).map { (name, $0) }
        }
    }

    /// One night's sleep and one HRV sample in it for each day.
    static func export(value: Double, days: Int) -> String {
        var lines = [
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<HealthData locale=\"en_DE\">",
            " <ExportDate value=\"\(World.lastDay) 22:00:00 +0100\"/>",
        ]
        for back in 0..<days {
            let day = World.lastDay.advanced(by: -back)
            func record(_ kind: String, _ from: String, _ to: String, _ value: String, unit: String = "") -> String {
                " <Record type=\"\(kind)\" sourceName=\"Ada’s Watch\" sourceVersion=\"10.1\" \(unit)creationDate=\"\(day) \(to) +0100\" startDate=\"\(day) \(from) +0100\" endDate=\"\(day) \(to) +0100\" value=\"\(value)\"/>"
            }
            lines.append(
                record(
                    "HKCategoryTypeIdentifierSleepAnalysis", "00:30:00", "06:30:00",
                    "HKCategoryValueSleepAnalysisAsleepCore"))
            for hour in 1...5 {
                lines.append(
                    record(
                        "HKQuantityTypeIdentifierHeartRateVariabilitySDNN", "0\(hour):10:00", "0\(hour):11:00",
                        "\(value)", unit: "unit=\"ms\" "))
            }
        }
        return (lines + ["</HealthData>", ""]).joined(separator: "\n")
    }
}
