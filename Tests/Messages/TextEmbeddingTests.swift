import Testing

@testable import Messages

@Suite struct TextEmbeddingTests {
    @Test("GOL-3: an embedding keeps the direction of a vector, whatever its length and whatever it holds")
    func direction() throws {
        let one = TextEmbedding([3, -4])
        #expect(one.elements.map { Int8(bitPattern: $0) } == [95, -127])
        #expect(one == TextEmbedding([0.0003, -0.0004]))
        #expect(one == TextEmbedding([3e30, -4e30]))
        #expect(abs(try #require(one.cosine(one)) - 1) < 1e-12)
        #expect(abs(try #require(one.cosine(TextEmbedding([-3, 4]))) + 1) < 1e-12)
        #expect(one.cosine(TextEmbedding([1, 2, 3])) == nil)
        #expect(one.cosine(TextEmbedding([0, 0])) == nil)
        #expect(TextEmbedding([]).elements.isEmpty)
        #expect(TextEmbedding([]).cosine(TextEmbedding([])) == nil)
        #expect(TextEmbedding([.nan, 1]).elements == [0, 127])
        #expect(TextEmbedding([.infinity, 1]).elements == [0, 0])
        let hostile = TextEmbedding(elements: [0x80, 0x80])
        #expect(abs(try #require(hostile.cosine(hostile)) - 1) < 1e-12)
    }
}
