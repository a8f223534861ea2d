import Messages
import Testing

@testable import API

/// Sentences that a page shows once.
@Suite struct OneTimeTextsTests {
    @Test("COA-5 a cheer is shown once, to the person it was composed for") func once() {
        let texts = OneTimeTexts()
        let (ada, bea) = (UserID.random(), UserID.random())
        let id = texts.keep("That counts.", for: ada)
        #expect(texts.take(id, for: bea) == nil)
        #expect(texts.take(.random(), for: ada) == nil)
        #expect(texts.take(id, for: ada) == "That counts.")
        #expect(texts.take(id, for: ada) == nil)
    }

    @Test("What nobody asks for is forgotten, the oldest first") func bounded() {
        let texts = OneTimeTexts()
        let user = UserID.random()
        let ids = (0..<300).map { texts.keep("\($0)", for: user) }
        #expect(texts.take(ids[0], for: user) == nil && texts.take(ids[43], for: user) == nil)
        #expect(texts.take(ids[44], for: user) == "44" && texts.take(ids[299], for: user) == "299")
    }
}
