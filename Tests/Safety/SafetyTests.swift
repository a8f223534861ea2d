import Testing

@Suite struct SafetyTests {}
