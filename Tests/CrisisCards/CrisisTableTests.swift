import Foundation
import Messages
import Testing

@testable import CrisisCards

@Suite struct CrisisTableTests {
    private static let crises: [Verdict.Reason] = [.selfHarm, .abuseOrDanger, .medicalEmergency, .harmToOthers]
    private static let reasons = crises + [.distress, .concernForOthers, .unavailable]

    @Test("SAF-4 Each reason has its own words and lines, and says the number to call")
    func byReason() {
        for country in CrisisDirectory.countries.keys {
            let cards = Self.crises.map { CrisisCardWriter.card(country: country, reason: $0) }
            #expect(Set(cards.map(\.title)).count == 4)
            for card in cards { #expect(card.message.contains(card.emergencyNumber)) }
            #expect(cards[0].lines != cards[1].lines, "\(country)")
            let german = Self.reasons.map { CrisisCardWriter.card(country: country, reason: $0, inGerman: true) }
            for card in german {
                #expect(card.message.contains(card.emergencyNumber) && !card.title.isEmpty, "\(country)")
            }
        }
        let abuse = CrisisCardWriter.card(country: "DE", reason: .abuseOrDanger)
        #expect(abuse.lines.map(\.phone) == ["116 016"])
        #expect(CrisisCardWriter.card(country: "US", reason: .medicalEmergency).lines.first?.phone == "1-800-222-1222")
        // An overdose may have been a suicide attempt.
        for code in ["US", "DE", ""] {
            let card = CrisisCardWriter.card(country: code, reason: .medicalEmergency)
            #expect(
                Set(CrisisDirectory.country(code).talk.map(\.name)).isSubset(of: card.lines.map(\.name))
                    && !card.lines.isEmpty, "\(code)")
        }
    }

    @Test("SAF-4 The disclaimer stands on every card, word for word in its language")
    func disclaimer() {
        for reason in Self.reasons {
            #expect(
                CrisisCardWriter.card(country: "GB", reason: reason).disclaimer
                    == "This app is not a substitute for professional mental health care.")
            #expect(
                CrisisCardWriter.card(country: "GB", reason: reason, inGerman: true).disclaimer
                    == "Diese App ersetzt keine professionelle Hilfe.")
        }
    }

    @Test("SAF-4 In German every way of contact is said in German; numbers, addresses and published names stay")
    func germanLines() {
        let codes = Array(CrisisDirectory.countries.keys) + [""]
        for (code, reason) in codes.flatMap({ code in Self.reasons.map { (code, $0) } }) {
            let english = CrisisCardWriter.card(country: code, reason: reason).lines
            let german = CrisisCardWriter.card(country: code, reason: reason, inGerman: true).lines
            #expect(german.map(\.phone) == english.map(\.phone) && german.map(\.url) == english.map(\.url))
            for (line, original) in zip(german, english) {
                for word in ["Text ", "chat ", " on the ", " at ", " to ", "E-mail", "listed"] {
                    #expect(!line.text.contains(word), "\(code): \(line.text)")
                }
                for word in [
                    "young people", "(English)", "helplines", "help with", "the nearest", "the advice", "option ",
                ] {
                    #expect(!line.name.contains(word), "\(code): \(line.name)")
                }
                #expect(line.text.filter(\.isNumber) == original.text.filter(\.isNumber))
                #expect(line.text.isEmpty == original.text.isEmpty)
            }
        }
        let texts = CrisisCardWriter.card(country: "US", reason: .selfHarm, inGerman: true).lines.map(\.text)
        #expect(texts.starts(with: ["SMS an 988, Chat auf 988lifeline.org", "SMS mit „HOME“ an 741741"]))
    }

    @Test("SAF-4 At least 40 countries, each line with a way to reach it and the page it comes from")
    func table() {
        #expect(CrisisDirectory.countries.count >= 40)
        for country in CrisisDirectory.countries.values {
            #expect(country.code.utf8.count == 2 && country.code == country.code.uppercased())
            for number in [country.emergency, country.police] {
                #expect(!number.isEmpty && number.allSatisfy(\.isNumber), "\(country.code)")
            }
            #expect(!country.talk.isEmpty, "\(country.code)")
            for line in country.talk + country.abuse + country.harm + country.poison {
                #expect(!line.name.isEmpty && line.url.hasPrefix("https://"))
                // One number: E.164 has at most 15 digits, the longest national number here has 11.
                #expect(
                    line.phone.wholeMatch(of: /(\*?[0-9][0-9 -]*)?/) != nil
                        && line.phone.count(where: \.isNumber) <= 11, "\(country.code): \(line.phone)")
            }
            for lines in [country.talk, country.abuse, country.harm] {
                let phones = lines.map(\.phone).filter { !$0.isEmpty }
                #expect(Set(phones).count == phones.count, "\(country.code) names a number twice")
            }
        }
        // Text-based services: not everybody can speak aloud.
        #expect(CrisisDirectory.countries.values.filter { $0.talk.contains { !$0.text.isEmpty } }.count >= 15)
    }

    @Test("SAF-4 What we show names no method and promises hope")
    func safeMessaging() {
        for reason in Self.reasons {
            let card = CrisisCardWriter.card(country: "US", reason: reason)
            let words = (card.title + " " + card.message).lowercased().split { !$0.isLetter }.map(String.init)
            for forbidden in ["overdose", "pills", "hang", "jump", "cut", "gun", "commit", "kill"] {
                #expect(!words.contains(forbidden))
            }
        }
        #expect(CrisisCardWriter.card(country: "US", reason: .selfHarm).message.contains("can change"))
        for (inGerman, thanks) in [(false, "Thank you"), (true, "Danke")] {
            func message(isAboutWords: Bool) -> String {
                CrisisCardWriter.card(
                    country: "US", reason: .selfHarm, inGerman: inGerman, isAboutWords: isAboutWords
                ).message
            }
            #expect(message(isAboutWords: true).hasPrefix(thanks))
            #expect(message(isAboutWords: true).hasSuffix(message(isAboutWords: false)))
            #expect(!message(isAboutWords: false).contains(thanks), "nothing was written")
        }
    }

    @Test("SAF-4 The numbers were checked in the last 180 days")
    func checkedRecently() {
        let today = Day(number: Int32(Date().timeIntervalSince1970 / 86_400))
        let age = CrisisDirectory.checkedOn.distance(to: today)
        if age > CrisisDirectory.daysValid {
            Issue.record(
                "The crisis numbers were checked \(age) days ago. Compare CrisisTable with the pages it names and move CrisisDirectory.checkedOn.",
                severity: .warning)
        }
        #expect(CrisisCardWriter.card(country: "US", reason: .selfHarm).checkedOn == CrisisDirectory.checkedOn)
    }

    @Test("SAF-4 Police and ambulance stand apart where they are; against danger from people the police comes first")
    func emergencies() {
        let apart = [
            "JP": ("119", "110"), "BR": ("192", "190"), "KR": ("119", "112"), "SG": ("995", "999"),
            "IL": ("101", "100"), "CL": ("131", "133"),
            "TH": ("1669", "191"), "PE": ("106", "105"), "TW": ("119", "110"), "DE": ("112", "110"),
            "NO": ("113", "112"), "ZA": ("10177", "10111"),
            "CZ": ("155", "158"), "UA": ("103", "102"), "LU": ("112", "113"),
        ]
        for (country, (ambulance, police)) in apart {
            for reason in Self.reasons {
                let card = CrisisCardWriter.card(country: country, reason: reason)
                let isFromPeople = reason == .abuseOrDanger || reason == .harmToOthers
                #expect(
                    card.emergencies.map(\.phone) == (isFromPeople ? [police, ambulance] : [ambulance, police]),
                    "\(country) \(reason)")
                #expect(card.emergencyNumber == (isFromPeople ? police : ambulance) && card.reason == reason)
            }
        }
        #expect(
            CrisisCardWriter.card(country: "US", reason: .abuseOrDanger).emergencies.isEmpty, "one number reaches all")
        #expect(
            CrisisCardWriter.card(country: "DE", reason: .abuseOrDanger, inGerman: true).emergencies.map(\.name) == [
                "Polizei", "Rettungsdienst",
            ])
    }

    @Test("SAF-4 Who fears to hurt somebody gets lines of their own, before those to talk to")
    func harmToOthers() {
        let own = CrisisDirectory.countries.values.filter { !$0.harm.isEmpty }
        #expect(own.count >= 11)
        for country in own {
            let lines = CrisisCardWriter.card(country: country.code, reason: .harmToOthers).lines
            #expect(
                lines == country.harm + country.talk
                    && lines != CrisisCardWriter.card(country: country.code, reason: .selfHarm).lines)
        }
        for country in CrisisDirectory.countries.keys {
            #expect(!CrisisCardWriter.card(country: country, reason: .harmToOthers).lines.isEmpty)
        }
    }

    @Test("SAF-4 Without a country, or with one that is not in the table, the card says so and how to find the number")
    func withoutCountry() {
        for reason in Self.reasons {
            let unset = CrisisCardWriter.card(country: "", reason: reason)
            let unlisted = CrisisCardWriter.card(country: "GL", reason: reason)
            #expect(
                unset.countryHint?.contains("No country is set") == true
                    && unset.countryHint?.contains("lock screen") == true)
            #expect(unlisted.countryHint?.contains("not listed") == true && unlisted.countryHint != unset.countryHint)
            #expect(
                CrisisCardWriter.card(country: "", reason: reason, inGerman: true).countryHint?.contains("kein Land")
                    == true)
            #expect(
                CrisisCardWriter.card(country: "GL", reason: reason, inGerman: true).countryHint?
                    .contains("stehen hier noch nicht") == true)
            #expect(CrisisCardWriter.card(country: "DE", reason: reason).countryHint == nil)
        }
    }

    @Test("The guide to a safety plan has the same fields and the same sources in both languages, and a text for each")
    func planGuide() {
        let (english, german) = (SafetyPlanGuide.guide(inGerman: false), SafetyPlanGuide.guide(inGerman: true))
        #expect(english.sections.map(\.field) == german.sections.map(\.field) && english.sections.count >= 6)
        #expect(Set(english.sections.map(\.field)).count == english.sections.count)
        #expect(english.sources == german.sources && english.title != german.title)
        for (english, german) in zip(english.sections, german.sections) {
            #expect(!english.hint.isEmpty && !german.hint.isEmpty)
            #expect(english.title != german.title && english.hint != german.hint, "\(english.field)")
        }
    }

    @Test("SAF-4 A text longer than safety takes is read in parts that overlap; of a very long one the end too")
    func parts() {
        #expect(CrisisFallback.parts(of: "a short one") == ["a short one"])
        let text = (0..<3_000).map { "\($0) " }.joined()
        let parts = CrisisFallback.parts(of: text)
        #expect(parts.count == 4 && parts.allSatisfy { $0.unicodeScalars.count <= 4_000 })
        #expect(text.hasPrefix(parts[0]) && text.hasSuffix(parts[3]))
        for (part, next) in zip(parts, parts.dropFirst()) { #expect(next.hasPrefix(part.suffix(500))) }
        let endless = CrisisFallback.parts(of: String(repeating: "x", count: 200_000) + " the end")
        #expect(endless.count == 10 && endless[0].hasSuffix(" the end"))
    }
}
