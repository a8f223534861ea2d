import Foundation
import Testing

@testable import Language

@Suite struct DenseHeadTests {
    private func json(
        inputs: Int, outputs: Int, weights: [Int16], bias: [Double], classes: [String] = ["a", "b"],
        calibration: String = "{}"
    ) -> String {
        let bytes = Data(weights.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] })
            .base64EncodedString()
        return """
            {"embedder": "e", "classes": \(classes), "calibration": \(calibration),
             "layers": [{"inputs": \(inputs), "outputs": \(outputs), "scale": 0.5, "weights": "\(bytes)", "bias": \(bias)}]}
            """
    }

    @Test("SAF-3 A head is a dense layer and a softmax")
    func layer() throws {
        let head = try DenseHead(json: json(inputs: 2, outputs: 2, weights: [2, 0, 0, -4], bias: [0, 1]))
        // Logits: 1·3 and −2·1 + 1.
        let p = try #require(head.probabilities([3, 1]))
        #expect(abs(p[0] - 1 / (1 + exp(-4.0))) < 1e-6)
        #expect(abs(p[0] + p[1] - 1) < 1e-12)
        #expect(head.probabilities([3]) == nil)
        #expect(head.probabilities([3, .nan]) == nil)
        let extreme = try #require(head.probabilities([1e30, 0]))
        #expect(extreme[0] == 1)
    }

    @Test("SAF-3 Platt's numbers make a probability of a score; a name without numbers leaves it")
    func calibration() throws {
        let head = try DenseHead(
            json: json(inputs: 1, outputs: 2, weights: [1, 1], bias: [0, 0], calibration: #"{"x": [2, 0]}"#))
        #expect(abs(head.calibrated(0.8, as: "x") - 16.0 / 17) < 1e-9)
        #expect(head.calibrated(0.8, as: "y") == 0.8)
        #expect((0...1).contains(head.calibrated(0, as: "x")) && (0...1).contains(head.calibrated(1, as: "x")))
    }

    @Test("SAF-3 Weights that do not fit are refused")
    func refused() {
        #expect(throws: DenseHead.Failure.malformed) { try DenseHead(json: "{}") }
        #expect(throws: DenseHead.Failure.mismatched) {
            try DenseHead(json: json(inputs: 2, outputs: 2, weights: [1, 2, 3], bias: [0, 0]))
        }
        #expect(throws: DenseHead.Failure.mismatched) {
            try DenseHead(json: json(inputs: 1, outputs: 2, weights: [1, 2], bias: [0]))
        }
        #expect(throws: DenseHead.Failure.mismatched) {
            try DenseHead(json: json(inputs: 1, outputs: 2, weights: [1, 2], bias: [0, 0], classes: ["a"]))
        }
        #expect(throws: DenseHead.Failure.mismatched) {
            try DenseHead(json: json(inputs: -1, outputs: 2, weights: [], bias: [0, 0]))
        }
    }

    @Test("SAF-3 Passages hold every word once, whole sentences together while they are short")
    func passages() {
        #expect(Passages.of("") == [])
        #expect(Passages.of("I am tired. I want to sleep.") == ["I am tired. I want to sleep."])
        let text =
            (0..<30).map { "This is sentence number \($0) of a rather long entry." }.joined(separator: " ") + " "
            + String(repeating: "word ", count: 200)
        let passages = Passages.of(text)
        #expect(passages.allSatisfy { $0.split(separator: " ").count <= Passages.maximumWords })
        #expect(
            passages.joined(separator: " ").split(separator: " ").map(String.init)
                == text.split(separator: " ").map(String.init))
    }
}
