import Messages
import Synchronization

/// The damaged rows that reads met, each once: of a store since it was opened, or of a task.
public final class DamageLedger: Sendable {
    /// Collects the damaged rows of this task's reads, such as those of one page of an export.
    @TaskLocal public static var current: DamageLedger?

    /// Most rows that are remembered.
    private static let maximumRows = 10_000

    private struct Place: Hashable {
        let user: UserID
        let name: String
    }

    private let rows = Mutex<(known: Set<Place>, names: [String])>(([], []))

    /// Has no rows.
    public init() {}

    /// The rows met so far, the first ones by name; nil if there are none.
    public var damaged: DamagedRows? {
        rows.withLock { rows in
            rows.known.isEmpty ? nil : DamagedRows(count: Int32(rows.known.count), names: rows.names)
        }
    }

    func note(_ name: String, of user: UserID) {
        rows.withLock { rows in
            guard rows.known.count < Self.maximumRows, rows.known.insert(Place(user: user, name: name)).inserted else {
                return
            }
            if rows.names.count < DamagedRows.maximumNames { rows.names.append(name) }
        }
    }

    /// Removes the rows of an erased user.
    func forget(_ user: UserID) {
        rows.withLock { rows in
            let gone = rows.known.filter { $0.user == user }
            rows.known.subtract(gone)
            let left = Set(rows.known.map(\.name))
            rows.names.removeAll { !left.contains($0) }
        }
    }
}
