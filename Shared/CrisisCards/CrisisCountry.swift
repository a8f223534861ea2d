import Messages

/// A country's numbers and lines.
public struct CrisisCountry: Sendable {
    /// ISO 3166 alpha-2; empty for the international fallback.
    public let code: String
    /// Medical emergency number: the ambulance, or all services if they share a number.
    public let emergency: String
    /// Number against danger from people; equal to `emergency` if the services share a number.
    public let police: String
    /// Lines about suicide, self-harm or despair.
    public let talk: [CrisisCard.Line]
    /// Lines about violence and abuse.
    public let abuse: [CrisisCard.Line]
    /// Lines for people who fear that they might hurt another person; empty if none is published.
    public let harm: [CrisisCard.Line]
    /// Poison control lines.
    public let poison: [CrisisCard.Line]

    init(
        _ code: String, _ emergency: String, police: String? = nil, talk: [CrisisCard.Line],
        abuse: [CrisisCard.Line] = [],
        harm: [CrisisCard.Line] = [], poison: [CrisisCard.Line] = []
    ) {
        (self.code, self.emergency, self.police) = (code, emergency, police ?? emergency)
        (self.talk, self.abuse, self.harm, self.poison) = (talk, abuse, harm, poison)
    }
}
