import Foundation
import Messages
import Storage

/// Whether a person sees numbers of food and weight, and which weights count, as plans stated last.
struct KeptNumbers: Message, Equatable {
    /// `PlanUpdated.revision`; 0 after plans were restored from an older copy.
    var revision: UInt64
    var areHidden: Bool
    /// `PlanUpdated.uncountedDays`.
    var uncountedDays: [Day] = []
    enum CodingKeys: Int, CodingKey { case revision = 1, areHidden, uncountedDays }
}

/// One person's state in a transaction.
struct NumbersRows {
    let user: UserID
    let transaction: Transaction

    /// False for a person of whom plans sent nothing. Where the state is damaged, numbers are hidden.
    func areHidden() throws -> Bool {
        guard let kept = try transaction.openOne(of: user, in: "numbers", { try stored() }) else { return true }
        return kept?.areHidden ?? false
    }

    /// Days whose weight waits for a second one, or was refuted by it.
    func uncountedDays() throws -> Set<Day> { Set(try stored()?.uncountedDays ?? []) }

    /// Stores what plans state, unless a newer state is stored, and says so where it is another one. Weights are read
    /// again if other ones count.
    func put(_ event: PlanUpdated) throws {
        let before = try stored()
        guard event.revision > before?.revision ?? 0 else { return }
        try write(
            KeptNumbers(
                revision: event.revision, areHidden: event.numbersHidden, uncountedDays: event.uncountedDays))
        if event.uncountedDays != before?.uncountedDays ?? [] {
            try StagedRows(user: user, transaction: transaction).markPending(kind: .bodyMass)
        }
        guard event.numbersHidden != before?.areHidden ?? false else { return }
        try transaction.emit(GoalNumbersChanged(user: user, numbersHidden: event.numbersHidden))
    }

    /// Plans were restored from an older copy and tell their state again. Until then numbers that are hidden stay so.
    func forgetRevision() throws {
        guard var numbers = try stored() else { return }
        numbers.revision = 0
        try write(numbers)
    }

    private func stored() throws -> KeptNumbers? {
        try transaction.value(Data.self, "SELECT sealed FROM numbers WHERE user = ?", [user]).map {
            try transaction.open(KeptNumbers.self, $0, user: user, table: "numbers", row: "")
        }
    }

    private func write(_ numbers: KeptNumbers) throws {
        let sealed = try transaction.seal(numbers, user: user, table: "numbers", row: "")
        try transaction.execute(
            "INSERT INTO numbers (user, sealed) VALUES (?, ?) ON CONFLICT (user) DO UPDATE SET sealed = excluded.sealed",
            [user, sealed])
    }
}
