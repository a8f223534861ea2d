import Fixtures
import Foundation
import Logging
import Messages

@testable import Goals
@testable import Storage

/// Imports and exports of a goals service.
extension World {
    var tables: TableService { Self.tables(store) { self.time.withLock { $0 } } }

    static func tables(_ store: Store, now: @escaping @Sendable () -> Milliseconds = { World.now }) -> TableService {
        TableService(store: store, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, now: now)
    }

    @discardableResult
    func upload(_ bytes: [UInt8], _ table: EntityID = .random(), part: Int = 1 << 16, of user: UserID = World.ada)
        async throws -> EntityID
    {
        for start in stride(from: 0, to: max(bytes.count, 1), by: part) {
            let bytes = Array(bytes[start..<min(bytes.count, start + part)])
            _ = try await tables.upload(UploadTable(user: user, table: table, offset: Int64(start), bytes: bytes))
        }
        return table
    }

    func preview(_ csv: String, _ kind: TableKind, of user: UserID = World.ada) async throws -> TableReport {
        let table = try await upload(Array(csv.utf8), of: user)
        return try await tables.preview(ImportPreview(user: user, table: table, kind: kind))
    }

    func importing(_ bytes: [UInt8], _ kind: TableKind, of user: UserID = World.ada) async throws -> TableImportStatus {
        let request = ImportTable(user: user, table: try await upload(bytes, of: user), kind: kind)
        var status = try await tables.run(request)
        // A request returns after a while, also if the import has not ended.
        while status.phase == .writing { status = try await tables.run(request) }
        return status
    }

    func importing(_ csv: String, _ kind: TableKind, of user: UserID = World.ada) async throws -> TableImportStatus {
        try await importing(Array(csv.utf8), kind, of: user)
    }

    func exported(_ kind: TableKind, of user: UserID = World.ada) async throws -> [UInt8] {
        var (bytes, cursor): ([UInt8], String?) = ([], nil)
        repeat {
            let page = try await tables.export(ExportTable(user: user, kind: kind, cursor: cursor))
            (bytes, cursor) = (bytes + page.bytes, page.next)
        } while cursor != nil
        return bytes
    }

    /// The rows of an exported table as text.
    func text(_ kind: TableKind, of user: UserID = World.ada) async throws -> String {
        String(decoding: try await exported(kind, of: user).dropFirst(3), as: UTF8.self)
    }
}

/// Random people, whose texts are as bad as texts can be.
struct RandomPerson {
    var random: SplitMix
    /// Distinct names and units that the service knows, so that another account can make the same measures.
    var isPortable = true

    private static let pieces = [
        "Run", "Ärger", "=1+1", "+49", "-5", "@home", "'=", "''-", "\t", "\r\n", "\n", "\r", "\"", "\"\"", ",", ";",
        "|",
        "日本", "👩‍👩‍👧", " ", "0", "1,5", "1.5", "\u{FEFF}", "＝", "\u{0301}", "a", "b", "c",
    ]

    mutating func text() -> String {
        (0..<Int.random(in: 1...6, using: &random)).map { _ in Self.pieces.randomElement(using: &random) ?? "" }
            .joined()
    }

    mutating func maybe() -> String? { Bool.random(using: &random) ? text() + "." : nil }

    private mutating func number(_ range: ClosedRange<Double>) -> Double {
        Bool.random(using: &random)
            ? Double(Int(Double.random(in: range, using: &random)) + 1) : Double.random(in: range, using: &random)
    }

    private mutating func day(_ range: Range<Int>) -> Day {
        World.start.advanced(by: Int.random(in: range, using: &random))
    }

    private mutating func rank() -> Int32 { Int32.random(in: 1...10, using: &random) }

    /// Fills an account.
    mutating func fill(_ world: World, actions count: Int = 60) async throws {
        var measures: [EntityID] = []
        let units: [(String, MeasureKind)] = [
            ("km", .distance), ("mi", .distance), ("min", .duration), ("pages", .count), ("kg", .mass), ("%", .ratio),
            ("kJ", .energy), ("cl", .volume),
        ]
        for (index, unit) in units.enumerated() {
            let title = isPortable ? "\(text())\(index)" : index % 2 == 0 ? "Same" : nil
            let content = MeasureContent(
                title: title, detailedDescription: title == nil ? "Only described" : nil, unit: unit.0, kind: unit.1)
            let saved = try await world.service.save(SaveMeasure(user: World.ada, content: content), id: .random())
            measures.append(saved.measure.facts.id)
        }
        let values = try await values(world)
        let goals = try await goals(world, measures, values)
        try await terms(world, goals)
        for _ in 0..<count { try await action(world, measures, goals) }
    }

    private mutating func values(_ world: World) async throws -> [EntityID] {
        var ids: [EntityID] = []
        for _ in 0..<5 {
            let content = ValueContent(
                title: text() + "!", detailedDescription: maybe(), freeformNotes: maybe(),
                level: ValueLevel.names.randomElement(using: &random)?.value,
                priority: Int32.random(in: 1...100, using: &random), lifeDomain: maybe(), alignmentGuidance: maybe())
            ids.append(
                try await world.service.save(SaveValue(user: World.ada, content: content), id: .random()).value.facts.id
            )
        }
        return ids
    }

    private mutating func goals(_ world: World, _ measures: [EntityID], _ values: [EntityID]) async throws
        -> [(id: EntityID, content: GoalContent)]
    {
        var goals: [(EntityID, GoalContent)] = []
        for _ in 0..<8 {
            let start = day(0..<50)
            let target = start.advanced(by: Int.random(in: 10...80, using: &random))
            var content = GoalContent(
                title: text() + "?", detailedDescription: maybe(), freeformNotes: maybe(), actionPlan: maybe(),
                start: start, target: target, termWeeks: Int32.random(in: 1...520, using: &random),
                status: GoalStatus.names.randomElement(using: &random)?.value, importance: rank(), urgency: rank(),
                targets: [])
            for measure in measures.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random)) {
                content.targets.append(MeasureTarget(measure: measure, value: number(0.001...1e6), notes: maybe()))
            }
            for value in values.shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random)) {
                content.relevance.append(ValueRelevance(value: value, strength: rank()))
            }
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                content.milestones.append(
                    Milestone(
                        title: text() + "m", detailedDescription: maybe(), freeformNotes: maybe(),
                        target: start.advanced(by: Int.random(in: 0...10, using: &random)),
                        reached: Bool.random(using: &random) ? day(0..<90) : nil, importance: rank(), urgency: rank()))
                content.obligations.append(
                    Obligation(
                        title: maybe(), detailedDescription: text() + "o", freeformNotes: maybe(),
                        deadline: start.advanced(by: Int.random(in: 0...10, using: &random)),
                        met: Bool.random(using: &random) ? day(0..<90) : nil, toWhom: maybe(), consequence: maybe(),
                        importance: rank(), urgency: rank()))
            }
            goals.append((try await world.goal(content), content))
        }
        return goals
    }

    private mutating func terms(_ world: World, _ goals: [(id: EntityID, content: GoalContent)]) async throws {
        for number in 0..<3 {
            let content = TermContent(
                title: maybe(), detailedDescription: maybe(), freeformNotes: maybe(), theme: maybe(),
                start: World.start.advanced(by: number * 70), status: number == 1 ? .active : nil,
                goals: goals.map(\.id).shuffled(using: &random).dropLast(number))
            let term = try await world.service.save(SaveTerm(user: World.ada, content: content), id: .random()).term
            guard number == 0 else { continue }
            _ = try await world.service.close(
                CloseTerm(
                    user: World.ada, edited: EditedVersion(id: term.facts.id, version: 1), reflection: text() + "r"),
                id: .random())
        }
    }

    private mutating func action(
        _ world: World, _ measures: [EntityID], _ goals: [(id: EntityID, content: GoalContent)]
    ) async throws {
        var content = ActionContent(
            title: text() + "x", detailedDescription: maybe(), freeformNotes: maybe(),
            start: World.now + Int64.random(in: -1_000_000_000...1_000_000_000, using: &random),
            duration: Int64.random(in: 0...100_000, using: &random))
        for measure in measures.shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random)) {
            content.measurements.append(MeasuredValue(measure: measure, value: number(0...1e5)))
        }
        for goal in goals.shuffled(using: &random).prefix(Int.random(in: 0...2, using: &random)) {
            guard let target = goal.content.targets.randomElement(using: &random) else { continue }
            let same = content.measurements.first { $0.measure == target.measure && $0.value > 0 }?.value
            content.contributions.append(
                GoalContribution(
                    goal: goal.id, measure: target.measure,
                    amount: Bool.random(using: &random) ? same ?? 1 : number(0.001...1e4)))
        }
        let day = Day(number: Int32(content.start / 86_400_000) + Int32.random(in: -1...1, using: &random))
        _ = try await world.service.save(SaveAction(user: World.ada, content: content, day: day), id: .random())
    }
}
