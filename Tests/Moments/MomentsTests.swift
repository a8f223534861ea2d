import Testing

@Suite struct MomentsTests {}
