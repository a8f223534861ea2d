import Messages
import Storage

/// One person's own libraries in a transaction: which file brought which moments. The moments themselves are in
/// `OwnMomentRows`.
struct OwnLibraryRows {
    /// Most libraries of a person.
    static let maximumLibraries = 100

    let user: UserID
    let transaction: Transaction

    /// All libraries, the latest first; moments of imports that kept no file name come last, as one without an id.
    func all() throws -> [OwnLibrary] {
        var libraries = try notes().map { id, note in
            OwnLibrary(
                id: id, fileName: note.fileName, at: note.at,
                moments: try transaction.value(
                    Int32.self, "SELECT count(*) FROM library_moments WHERE user = ? AND library = ?", [user, id]) ?? 0)
        }
        libraries.sort { ($0.at ?? 0, $0.fileName) > ($1.at ?? 0, $1.fileName) }
        let unnamed =
            try transaction.value(
                Int32.self, "SELECT count(*) FROM moments WHERE user = ? AND \(Self.isUnnamed)", [user]) ?? 0
        return libraries + (unnamed > 0 ? [OwnLibrary(id: nil, fileName: "", at: nil, moments: unnamed)] : [])
    }

    /// Adds moments to the library of this file name, which is made if there is none.
    /// - Parameters:
    ///   - moments: ids of stored moments; nothing is kept of a file without any.
    ///   - isChanged: whether the import stored a new or changed moment; otherwise a known library keeps its time.
    /// - Throws: `ServiceError(.invalid)` if the person would have more than `maximumLibraries` libraries.
    func add(_ moments: [String], fileName: String, at: Milliseconds, isChanged: Bool) throws {
        guard !moments.isEmpty else { return }
        let notes = try notes()
        let known = notes.first { $0.note.fileName == fileName }
        guard known != nil || notes.count < Self.maximumLibraries else {
            throw ServiceError(.invalid, "There are \(Self.maximumLibraries) libraries already; remove one first.")
        }
        let id = known?.id ?? .random()
        if known == nil || isChanged {
            let note = LibraryNote(fileName: fileName, at: at)
            try transaction.execute(
                """
                INSERT INTO libraries (user, id, body) VALUES (?, ?, ?)
                ON CONFLICT (user, id) DO UPDATE SET body = excluded.body
                """, [user, id, try transaction.seal(note, user: user, table: "libraries", row: "\(id)")])
        }
        for moment in moments {
            try transaction.execute(
                "INSERT INTO library_moments (user, library, moment) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                [user, id, moment])
        }
    }

    /// Removes a library, and its moments that no other library has.
    /// - Parameter id: nil for the moments of imports that kept no file name.
    /// - Returns: the number of removed moments.
    /// - Throws: `ServiceError(.notFound)` for a library that the person does not have.
    func remove(_ id: EntityID?) throws -> Int {
        let missing = ServiceError(.notFound, "There is no such library any more; list the libraries again.")
        guard let id else {
            let removed = try transaction.execute("DELETE FROM moments WHERE user = ? AND \(Self.isUnnamed)", [user])
            guard removed > 0 else { throw missing }
            return removed
        }
        guard try transaction.execute("DELETE FROM libraries WHERE user = ? AND id = ?", [user, id]) > 0 else {
            throw missing
        }
        let removed = try transaction.execute(
            """
            DELETE FROM moments WHERE user = ? AND id IN (
                SELECT moment FROM library_moments WHERE user = ? AND library = ?
                EXCEPT SELECT moment FROM library_moments WHERE user = ? AND library <> ?)
            """, [user, user, id, user, id])
        try transaction.execute("DELETE FROM library_moments WHERE user = ? AND library = ?", [user, id])
        return removed
    }

    /// A condition on `moments`: no library has the moment.
    private static let isUnnamed =
        "NOT EXISTS (SELECT 1 FROM library_moments l WHERE l.user = moments.user AND l.moment = moments.id)"

    private func notes() throws -> [(id: EntityID, note: LibraryNote)] {
        let rows = try transaction.rows("SELECT id, body FROM libraries WHERE user = ? ORDER BY id", [user])
        return try transaction.openEach(rows, of: user, in: "libraries") { row in
            let id: EntityID = try row["id"]
            return (
                id,
                try transaction.open(LibraryNote.self, row["body"], user: user, table: "libraries", row: "\(id)")
            )
        }.values
    }
}

/// The stored facts of a library.
struct LibraryNote: Message, Equatable {
    var fileName: String
    /// Time of the latest import that changed something.
    var at: Milliseconds
    enum CodingKeys: Int, CodingKey { case fileName = 1, at }
}
