import Foundation
import Messages
import Storage

/// Whether a person sees numbers of food and weight, as plans told last.
struct KeptNumbers: Message, Equatable {
    /// `PlanUpdated.revision`; 0 after plans were restored from an older copy.
    var revision: UInt64
    var areHidden: Bool
    enum CodingKeys: Int, CodingKey { case revision = 1, areHidden }
}

/// One person's state in a transaction.
struct NumbersRows {
    let user: UserID
    let transaction: Transaction

    /// False for a person of whom plans told nothing.
    func areHidden() throws -> Bool { try stored()?.areHidden ?? false }

    /// Stores what plans told, unless a newer state is stored, and says so where it is another one.
    func put(_ event: PlanUpdated) throws {
        let before = try stored()
        guard event.revision > before?.revision ?? 0 else { return }
        try write(KeptNumbers(revision: event.revision, areHidden: event.numbersHidden))
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
