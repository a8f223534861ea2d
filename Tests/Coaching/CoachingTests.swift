import Testing

@Suite struct CoachingTests {}
