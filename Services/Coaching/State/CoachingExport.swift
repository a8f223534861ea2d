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
    /// Level and time only; the texts are not stored.
    var verdicts: [NotedVerdict]
    var actions: [NotedAction]
    var goals: [NotedGoal]
    /// The suggestions of the days, with their answers.
    var picks: [DayPick]
}

/// A library's file name, time of import and number of moments.
private struct ExportedLibrary: Encodable {
    var fileName: String
    var at: Milliseconds?
    var moments: Int32
}

extension CoachingService {
    /// Moments of an own library per page. One has at most 4 KiB, so a page has about 1 MiB.
    private static let exportPage = 250

    /// One page of an export: `coaching/coach.json` with the conversation and the names of own libraries first, then the person's own library in parts.
    func export(_ user: UserID, _ cursor: String?) async throws -> ExportUser.Reply {
        guard let cursor else {
            let (state, libraries, count, turns, plan) = try await store.read { transaction in
                (
                    try transaction.openOne(of: user, in: "coaches") {
                        try CoachRows(user: user, transaction: transaction).state()
                    } ?? CoachState(),
                    try OwnLibraryRows(user: user, transaction: transaction).all(),
                    try OwnMomentRows(user: user, transaction: transaction).count(),
                    try ConversationRows(user: user, transaction: transaction).all(),
                    try transaction.openOne(of: user, in: "plans") {
                        try PlanRows(user: user, transaction: transaction).latest()
                    } ?? nil
                )
            }
            let file = try ExportFile.json(
                "coaching/coach.json",
                ExportedCoach(
                    day: state.signals?.day, score: state.signals?.score, signals: state.signals?.levels ?? [],
                    habits: state.habits,
                    completions: state.completions, verdicts: state.verdicts, actions: state.actions,
                    goals: state.goals, picks: state.picks))
            let conversation =
                turns.isEmpty ? [] : [try ExportFile.json("coaching/conversation.json", turns.map(\.turn))]
            let names =
                libraries.isEmpty
                ? []
                : [
                    try ExportFile.json(
                        "coaching/libraries.json",
                        libraries.map { ExportedLibrary(fileName: $0.fileName, at: $0.at, moments: $0.moments) })
                ]
            let known = try plan.map { [try ExportFile.json("coaching/plan.json", $0)] } ?? []
            return ExportUser.Reply(files: [file] + conversation + names + known, next: count > 0 ? "1" : nil)
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
