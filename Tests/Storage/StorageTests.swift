import Testing

@Suite struct StorageTests {}
