import Testing

@Suite struct BusTests {}
