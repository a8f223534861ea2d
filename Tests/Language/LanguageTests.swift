import Testing

@Suite struct LanguageTests {}
