/// A page of the application that a reply leads to.
public enum CoachPage: String, CaseIterable, Sendable {
    case compare, lookBack, today, journal, goals, privacy, sources
}
