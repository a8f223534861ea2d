import Testing

@Suite struct ServiceKitTests {}
