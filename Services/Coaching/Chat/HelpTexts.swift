import Messages

/// Fixed replies for situations in which nothing may be composed. They do not depend on any other component.
enum HelpTexts {
    static let crisis =
        "Thank you for telling me. You deserve somebody at your side now, and an app cannot be that: please reach out with the numbers here."
    static let unavailable =
        "I can't check your message safely right now, so I'd rather not answer it with advice. If things feel too heavy, please use the contacts here; they are there "
        + "for you at any hour."
    static let unknownLanguage =
        "I couldn't read that well enough to answer responsibly. Please try again in English or German."
    static let offTopic =
        "That is outside what I can help with. Ask me about sleep, stress, energy, mood, movement, mindfulness, food or a small goal."
    static let medical =
        "That is a question for a doctor or a pharmacist; I can't advise on illnesses or medicines. Ask me about sleep, stress, energy, mood, movement or food."
    static let heavyDays = "Some of your recent words sounded heavy. People to talk to are listed here, at any hour."
    static let crisisDay =
        "What matters today is not being alone with this; people to talk to are listed here, at any hour."
}
