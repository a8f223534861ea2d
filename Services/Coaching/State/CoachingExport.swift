import Messages
import Moments
import ServiceKit
import Storage

/// The exported form of a person's state (OWN-2).
private struct ExportedCoach: Encodable {
    var day: Day?
    var score: Double?
    var signals: [SignalLevel]
    var habits: [Habit]
    var completions: [Completion]
    /// Level and time only; texts are never stored.
    var verdicts: [NotedVerdict]
}

extension CoachingService {
    /// Moments of an own library per page. One has at most 4 KiB, so a page has about 1 MiB.
    private static let exportPage = 250

    /// One page of an export: `coaching/coach.json` first, then the person's own library in parts.
    func export(_ user: UserID, _ cursor: String?) async throws -> ExportUser.Reply {
        guard let cursor else {
            let (state, count) = try await store.read { transaction in
                (
                    try CoachRows(user: user, transaction: transaction).state(),
                    try OwnMomentRows(user: user, transaction: transaction).count()
                )
            }
            let file = try ExportFile.json(
                "coaching/coach.json",
                ExportedCoach(
                    day: state.signals?.day, score: state.signals?.score, signals: state.signals?.levels ?? [],
                    habits: state.habits,
                    completions: state.completions, verdicts: state.verdicts))
            return ExportUser.Reply(files: [file], next: count > 0 ? "1" : nil)
        }
        guard let page = Int(cursor), (1...1000).contains(page) else {
            throw ServiceError(.invalid, "The export's cursor is not one that was given out; start without one.")
        }
        let moments = try await store.read { try OwnMomentRows(user: user, transaction: $0).all() }
        let part = Array(moments.dropFirst((page - 1) * Self.exportPage).prefix(Self.exportPage))
        return ExportUser.Reply(
            files: [try ExportFile.json("coaching/library-\(page).json", part)],
            next: moments.count > page * Self.exportPage ? "\(page + 1)" : nil)
    }
}
