import Language
import Messages
import Moments
import Storage
import SystemKit

/// The person's own libraries (COA-1).
extension CoachingService {
    /// Maximum size of a library file, in bytes.
    private static var maximumLibrary: Int { 4 << 20 }

    /// Imports a person's own library, all of it or nothing.
    /// - Throws: `ServiceError(.invalid)` for an invalid or too large file, or one library too many.
    func importLibrary(_ request: ImportLibrary) async throws -> ImportLibrary.Reply {
        guard request.json.count <= Self.maximumLibrary else {
            throw ServiceError(.invalid, "A library file has at most 4 MiB; split it.")
        }
        let parsed: LibraryParser.Result
        do {
            parsed = try LibraryParser.parse(request.json, prefix: "own.")
        } catch LibraryParser.Failure.tooManyEntries {
            throw ServiceError(
                .invalid,
                "A library holds at most \(LibraryParser.maximumEntries) recommendations; split the file and leave some out."
            )
        } catch {
            throw ServiceError(
                .invalid,
                "This file is not a library: it must be a JSON array of episodes, each with `recommendations`.",
                cause: error)
        }
        let vectors = try await embedder.embed(parsed.moments.map(\.searchText)).map {
            StoredVector(embedder: embedder.name, vector: $0)
        }
        let entries = zip(parsed.moments, vectors).map { (moment: $0, vector: $1) }
        let user = request.user
        let counts = try await store.write { transaction in
            let counts = try OwnMomentRows(user: user, transaction: transaction).keep(entries)
            try OwnLibraryRows(user: user, transaction: transaction).add(
                parsed.moments.map(\.id), fileName: request.fileName, at: request.at ?? WallClock.milliseconds(),
                isChanged: counts.added + counts.updated > 0)
            return counts
        }
        return ImportLibrary.Reply(
            added: counts.added, updated: counts.updated, unchanged: counts.unchanged, skipped: parsed.skipped,
            skips: parsed.skips)
    }

    func libraries(_ query: LibrariesQuery) async throws -> LibrariesQuery.Reply {
        try await store.read { transaction in
            LibrariesQuery.Reply(libraries: try OwnLibraryRows(user: query.user, transaction: transaction).all())
        }
    }

    /// Removes a library. The next cards are dealt from what remains.
    /// - Throws: `ServiceError(.notFound)` for a library that the person does not have.
    func removeLibrary(_ request: RemoveLibrary) async throws -> RemoveLibrary.Reply {
        try await store.write { transaction in
            RemoveLibrary.Reply(
                removed: Int32(try OwnLibraryRows(user: request.user, transaction: transaction).remove(request.library))
            )
        }
    }
}
