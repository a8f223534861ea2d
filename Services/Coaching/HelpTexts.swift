import Messages

/// What is said where nothing may be composed. Fixed texts, so that they are right whatever else fails.
enum HelpTexts {
    static let crisis = "Thank you for telling me; what you describe needs people, not an app. Please reach out now with the numbers here."
    static let unavailable =
        "I can't check your message safely right now, so I'd rather not answer it with advice. If things feel too heavy, please use the contacts here; they are there "
        + "for you at any hour."
    static let unknownLanguage = "I couldn't read that well enough to answer responsibly. Please try again in English or German."
    static let offTopic = "That is outside what I can help with. Ask me about sleep, stress, energy, mood, movement, mindfulness, food or a small goal."
    static let medical =
        "That is a question for a doctor or a pharmacist; I can't advise on illnesses or medicines. Ask me about sleep, stress, energy, mood, movement or food."
    static let heavyDays = "Some of your recent words sounded heavy. People to talk to are listed here, at any hour."
    static let crisisDay = "No suggestions today. What matters now is talking to somebody; the contacts are here."

    /// Where safety itself cannot be asked: 112 is put through by mobile phones in most countries (GSM 02.30); the directories list lines by country.
    static let internationalCard = CrisisCard(
        title: "Support is there",
        message:
            "If you are in danger, call the emergency number of your country (112 works in many). To talk to somebody, these directories list lines by country.",
        emergencyNumber: "112",
        lines: [
            CrisisCard.Line(
                name: "Find A Helpline: helplines in over 130 countries", phone: "", text: "Chat and text lines are listed by country",
                url: "https://findahelpline.com"),
            CrisisCard.Line(name: "Befrienders Worldwide", phone: "", text: "", url: "https://befrienders.org"),
        ],
        disclaimer: "This app is not a substitute for professional mental health care.", country: "", checkedOn: Day(number: 20_778))
}
