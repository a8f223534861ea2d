import Testing

@Suite struct IngestionTests {}
