import Fixtures
import Foundation
import TestTraits
import Testing

/// The OpenAPI document against the real API, by tools of others.
@Suite(.needs(.schemathesis), .serialized, .tags(.processes)) struct SchemathesisTests {
    private static let tools = Requirement.schemathesisFolder

    /// Paths left out, because they end the session or the account, answer without end, hash a password each time, or
    /// take a medium that the tool cannot make, or redirect to another.
    private static let excluded =
        "^/(auth/profile|v1/(events|erase|export|cloud-test|password|accounts|sessions.*|second-factor.*|transcriptions))$"

    @Test(
        "WEB-10 the document is valid OpenAPI 3.1, and the API answers generated requests as it says",
        .timeLimit(.minutes(8)))
    func generated() async throws {
        try await Stack.run { stack in
            let browser = Browser(stack.url)
            #expect(try await stack.setUp(browser).status == 201)
            let document = stack.scratch.file("openapi.json")
            try await browser.get("/openapi.json").body.write(to: URL(fileURLWithPath: document))
            let valid = try await Executable.run(Self.tools + "openapi-spec-validator", [document])
            #expect(valid.status == 0, "\(valid.output)\(valid.errors)")

            // Six examples an operation and the bounds of its parameters, some 6,500 requests: 130 s on a slow machine. The
            // same seed makes the same requests.
            let run = try await Executable.run(
                "/usr/bin/env",
                [
                    "-C", stack.scratch.path, "timeout", "300", Self.tools + "st", "run",
                    stack.url + "/openapi.json", "--phases", "coverage,fuzzing", "--max-examples", "6", "--seed", "1",
                    "--workers", "1", "--no-color", "--no-shrink", "--continue-on-failure", "--request-timeout", "20",
                    "--generation-database", "none", "--generation-with-security-parameters", "false",
                    "--header", "Cookie: \(browser.cookie ?? "")",
                    // Not all that a schema cannot say is refused with a schema's means: zones, ranges of days, ids.
                    "--exclude-checks", "positive_data_acceptance,ignored_auth,missing_required_header",
                    "--exclude-path-regex", Self.excluded,
                ])
            #expect(run.status == 0, "\(run.output.suffix(8_000))\(run.errors)")
            #expect(run.output.contains("generated") && !stack.logText.contains("[critical]"))

            // The open routes, without a session.
            let open = try await Executable.run(
                "/usr/bin/env",
                [
                    "-C", stack.scratch.path, "timeout", "60", Self.tools + "st", "run", stack.url + "/openapi.json",
                    "--phases", "fuzzing", "--max-examples", "5", "--seed", "1", "--workers", "1", "--no-color",
                    "--no-shrink", "--request-timeout", "20", "--generation-database", "none",
                    "--exclude-checks", "positive_data_acceptance", "--include-path-regex",
                    "^/v1/(setup|accounts|sessions)$",
                ])
            #expect(open.status == 0, "\(open.output.suffix(8_000))\(open.errors)")
        }
    }
}
