import Messages

/// Why a database is not in use: its rows were moved to another storage engine, or such a move has not filled it yet
/// (`DatabaseMove`). A database without this mark is in use.
struct MoveMark: Equatable {
    enum State: String {
        /// Every row is in the other database.
        case moved
        /// Rows of the other database are being copied here.
        case filling
    }

    let state: State
    /// The other database, without credentials.
    let other: String

    /// The table exists only in databases with a mark.
    static let table = """
        CREATE TABLE IF NOT EXISTS storage_move (
            one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1), state TEXT NOT NULL, other TEXT NOT NULL)
        """

    /// The mark of a database; nil if it is in use.
    static func read(_ session: Session) throws -> MoveMark? {
        let exists: Bool? =
            switch session {
            case .sqlite:
                try session.first("SELECT 1 FROM sqlite_schema WHERE name = 'storage_move'") { _ in true }
            case .postgres:
                try session.first("SELECT to_regclass('storage_move')::text") { !$0.isNull(0) }
            }
        guard exists == true else { return nil }
        return try session.first("SELECT state, other FROM storage_move") {
            MoveMark(state: State(rawValue: $0.text(0) ?? "") ?? .filling, other: $0.text(1) ?? "")
        }
    }

    /// - Throws: `StorageError(.moved)` if the database is not in use.
    static func check(_ session: Session, place: String) throws {
        guard let mark = try read(session) else { return }
        switch mark.state {
        case .moved:
            throw StorageError(
                .moved,
                "\(place) was moved to \(mark.other); set PULSUM_DATABASE to that place (empty for SQLite files), or move back with “pulsum move”."
            )
        case .filling:
            throw StorageError(
                .moved,
                "\(place) is incomplete: a move from \(mark.other) was interrupted; repeat “pulsum move”, or go on with the old place."
            )
        }
    }

    /// Replaces the mark. Requires the table.
    func write(_ session: Session) throws {
        try session.run(
            """
            INSERT INTO storage_move (one, state, other) VALUES (1, ?, ?)
            ON CONFLICT (one) DO UPDATE SET state = excluded.state, other = excluded.other
            """, [.text(state.rawValue), .text(other)])
    }
}
