import Testing

@Suite struct SentimentTests {}
