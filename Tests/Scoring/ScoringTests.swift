import Testing

@Suite struct ScoringTests {}
