import CKernels
import Fixtures
import Foundation
import Synchronization
import TestTraits
import Testing

@testable import Language

@Suite("Sentence embedding", .needs(.sentenceModel))
struct EmbeddingTests {
    /// Token ids from Hugging Face `tokenizers` 0.23.3; vectors from a 64-bit forward pass in numpy over the same
    /// weights.
    private struct Golden: Decodable {
        struct Tokens: Decodable { var text: String, ids: [Int32] }
        struct Vector: Decodable { var text: String, vector: [Float], wording: [Float] }
        var ids: [Tokens], embeddings: [Vector]

        static func load() throws -> Golden {
            let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
                "Golden/minilm.json")
            return try JSONDecoder().decode(Golden.self, from: Data(contentsOf: url))
        }
    }

    private func tokenizer() throws -> WordPiece {
        WordPiece(vocabulary: try Vocabulary.load(SentenceModel.folder + "/vocab.txt"))
    }

    @Test("SEN-4 word pieces are the reference's on 200 tricky texts")
    func goldenIds() throws {
        let tokenizer = try tokenizer()
        let golden = try Golden.load().ids
        #expect(golden.count == 200)
        for (index, expected) in golden.enumerated() {
            #expect(tokenizer.ids(of: expected.text) == expected.ids, "text \(index)")
        }
    }

    @Test("SEN-4 a text is cut at 256 tokens; a typed [SEP] is text")
    func limits() throws {
        let tokenizer = try tokenizer()
        let long = tokenizer.ids(of: String(repeating: "calm ", count: 400))
        #expect(long.count == 256 && long.first == 101 && long.last == 102)
        #expect(tokenizer.ids(of: "[SEP]").dropFirst().dropLast().contains(102) == false)
    }

    @Test("SEN-4 a longer text is cut into pieces of at most 256 tokens that hold every token once, up to a bound")
    func pieces() throws {
        let tokenizer = try tokenizer()
        for words in [1, 254, 255, 400, 3_000] {
            let text = (0..<words).map { $0 % 2 == 0 ? "calm" : "storm" }.joined(separator: " ")
            let pieces = tokenizer.pieces(of: text, limit: 256, maximum: 80)
            #expect(
                pieces.count == (words + 253) / 254
                    && pieces.allSatisfy { $0.count <= 256 && $0.first == 101 && $0.last == 102 })
            #expect(
                pieces.flatMap { $0.dropFirst().dropLast() }
                    == Array(tokenizer.ids(of: text, limit: words + 2).dropFirst().dropLast()))
        }
        #expect(tokenizer.pieces(of: String(repeating: "calm ", count: 30_000), limit: 256, maximum: 80).count == 80)
    }

    @Test("SEN-4 the end of a long text is in its vector; a text that fits is read as ever")
    func longTexts() async throws {
        let embedder = try MiniLMEmbedder(folder: SentenceModel.folder, spare: SentenceModel.spare)
        let plain = String(repeating: "The bus was on time. ", count: 120)
        let readings = try await embedder.read([
            plain, plain + String(repeating: "I cried all night. ", count: 30), "I cried all night.",
        ])
        for vector in readings.flatMap({ [$0.meaning, $0.wording] }) {
            #expect(abs(vector.reduce(0) { $0 + $1 * $1 } - 1) < 1e-4)
        }
        #expect(
            cosine(readings[1].meaning, readings[2].meaning) > cosine(readings[0].meaning, readings[2].meaning) + 0.05)
    }

    @Test("SEN-4 vectors are the reference's with every instruction set")
    func goldenVectors() throws {
        let tokenizer = try tokenizer()
        let golden = try Golden.load().embeddings
        var names: [String] = []
        while let kernels = kernels_at(names.count) {
            let bytes = kernels.pointee.weight_bytes
            let model = try PackedModel(folder: SentenceModel.folder, spare: SentenceModel.spare, weightBytes: bytes)
            let encoder = MiniLMEncoder(model, kernels: kernels)
            names.append(encoder.kernelName)
            for (index, expected) in golden.enumerated() {
                let reading = encoder.read([tokenizer.ids(of: expected.text)[...]])[0]
                for (made, reference) in [(reading.meaning, expected.vector), (reading.wording, expected.wording)] {
                    #expect(
                        cosine(made, reference) >= (bytes == 4 ? 0.99999 : 0.9999),
                        "text \(index) with \(encoder.kernelName)")
                    #expect(abs(cosine(made, made) - 1) < 1e-5)
                }
            }
        }
        #expect(!names.isEmpty)
    }

    @Test("SEN-4 requests at the same time share batches and each gets its own vectors, in order")
    func batching() async throws {
        let embedder = try MiniLMEmbedder(folder: SentenceModel.folder, spare: SentenceModel.spare)
        let texts = (0..<40).map {
            "On day \($0) I walked for \($0 * 3) minutes" + String(repeating: " and rested", count: $0 % 7)
        }
        let alone = try await {
            var vectors: [[Float]] = []; for text in texts { vectors.append(try await embedder.embed(text)) };
            return vectors
        }()
        let together = try await withThrowingTaskGroup(of: (Int, [[Float]]).self) { group in
            for start in stride(from: 0, to: texts.count, by: 5) {
                group.addTask { (start, try await embedder.embed(Array(texts[start..<start + 5]))) }
            }
            var vectors: [Int: [[Float]]] = [:]
            for try await (start, found) in group { vectors[start] = found }
            return vectors
        }
        for (start, vectors) in together {
            #expect(vectors.count == 5)
            for (offset, vector) in vectors.enumerated() { #expect(cosine(vector, alone[start + offset]) > 0.999999) }
        }
        #expect(try await embedder.embed([]).isEmpty)
    }

    @Test("SEN-4 the vector says what a sentence means, not only which words it has")
    func meaning() async throws {
        let embedder = try MiniLMEmbedder(folder: SentenceModel.folder, spare: SentenceModel.spare)
        let vectors = try await embedder.embed([
            "I could not fall asleep", "Insomnia kept me up all night", "The printer is out of paper",
        ])
        #expect(cosine(vectors[0], vectors[1]) > cosine(vectors[0], vectors[2]) + 0.2)
    }
}

@Suite("Without the sentence model")
struct NoModelTests {
    @Test("COA-7 an absent model is named with the next step")
    func absent() {
        #expect { try MiniLMEmbedder(folder: "/nonexistent/model") } throws: { "\($0)".contains("deploy/model") }
    }

    @Test("COA-7 a file that is not the tested one is refused", arguments: [0, 4, 8, 4096])
    func foreign(size: Int) throws {
        let folder = NSTemporaryDirectory() + "pulsum-foreign-\(UInt64.random(in: 0...UInt64.max))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data("[UNK]\n[CLS]\n[SEP]\n".utf8).write(to: URL(fileURLWithPath: folder + "/vocab.txt"))
        try Data(repeating: 0xFF, count: size).write(to: URL(fileURLWithPath: folder + "/model.safetensors"))
        #expect(throws: ModelError.self) { try MiniLMEmbedder(folder: folder) }
    }
}

func cosine(_ left: [Float], _ right: [Float]) -> Double {
    guard left.count == right.count else { return .nan }
    var (dot, first, second) = (0.0, 0.0, 0.0)
    for (a, b) in zip(left, right) {
        dot += Double(a) * Double(b)
        first += Double(a) * Double(a)
        second += Double(b) * Double(b)
    }
    return dot / (first * second).squareRoot()
}
