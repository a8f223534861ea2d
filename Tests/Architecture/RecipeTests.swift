import Fixtures
import Foundation
import TestTraits
import Testing

/// The recipes of the documents. `deploy/test-recipe` builds and runs them, which takes too long for every change.
@Suite(.tags(.processes)) struct RecipeTests {
    @Test("The patches of the recipes apply to this tree", arguments: ["metric", "request", "service"])
    func applies(_ name: String) async throws {
        let patch = Repository.path("deploy/recipe/\(name).patch")
        let result = try await Executable.run(
            "/usr/bin/env", ["git", "-c", "safe.directory=*", "-C", Repository.root.path, "apply", "--check", patch])
        #expect(result.status == 0, "\(result.errors)")
    }
}
