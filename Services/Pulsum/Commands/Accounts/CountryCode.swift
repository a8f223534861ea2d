import ArgumentParser
import Foundation

/// A country code as typed: two letters of ISO 3166, or “none”.
struct CountryCode: ExpressibleByArgument, Equatable {
    /// Empty for “none”.
    let letters: String

    init?(argument: String) {
        let letters = argument.trimmingCharacters(in: .whitespaces).uppercased()
        if letters == "NONE" {
            self.letters = ""
        } else if letters == "UK" {
            self.letters = "GB"
        } else {
            guard letters.utf8.count == 2, Locale.Region.isoRegions.contains(where: { $0.identifier == letters }) else {
                return nil
            }
            self.letters = letters
        }
    }

    /// Prompts at the terminal, with the locale's region as the default.
    /// - Throws: `CLIError` if standard input is not a terminal.
    static func ask() throws -> CountryCode {
        guard Terminal.isTyped else {
            throw CLIError("Say the country, for emergency numbers on a crisis card: --country DE, or --country none.")
        }
        let guess = Locale.current.region.flatMap { CountryCode(argument: $0.identifier) }
        while true {
            Terminal.ask(
                "Country, for emergency numbers (two letters, or “none”)\(guess.map { " [\($0.letters)]" } ?? ""): ")
            guard let answer = readLine() else {
                throw CLIError("No country was given; use --country DE, or --country none.")
            }
            if let country = answer.isEmpty ? guess : CountryCode(argument: answer) { return country }
            Terminal.tell("Two letters of ISO 3166, such as US, GB or DE; or “none”.")
        }
    }
}
