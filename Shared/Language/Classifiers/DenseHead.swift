import Foundation

/// A trained classifier: one or two dense layers and a softmax over a text's features. Its weights are JSON generated
/// by `deploy/train`.
public struct DenseHead: Sendable {
    /// Reason for rejecting a weights file.
    public enum Failure: Error, Equatable {
        /// The file is not JSON of the expected form.
        case malformed
        /// The numbers of inputs, outputs, classes and weights are inconsistent.
        case mismatched
    }

    /// The file's layout.
    private struct File: Decodable {
        struct Layer: Decodable {
            var inputs: Int
            var outputs: Int
            /// The value of an integer weight of 1.
            var scale: Float
            /// 16-bit little-endian integers, row-major: `outputs` rows of `inputs` weights.
            var weights: Data
            var bias: [Float]
        }

        var embedder: String
        var classes: [String]
        var layers: [Layer]
        var calibration: [String: [Double]]?
    }

    private struct Layer: Sendable {
        var inputs: Int
        var weights: [Float]
        var bias: [Float]

        init(_ file: File.Layer) throws {
            guard file.inputs > 0, file.outputs > 0, file.bias.count == file.outputs, file.scale.isFinite,
                file.bias.allSatisfy(\.isFinite),
                file.inputs <= 1 << 16, file.outputs <= 1 << 16, file.weights.count == 2 * file.inputs * file.outputs
            else { throw Failure.mismatched }
            let bytes = [UInt8](file.weights)
            weights = (0..<file.inputs * file.outputs).map {
                Float(Int16(bitPattern: UInt16(bytes[2 * $0]) | UInt16(bytes[2 * $0 + 1]) << 8)) * file.scale
            }
            (inputs, bias) = (file.inputs, file.bias)
        }

        func apply(_ values: [Float]) -> [Float] {
            weights.withUnsafeBufferPointer { weights in
                bias.indices.map { output in
                    var sum = bias[output]
                    for input in 0..<inputs { sum += weights[output * inputs + input] * values[input] }
                    return sum
                }
            }
        }
    }

    /// Name of the embedder whose readings it was trained on. Readings of another embedder must not be used.
    public let embedder: String
    /// Names of the classes, in the order of the probabilities.
    public let classes: [String]
    private let layers: [Layer]
    private let calibration: [String: (slope: Double, shift: Double)]

    /// Number of features it takes.
    public var inputs: Int { layers.first?.inputs ?? 0 }

    /// Parses and checks a weights file.
    /// - Throws: `Failure`.
    public init(json: String) throws {
        guard let file = try? JSONDecoder().decode(File.self, from: Data(json.utf8)) else { throw Failure.malformed }
        let layers = try file.layers.map(Layer.init)
        guard !layers.isEmpty, layers.last?.bias.count == file.classes.count,
            zip(layers, layers.dropFirst()).allSatisfy({ $0.bias.count == $1.inputs })
        else { throw Failure.mismatched }
        (embedder, classes, self.layers) = (file.embedder, file.classes, layers)
        calibration = try (file.calibration ?? [:]).mapValues { pair in
            guard pair.count == 2, pair.allSatisfy(\.isFinite) else { throw Failure.mismatched }
            return (pair[0], pair[1])
        }
    }

    /// The head itself, or nil if it was trained on another embedder's readings or for other classes.
    func fitting(embedder: String, classes: [String]) -> DenseHead? {
        self.embedder == embedder && self.classes == classes ? self : nil
    }

    /// The calibrated probability by Platt scaling (1999), with the parameters that training fitted for `name`;
    /// unchanged if there are none.
    public func calibrated(_ probability: Double, as name: String) -> Double {
        guard let (slope, shift) = calibration[name] else { return probability }
        let inside = min(max(probability, 1e-6), 1 - 1e-6)
        return 1 / (1 + exp(-(slope * log(inside / (1 - inside)) + shift)))
    }

    /// One probability per class, in the order of `classes`, with sum 1; nil if `values` is not `inputs` finite
    /// numbers. The activation between two layers is ReLU. O(number of weights).
    public func probabilities(_ values: [Float]) -> [Double]? {
        guard values.count == inputs, values.allSatisfy(\.isFinite) else { return nil }
        var scores = values
        for (index, layer) in layers.enumerated() {
            scores = layer.apply(scores)
            if index + 1 < layers.count { for place in scores.indices { scores[place] = max(0, scores[place]) } }
        }
        // Subtracts the largest score, so that no exponential overflows.
        let largest = scores.max() ?? 0
        let powers = scores.map { exp(Double($0 - largest)) }
        let sum = powers.reduce(0, +)
        return powers.map { $0 / sum }
    }
}
