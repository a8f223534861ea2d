import Fixtures
import TestTraits
import Testing

/// `Requirement`: a test whose requirement is missing is skipped by name, and fails where `CI` is `true`.
@Suite struct RequirementTests {
    @Test(
        "What is missing skips a test, and fails it by name in continuous integration", arguments: Requirement.allCases)
    func missing(_ requirement: Requirement) async throws {
        let missing: @Sendable (Requirement) async -> Bool = { $0 != requirement }
        #expect(
            try await Requirement.areMet([.root, requirement], isContinuousIntegration: false, isMet: missing) == false)
        guard requirement.isExpected else {
            #expect(requirement == .sharedData, "everything that can be installed is expected")
            return
        }
        let error = await #expect(throws: Requirement.Missing.self) {
            try await Requirement.areMet([requirement], isContinuousIntegration: true, isMet: missing)
        }
        #expect(error?.requirement == requirement)
        #expect("\(try #require(error))".contains(requirement.hint))
    }

    @Test("A met requirement lets a test run", arguments: [false, true])
    func met(isContinuousIntegration: Bool) async throws {
        #expect(
            try await Requirement.areMet(
                Requirement.allCases, isContinuousIntegration: isContinuousIntegration, isMet: { _ in true }))
    }

    @Test("A seed is chosen anew, or taken from the environment, and gives the same choices again")
    func seed() throws {
        let chosen = Seed(of: "RequirementTests", environment: [:])
        let again = Seed(of: "RequirementTests", environment: [Seed.variable: "\(chosen.value)"])
        #expect(again.value == chosen.value && "\(again)".contains("\(chosen.value)"))
        var (first, second) = (chosen.generator, again.generator)
        let choices = (0..<5).map { _ in (first.next(), second.next()) }
        #expect(choices.allSatisfy { $0 == $1 })
    }
}
