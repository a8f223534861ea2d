import Messages
import Storage

/// Weekly reviews (GOL-7, GOL-8).
extension GoalsService {
    /// Saves a review and has its answers judged.
    /// - Throws: errors as of `SaveReview`.
    func save(_ request: SaveReview, id: RequestID) async throws -> SaveReview.Reply {
        try ReviewCoordinator.form(request)
        let texts = StoredTexts(request.content).all
        let (_, verdict) = try await save(id, of: request.user, request.country, texts: texts) {
            transaction, new, now in
            try ReviewCoordinator(user: request.user, in: transaction).save(request, id: new, now: now)
        }
        let review = try await store.read {
            try ReviewRows(user: request.user, transaction: $0).review(of: request.week.monday)
        }
        guard let review else { throw Absence.review }
        return SaveReview.Reply(review: review, verdict: verdict)
    }

    func delete(_ request: DeleteReview, id: RequestID) async throws -> Empty {
        try await store.command(id, user: request.user) { transaction in
            try ReviewCoordinator(user: request.user, in: transaction).delete(request)
            return Empty()
        }
    }

    /// - Throws: `ServiceError(.invalid)` for wrong days or scores.
    func review(_ query: ReviewQuery) async throws -> ReviewQuery.Reply {
        let reader = try ReviewReader(query)
        return try await store.read { try reader.read($0) }
    }
}
