import Hummingbird
import Localization
import Messages
import Testing

@testable import API

@Suite struct PlanProblemTests {
    @Test("PLN-1 PLN-4 PLN-8 Errors of plans have their own codes, statuses and times to try again")
    func codes() {
        let needed = FieldError(field: "body.sex", code: .needed)
        let implausible = FieldError(field: "body.weightKilograms", code: .implausible, low: 500, high: 5_000)
        let outside = FieldError(field: "kilocalories", code: .outOfRange, low: 1_500, high: 2_500)
        let cases: [(ServiceError, Int, String, Bool)] = [
            (ServiceError(.invalid, "x", fields: [needed]), 400, "onboarding-incomplete", false),
            (ServiceError(.invalid, "x", fields: [implausible]), 422, "implausible-result", false),
            (ServiceError(.invalid, "x", fields: [outside]), 400, "invalid", false),
            (ServiceError(.notFound, "x"), 404, "plan-not-found", false),
            (ServiceError(.unavailable, "x"), 503, "maintenance", true),
            (ServiceError(.conflict, "x"), 409, "conflict", false), (ServiceError(.timeout, "x"), 504, "timeout", true),
        ]
        for (error, status, code, isRetryable) in cases {
            let problem = PlanProblem.problem(error)
            #expect(problem.status.code == status)
            #expect(problem.code == code)
            #expect(problem.isRetryable == isRetryable)
            #expect((problem.detail == "x") == (code != "maintenance"))
            #expect(problem.fields == error.fields)
            #expect((problem.retryAfter != nil) == (code == "maintenance"))
        }
    }

    @Test("PLN-8 Every code of plans says what to do, and every named value has a sentence, in every language")
    func words() {
        for language in Language.allCases {
            for code in PlanProblem.codes {
                let problem = Problem(status: .badRequest, code: code, detail: "x")
                let other = Problem(status: .badRequest, code: "invalid", detail: "x")
                #expect(problem.recoverySuggestion(in: language) != other.recoverySuggestion(in: language))
            }
            for code in [FieldError.Code.needed, .implausible, .dayInFuture] {
                let field = Problem.Field(FieldError(field: "body.sex", code: code), in: language)
                #expect(field.sentence != Catalogue.shipped(language)("api.problem.invalid"))
            }
        }
    }
}
