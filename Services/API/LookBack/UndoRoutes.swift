import Bus
import Hummingbird
import Messages

/// The route that undoes an import.
struct UndoRoutes {
    let profiles: Profiles
    let bus: any Requesting
    let record: SecurityRecord
    let now: @Sendable () -> Milliseconds

    func declare(in endpoints: inout Endpoints) {
        endpoints.add(
            "POST /v1/imports/{job}/undo", .session, .data,
            "Removes what an import added; its phase tells how far that is.",
            responses: [202: .json(ImportStatus.self)],
            errors: [409: "It is under way, or cannot be undone; the detail says why."]
        ) { request, context in
            let (user, job) = (try context.user(), try context.entity("job"))
            let status: ImportStatus
            do {
                status = try await bus.request(UndoImport(user: user, job: job))
            } catch let error as ServiceError where error.code == .conflict {
                throw await refusal(error, request, user, job)
            }
            await record.note(.importUndone, of: user, from: "\(context.clientAddress)", label: status.fileName)
            return try Response.json(status, status: .accepted)
        }
    }

    /// The same conflict with the reason that the import's page shows, where there is one.
    private func refusal(_ error: ServiceError, _ request: Request, _ user: UserID, _ job: EntityID) async -> Problem {
        guard let undo = try? await bus.request(ImportQuery(user: user, job: job)).undo, undo != .possible,
            let profile = try? await profiles.profile(user)
        else { return Problem(error) }
        let words = request.reader(profile, at: now()).words
        return Problem(status: .conflict, code: "conflict", detail: words("import.whyNot.\(undo)"))
    }
}
