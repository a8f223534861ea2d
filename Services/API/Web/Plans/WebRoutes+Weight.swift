import HTTPTypes
import Hummingbird
import Messages
import NIOCore
import Pages

/// A weight that the person states, also one that was typed while the server did not answer (PLN-9).
extension WebRoutes {
    /// Tells the service worker that the person has to decide before the form counts.
    private static let asks = "asks"
    /// A change of the profile by another page may come between reading and writing.
    private static let mostTries = 3

    func addWeight(to router: Router<EdgeContext>) {
        action("plan/weight", on: router) { visit, request, _ in try await saveWeight(visit, request) }
        // A line for the script: what a weight would change, while it is typed. Empty where there is nothing to say.
        // A form, so that no weight is in an address.
        action("plan/estimate", on: router) { visit, request, _ in
            let line = try await estimate(visit, request) ?? ""
            return Response(
                status: .ok, headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
                body: .init(byteBuffer: ByteBuffer(string: line)))
        }
    }

    private func estimate(_ visit: Visit, _ request: Request) async throws -> String? {
        let texts = Dictionary(
            try await request.form().fields.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        guard let kilograms = visit.reader.kilograms(typed: texts, in: "weight") else { return nil }
        var body = try await profiles.body(visit.user)
        body.weightKilograms = kilograms
        body.weightAt = visit.at
        // Later than the stored one, as saving makes it.
        body.revision += 1
        let reply = try await PlanProblem.translated {
            try await bus.request(EstimatePlan(user: visit.user, body: body))
        }
        return visit.reader.estimate(reply, kilograms: kilograms, date: visit.dateOrTime)
    }

    private func saveWeight(_ visit: Visit, _ request: Request) async throws -> Response {
        let form = try await request.form()
        try requireWriter(form, visit)
        let at = try written(form, visit)
        let texts = Dictionary(
            form.fields.filter { $0.name.hasPrefix("weight") }.map { ($0.name, $0.value) },
            uniquingKeysWith: { first, _ in first })
        func again(status: HTTPResponse.Status, _ change: (inout PlanFacts) -> Void) async throws -> Response {
            var facts = try await planFacts(visit)
            change(&facts)
            return planPage(facts, visit, request, status: status)
        }
        guard let kilograms = visit.reader.kilograms(typed: texts, in: "weight") else {
            return try await again(status: .badRequest) {
                $0.weight = TypedForm(texts, faults: ["weight": visit.reader.weightRange])
            }
        }
        let id = requestID(form, visit)
        for attempt in 1... {
            let stored = try await profiles.body(visit.user)
            if form["replace"] == nil, try await isNewer(than: at, kilograms, stored, visit) {
                var response = try await again(status: .conflict) {
                    $0.question = PlanFacts.StaleWeight(texts: texts, kilograms: kilograms, written: at)
                }
                response.headers[Self.heldForm] = Self.asks
                return response
            }
            var body = stored
            body.weightKilograms = kilograms
            // Chosen against a newer one, it counts from now on.
            body.weightAt = form["replace"] == nil ? at : visit.at
            do {
                let saved = try await profiles.set(id, body: body, of: visit.user)
                if saved.revision != stored.revision { _ = await planFollowing(saved, visit) }
                return seeOther("/plan", toast: "weightSaved")
            } catch let error as ServiceError where error.code == .conflict && attempt < Self.mostTries {
                continue
            }
        }
        throw ServiceError(.conflict, "The profile has changed meanwhile: load it again.")
    }

    /// Whether a weight that was stated or measured later than this one differs from it.
    private func isNewer(
        than at: Milliseconds, _ kilograms: Double, _ stored: BodyProfile, _ visit: Visit
    ) async throws -> Bool {
        if let known = stored.weightAt, known > at, stored.weightKilograms != kilograms { return true }
        let inputs = try await currentPlan(visit)?.plan?.inputs
        return inputs.map { $0.isMeasured && $0.weightAt > at && abs($0.kilograms - kilograms) > 0.05 } ?? false
    }
}
