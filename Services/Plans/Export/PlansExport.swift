import Foundation
import Messages
import Storage

/// Everything that the service keeps of a person, as JSON files in pages of at most about 1 MiB (OWN-2): settings with
/// the body profile, plans, and days of weight and intake. Numbers that are away on the screen are in it, because it is
/// the person's own copy.
struct PlansExport: Sendable {
    /// Plans of a page, some 3 kB each, and months of a page, some 6 kB each.
    static let (plans, months) = (250, 120)

    /// Settings and the state of planning.
    struct Settings: Codable, Equatable {
        let body: BodyProfile?
        let numbersHidden, hiddenForCare, announces: Bool
        let care: CareNotice.Reason?
    }

    /// A day's weight and intake.
    struct ExportedDay: Codable, Equatable {
        let day: Day
        let kilograms: Double?
        let at: Milliseconds?
        let kilocalories, proteinGrams, waterMillilitres: Double?
        let statedKilograms: Double?
        let statedAt: Milliseconds?
    }

    let store: Store

    /// - Throws: `ServiceError(.invalid)` for a cursor that no page returned.
    func page(_ user: UserID, _ cursor: String?) async throws -> ExportUser.Reply {
        guard let cursor else { return try await settings(user) }
        let parts = cursor.split(separator: "/", omittingEmptySubsequences: false)
        let after = parts.count == 2 ? Int64(parts[1]) : nil
        guard parts.count == 1 || after != nil else { throw Self.unknown }
        switch parts[0] {
        case "plans": return try await plans(user, after)
        case "days": return try await days(user, after.map { Int($0) })
        default: throw Self.unknown
        }
    }

    private static let unknown = ServiceError(
        .invalid, "The export's cursor is not one that was given out; start without one.")

    private func settings(_ user: UserID) async throws -> ExportUser.Reply {
        let settings = try await store.read { transaction in
            let state =
                try transaction.openOne(of: user, in: "states") {
                    try StateRows(user: user, transaction: transaction).state()
                } ?? KeptState()
            let body = try transaction.openOne(of: user, in: "bodies") {
                try BodyRows(user: user, transaction: transaction).body()
            }
            return Settings(
                body: body ?? nil, numbersHidden: state.numbersHidden,
                hiddenForCare: state.hiddenForCare, announces: !state.isQuiet, care: state.care)
        }
        return ExportUser.Reply(files: [try ExportFile.json("plans/settings.json", settings)], next: "plans")
    }

    private func plans(_ user: UserID, _ after: Int64?) async throws -> ExportUser.Reply {
        let found = try await store.read {
            try PlanRows(user: user, transaction: $0).page(before: after, limit: Self.plans + 1)
        }
        let page = found.prefix(Self.plans)
        let isLast = found.count <= Self.plans
        let content = try Self.content(page.map(\.plan), isFirst: after == nil, isLast: isLast)
        return ExportUser.Reply(
            files: [ExportFile(name: "plans/plans.json", content: content)],
            next: isLast ? "days" : page.last.map { "plans/\($0.number)" })
    }

    private func days(_ user: UserID, _ after: Int?) async throws -> ExportUser.Reply {
        let found = try await store.read {
            try MonthRows(user: user, transaction: $0).page(after: after, limit: Self.months + 1)
        }
        let page = found.prefix(Self.months)
        let isLast = found.count <= Self.months
        let days = page.flatMap(\.days).map {
            ExportedDay(
                day: $0.day, kilograms: $0.kilograms, at: $0.at, kilocalories: $0.kilocalories,
                proteinGrams: $0.proteinGrams, waterMillilitres: $0.waterMillilitres,
                statedKilograms: $0.statedKilograms, statedAt: $0.statedAt)
        }
        let content = try Self.content(days, isFirst: after == nil, isLast: isLast)
        return ExportUser.Reply(
            files: [ExportFile(name: "plans/days.json", content: content)],
            next: isLast ? nil : page.last.map { "days/\($0.month)" })
    }

    /// A part of a JSON array: the parts of all pages join to a whole one.
    private static func content(_ entries: [some Encodable], isFirst: Bool, isLast: Bool) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var content = Array((isFirst ? "[" : "").utf8)
        for (index, entry) in entries.enumerated() {
            content += Array((isFirst && index == 0 ? "\n" : ",\n").utf8)
            content += try encoder.encode(entry)
        }
        if isLast { content += Array("\n]\n".utf8) }
        return content
    }
}
