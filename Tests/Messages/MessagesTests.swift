import Testing

@Suite struct MessagesTests {}
