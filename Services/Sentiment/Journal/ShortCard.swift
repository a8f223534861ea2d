import CrisisCards
import Messages

/// Cards as they are stored: what they are made from instead of their texts.
extension CrisisCard {
    /// Nil for a card that this release would not make.
    var short: CrisisCard? {
        for isGerman in [false, true] {
            // Without a country, the card says whether one was set.
            for code in country.isEmpty ? ["", "-"] : [country] {
                guard
                    CrisisCardWriter.card(country: code, reason: reason ?? .selfHarm, inGerman: isGerman) == self
                else { continue }
                return CrisisCard(
                    title: "", message: isGerman ? "de" : "", emergencyNumber: code, lines: [], disclaimer: "",
                    country: country, checkedOn: checkedOn, reason: reason)
            }
        }
        return nil
    }

    /// The full card of a shortened one, with the numbers of this release; any other card unchanged.
    var whole: CrisisCard {
        guard title.isEmpty else { return self }
        return CrisisCardWriter.card(
            country: emergencyNumber, reason: reason ?? .selfHarm, inGerman: message == "de")
    }
}
