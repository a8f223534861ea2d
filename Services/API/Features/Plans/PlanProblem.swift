import Bus
import HTTPTypes
import Messages

/// Errors of plans as problem details with their own codes (PLN-1, PLN-4, PLN-8).
enum PlanProblem {
    /// 400: values of the profile are missing; `fields` names them.
    static let incomplete = "onboarding-incomplete"
    /// 404: there is no plan.
    static let notFound = "plan-not-found"
    /// 422: a result is outside its limits; `fields` names the value behind it.
    static let implausible = "implausible-result"
    /// 429: more than 20 requests in a minute.
    static let rateLimited = "rate-limited"
    /// 503: the service is migrated, restored or restarted. Also the code of every answer while all data is restored
    /// (`MaintenanceMode`).
    static let maintenance = "maintenance"

    /// All codes.
    static let codes = [incomplete, notFound, implausible, rateLimited, maintenance]

    /// Seconds after which a request during maintenance is worth repeating.
    static let maintenanceRetry: Int64 = 10

    /// The problem of an error of plans.
    static func problem(_ error: ServiceError) -> Problem {
        var problem = Problem(error)
        func with(
            _ status: HTTPResponse.Status, _ code: String, _ detail: String? = nil, retryAfter: Int64? = nil
        ) -> Problem {
            var known = Problem(
                status: status, code: code, detail: detail ?? error.message,
                retryAfter: retryAfter ?? problem.retryAfter)
            known.fields = error.fields
            return known
        }
        switch error.code {
        case .invalid where error.fields.contains { $0.code == .needed }:
            problem = with(.badRequest, incomplete)
        case .invalid where error.fields.contains { $0.code == .implausible }:
            problem = with(.unprocessableContent, implausible)
        case .notFound: problem = with(.notFound, notFound)
        case .unavailable:
            problem = with(
                .serviceUnavailable, maintenance, "Plans are being looked after and do not answer.",
                retryAfter: maintenanceRetry)
        default: break
        }
        return problem
    }

    /// Runs requests to plans.
    /// - Throws: `Problem` for an error of plans.
    static func translated<T>(_ body: () async throws -> T) async throws -> T {
        do {
            return try await body()
        } catch let error as ServiceError {
            throw problem(error)
        }
    }
}

extension Requesting {
    /// Whether a person sees no numbers of food and weight (PLN-10); true if plans do not answer.
    func hidesNumbers(of user: UserID) async -> Bool {
        (try? await request(PlanNumbers(user: user)))?.numbersHidden ?? true
    }
}
