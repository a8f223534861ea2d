import Testing

@Suite struct PulsumTests {}
