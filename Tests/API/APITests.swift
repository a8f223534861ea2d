import Testing

@Suite struct APITests {}
