import Localization
import Messages
import Testing

@testable import Pages

/// The safety page with the person's own plan.
@Suite struct SafetyScreenTests {
    private let reader = Reader(
        DisplaySettings(language: .german, region: "DE"), today: Day(number: 20_780), minute: 600)

    private func page(_ plan: SafetyPlan, stored: SafetyPlan?, problem: String?) throws -> String {
        let card = CrisisCard(
            title: "t", message: "m", emergencyNumber: "112", lines: [], disclaimer: "d", country: "DE",
            checkedOn: Day(number: 20_700))
        let guide = PlanGuide(
            title: "t", introduction: "i",
            sections: [
                .init(field: "ownSteps", title: "Was ich allein tun kann", hint: "h"),
                .init(field: "reasons", title: "Gründe", hint: "h"),
            ], exercise: Exercise(title: "e", steps: [], source: ""), sources: [])
        let screen = SafetyScreen(
            card, plan: .init(plan: plan, guide: guide), stored: stored, planProblem: problem, for: reader)
        let page = try PageRenderer(assets: "/assets/0").html(screen, PageFrame(), for: reader)
        #expect(!page.contains("{{"))
        return page
    }

    @Test("SAF-4 what was typed into the safety plan survives a conflict, beside what was stored meanwhile")
    func conflict() throws {
        let typed = SafetyPlan(revision: 4, ownSteps: ["spazieren"], reasons: ["Hund"])
        let stored = SafetyPlan(revision: 4, ownSteps: ["lesen"], reasons: ["Hund"])
        let page = try page(typed, stored: stored, problem: "Der Plan hat sich geändert.")
        #expect(page.contains(">spazieren</textarea>"))
        #expect(page.contains(">Hund</textarea>"))
        #expect(page.contains("role=\"alert\""))
        #expect(page.contains("Der Plan hat sich geändert."))
        #expect(page.contains("name=\"revision\" value=\"4\""))
        let note = reader.words("safety.stored")
        #expect(page.matches(of: /Inzwischen gespeichert/).count == 1)
        #expect(page.contains(note))
        #expect(page.contains("lesen"))
    }

    @Test("SAF-4 without the service that keeps it, the plan is shown again as it was typed")
    func away() throws {
        let page = try page(
            SafetyPlan(revision: 3, ownSteps: ["spazieren"]), stored: nil, problem: "Antwortet nicht.")
        #expect(page.contains(">spazieren</textarea>"))
        #expect(page.contains("name=\"revision\" value=\"3\""))
        #expect(!page.contains("Inzwischen gespeichert"))
    }
}
