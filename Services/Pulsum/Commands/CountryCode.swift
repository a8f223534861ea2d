import ArgumentParser
import Foundation

/// A country as a person writes it: two letters of ISO 3166, or “none” for who would rather not say.
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
            guard letters.utf8.count == 2, Locale.Region.isoRegions.contains(where: { $0.identifier == letters }) else { return nil }
            self.letters = letters
        }
    }

    /// Asks at the terminal and offers the country of its language setting.
    /// - Throws: `Complaint` where nobody is there to ask.
    static func ask() throws -> CountryCode {
        guard Terminal.isTyped else {
            throw Complaint("Say the country, for emergency numbers on a crisis card: --country DE, or --country none.")
        }
        let guess = Locale.current.region.flatMap { CountryCode(argument: $0.identifier) }
        while true {
            Terminal.ask("Country, for emergency numbers (two letters, or “none”)\(guess.map { " [\($0.letters)]" } ?? ""): ")
            guard let answer = readLine() else { throw Complaint("No country was given; use --country DE, or --country none.") }
            if let country = answer.isEmpty ? guess : CountryCode(argument: answer) { return country }
            Terminal.tell("Two letters of ISO 3166, such as US, GB or DE; or “none”.")
        }
    }
}
