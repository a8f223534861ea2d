import Testing

@testable import Messages
@testable import Wire

/// The bytes of the main messages, as stored and sent since the first release. A failure means that stored data would
/// decode differently: restore the field and give the new one a new number.
@Suite struct GoldenTests {
    @Test("The main messages have the bytes they always had", arguments: MainMessages.all.indices)
    func bytes(index: Int) throws {
        let (name, value) = MainMessages.all[index]
        let hex = try encoded(value).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        #expect(hex == Self.golden[name], "\(name)")
    }

    @Test("An event that still carries the embedding (field 8) is read without it")
    func olderJournalAnalyzed() throws {
        let known = try #require(
            MainMessages.all.first { $0.name == "JournalEntryChanged" }?.value as? JournalEntryChanged)
        let bytes = try WireEncoder().encode(known)
        let embedding: [UInt8] = [0x42, 0x0c, 0, 0, 0, 0x3f, 0, 0, 0x80, 0xbe, 0x08, 0xe5, 0x3c, 0x1e]
        let older = Array(bytes.dropLast(2)) + embedding + Array(bytes.suffix(2))
        #expect(try WireDecoder().decode(JournalEntryChanged.self, from: older) == known)
    }

    private func encoded<M: Message>(_ value: M) throws -> [UInt8] { try WireEncoder().encode(value) }

    static let golden: [String: String] = [
        "DailyMetrics":
            "08bc9f011218090000000000404840100118ffffffffffffffffff01200e310000000000000000420410052801",
        "DailyMetricsChanged":
            "0a100123456789ab4def8fedcba98765432110ac021a2d08bc9f011218090000000000404840100118ffffffffffffffffff01200e31000000000000"
            + "0000420410052801",
        "ImportStatus":
            "0a1011112222333344449555666677778888120a6578706f72742e7a697018032080808080802030ffffffffffffffffff014a040a0010004a0a0a06"
            + "667574757265100362230a097472756e6361746564121453656e64207468652066696c6520616761696e2e1800",
        "ScoreReport":
            "08bc9f011001190000000000a04f40210000000000c0494029000000000080524030013807",
        "ScoreBreakdown":
            "0a2508bc9f011001190000000000a04f40210000000000c049402900000000008052403001380711000000000000d03f1a3e08011100000000004048"
            + "4019000000000000f4bf21000000000000e83f29000000000000eebf4a16090000000000804b40110000000000001a40181e20011a0d080721000000"
            + "000000e0bf3001200c2a027631",
        "ScoreUpdated":
            "0a100123456789ab4def8fedcba98765432110011a2508bc9f011001190000000000a04f40210000000000c049402900000000008052403001380722"
            + "14080811000000000000f83f19000000000000e03f28bc9f01",
        "JournalEntryChanged":
            "0a100123456789ab4def8fedcba987654321121011112222333344449555666677778888180220bc9f0128fb928fa1aa333100000000000000803802"
            + "4801",
        "Verdict":
            "080310011a01611a001a0162227c0a11596f7520617265206e6f7420616c6f6e65121454616c6b20746f20736f6d656f6e65206e6f772e1a03313132"
            + "22280a0b54c3a96cc3a970686f6e65120433313134221368747470733a2f2f6578616d706c652e6f72672a134e6f74206d65646963616c2061647669"
            + "63652e3202465238ffffffffffffffffff01",
        "ChatReply":
            "0a0f5363686c61662067757420f09f98b41200180420032a7c0a11596f7520617265206e6f7420616c6f6e65121454616c6b20746f20736f6d656f6e"
            + "65206e6f772e1a0331313222280a0b54c3a96cc3a970686f6e65120433313134221368747470733a2f2f6578616d706c652e6f72672a134e6f74206d"
            + "65646963616c206164766963652e3202465238ffffffffffffffffff0132067361666574794232526573706f6e736573206172652041492d67656e65"
            + "726174656420616e64206e6f74206d65646963616c206164766963652e",
        "Phrase":
            "0a100123456789ab4def8fedcba98765432112020163180222036d2d312801320d080110f4ffffffffffffffff01",
        "ConsentState":
            "0801100318fb928fa1aa3320013203e280a63801",
        "StreamSlice":
            "0a100123456789ab4def8fedcba98765432110ffffffffffffffffff011a1b0801121011112222333344449555666677778888188005220200ff",
        "ServiceError":
            "0805120a54727920616761696e2e18fa01",
        "SubmitJournal":
            "0a100123456789ab4def8fedcba98765432110bc9f0118fb928fa1aa332201612a025553",
        "MintCapability":
            "0a100123456789ab4def8fedcba9876543211202830c",
    ]
}
