import Drawing
import Localization
import Messages
import Testing

@testable import Pages

/// Sentences that must be shown word for word, and where. Whoever changes one raises its version here and in the
/// catalogue. That of crisis cards (SAF-4) is tested with the cards.
@Suite struct MandatedTests {
    private static let renderer = Result { try PageRenderer(assets: "/assets/test") }

    private func reader(_ language: Language) -> Reader {
        Reader(
            DisplaySettings(language: language, region: language == .german ? "DE" : "US"), today: Day(number: 20_780),
            minute: 600)
    }

    private func shown(_ screen: some Screen, _ language: Language) throws -> String {
        try Self.renderer.get().html(screen, PageFrame(), for: reader(language))
    }

    private static let sentences: [(key: String, language: Language, text: String)] = [
        (
            "disclaimer", .english,
            "Pulsum is for general wellness and informational purposes only. It does not provide medical advice. Always consult your healthcare provider before making health decisions."
        ),
        (
            "disclaimer", .german,
            "Pulsum dient dem allgemeinen Wohlbefinden und der Information. Es gibt keinen medizinischen Rat. Sprich mit deiner Ärztin oder deinem Arzt, bevor du über deine Gesundheit entscheidest."
        ),
        (
            "methodology", .english,
            "Your wellbeing score is an estimated trend indicator based on statistical patterns in your recent health data. It is not a clinical measurement."
        ),
        (
            "methodology", .german,
            "Dein Wert ist eine geschätzte Tendenz, die auf statistischen Mustern in deinen letzten Gesundheitsdaten beruht. Er ist keine klinische Messung."
        ),
        ("generated", .english, "Responses are AI-generated and not medical advice."),
        ("generated", .german, "Antworten erzeugt eine KI; sie sind kein medizinischer Rat."),
        ("refused.topic", .english, "Let's keep the focus on supportive wellness actions"),
        ("refused.topic", .german, "Bleiben wir bei dem, was deinem Wohlbefinden guttut"),
        ("refused.rephrase", .english, "Try rephrasing"),
        ("refused.rephrase", .german, "Versuch es mit anderen Worten"),
        (
            "consent.1", .english,
            "Pulsum can optionally use GPT-5 to phrase brief coaching text. If you allow cloud processing, Pulsum sends only minimized context (no journals, no raw health data, no identifiers). PII is redacted. You can turn this off anytime in Settings ▸ Cloud Processing."
        ),
        (
            "consent.1", .german,
            "Pulsum kann auf Wunsch GPT-5 verwenden, um kurze Coaching-Texte zu formulieren. Wenn du die Verarbeitung in der Cloud erlaubst, sendet Pulsum nur das Nötigste (keine Tagebücher, keine rohen Gesundheitsdaten, keine Kennungen). Personenbezogenes wird unkenntlich gemacht. Du kannst das jederzeit unter Einstellungen ▸ Cloud abschalten."
        ),
        ("refused.injection", .english, "Unable to process that request"),
        ("refused.injection", .german, "Diese Anfrage kann ich nicht bearbeiten"),
        (
            "consent.named", .english,
            "Pulsum can optionally use {model} to phrase brief coaching text. If you allow cloud processing, Pulsum sends only minimized context (no journals, no raw health data, no identifiers). PII is redacted. You can turn this off anytime in Settings ▸ Cloud Processing."
        ),
        (
            "consent.named", .german,
            "Pulsum kann auf Wunsch {model} verwenden, um kurze Coaching-Texte zu formulieren. Wenn du die Verarbeitung in der Cloud erlaubst, sendet Pulsum nur das Nötigste (keine Tagebücher, keine rohen Gesundheitsdaten, keine Kennungen). Personenbezogenes wird unkenntlich gemacht. Du kannst das jederzeit unter Einstellungen ▸ Cloud abschalten."
        ),
    ]

    @Test("COM-5 GAT-1 SCO-7 COA-6 each mandated sentence has one text for each language, and a version")
    func texts() {
        for (key, language, text) in Self.sentences {
            let words = Catalogue.shipped(language)
            #expect(words("mandated.\(key)", key == "consent.named" ? ["model": "{model}"] : [:]) == text)
        }
        for language in Language.allCases {
            let keys = Catalogue.shipped(language).keys.filter { $0.hasPrefix("mandated.") }
            let named = Self.sentences.filter { $0.language == language }.map { "mandated.\($0.key)" }
            #expect(Set(named) == keys.filter { !$0.hasPrefix("mandated.version.") })
            for key in ["disclaimer", "methodology", "generated", "refused"] {
                #expect(Catalogue.shipped(language)("mandated.version.\(key)") == "1")
            }
        }
    }

    @Test(
        "COM-5 OWN-1 the disclaimer, the way to help and the privacy page stand at the welcome, in settings and at both composers",
        arguments: Language.allCases)
    func disclaimer(language: Language) throws {
        let reader = reader(language)
        let pages = [
            try shown(
                WelcomeScreen(country: "", timeZone: "UTC", isClearText: false, for: reader), language),
            try shown(DoorsScreen(name: "a", hasExampleDoor: true, for: reader), language),
            try shown(SettingsScreen(name: "a", states: [:], for: reader), language),
            try shown(CoachScreen(CoachFacts(cards: nil, key: "k"), for: reader), language),
            try shown(PulseScreen(flags: [], key: "k", for: reader), language),
        ]
        let line =
            escapedMarkup(reader.words("mandated.disclaimer"))
            + " <a href=\"/privacy\">\(reader.words("nav.privacy"))</a> · <a href=\"/safety\">"
        for page in pages { #expect(page.contains(line)) }
        #expect(pages[3].contains(escapedMarkup(reader.words("mandated.generated"))))
    }

    @Test("SCO-7 the sentence on what the score is stands beside every breakdown and on the page about Pulsum")
    func methodology() throws {
        for language in Language.allCases {
            let reader = reader(language)
            let breakdown = ScoreBreakdown(
                report: ScoreReport(day: reader.today, status: .noData), bias: 0, contributions: [], labels: 0,
                methodology: "")
            let text = escapedMarkup(reader.words("mandated.methodology"))
            #expect(try shown(BreakdownScreen(breakdown, mask: nil, for: reader), language).contains(text))
            #expect(try shown(TextScreen.about(release: "1", for: reader), language).contains(text))
        }
    }

    // MARK: Shipped texts

    @Test("OWN-1 the privacy page names what is kept, where, how long, what can leave, its version and what changed")
    func privacy() throws {
        for (language, none, version, change) in [
            (
                Language.english, "No analytics of any kind", "Version 3, Nov 28, 2026",
                "Version 1: the first version."
            ),
            (.german, "Keinerlei Nutzungsanalyse", "Version 3, 28. Nov. 2026", "Version 1: die erste Fassung."),
        ] {
            let reader = reader(language)
            let screen = TextScreen.privacy(for: reader)
            #expect(screen.parts.count == 7 && screen.parts.allSatisfy { !$0.paragraphs.isEmpty })
            let page = try shown(screen, language)
            for text in [none, version, change] { #expect(page.contains(text), "\(text)") }
            let changes = reader.words.keys.filter { $0.hasPrefix("privacy.changes.") }
            #expect(changes.count == TextScreen.privacyVersions.count)
        }
    }

    @Test("SEN-1 the questions stand at Pulse with both ends, and the page about them names source and changes")
    func questions() throws {
        for language in Language.allCases {
            let reader = reader(language)
            let pulse = try shown(PulseScreen(flags: [], key: "k", for: reader), language)
            let about = try shown(TextScreen.questions(for: reader), language)
            for (slider, source) in [
                (CheckInSlider.stress, "29 (2003) 444–451"), (.energy, "83 (1990) 486–489"),
                (.sleepQuality, "10.5664/jcsm.7478"),
            ] {
                let question = escapedMarkup(reader.words("today.question.\(slider.rawValue)"))
                let ends = escapedMarkup(reader.words("today.ends.\(slider.rawValue)"))
                #expect(pulse.contains("<legend>\(question)</legend>") && pulse.contains(ends))
                #expect(about.contains(question) && about.contains(ends) && about.contains(source))
            }
            #expect(pulse.contains("href=\"/questions\""))
            #expect(about.contains("3, 28"))
        }
    }

    @Test("WCAG 3.1.2 what stays English is marked as English on a German page")
    func marked() throws {
        let card = Card(
            moment: "m", title: "Box breathing", body: "Breathe in.", caution: "Vorsicht.", badge: .strong,
            sourceURL: nil, estimatedSeconds: 60)
        var reply = ChatReply(
            coachReply: "Your sleep.", nextAction: "Dim the lights.", source: .composed, level: .safe)
        reply.language = "en"
        var facts = CoachFacts(cards: CardsQuery.Reply(cards: [card]), key: "k")
        (facts.asked, facts.reply) = ("Frage", reply)
        let page = try shown(CoachScreen(facts, for: reader(.german)), .german)
        for text in [
            "lang=\"en\"><a href=\"/suggestions/m\">Box breathing<", "lang=\"en\">Breathe in.<",
            "lang=\"en\">Dim the lights.<",
            "lang=\"en\">Your sleep.<", "<p class=\"notice\">Vorsicht.<",
        ] { #expect(page.contains(text), "\(text)") }
    }

    @Test("COA-6 GAT-6 a reply from the cloud leads to its receipts, one from this machine does not")
    func origin() throws {
        for (source, isLinked) in [(ChatReply.Source.cloud, true), (.localModel, false), (.composed, false)] {
            let reply = ChatReply(coachReply: "Rest.", source: source, level: .safe)
            var facts = CoachFacts(cards: nil, key: "k")
            (facts.asked, facts.reply) = ("Question", reply)
            let page = try shown(CoachScreen(facts, for: reader(.english)), .english)
            let label = reader(.english).words("coach.origin.\(source)")
            #expect(page.contains("\(label) · <a href=\"/receipts\">what was sent</a>") == isLinked)
            #expect(page.contains(label))
        }
    }
}
