import Foundation

/// A trained classifier: one or two dense layers and a softmax over numbers made of a text. Its weights are JSON made by `deploy/train`.
public struct DenseHead: Sendable {
    /// Why a file of weights is not used.
    public enum Failure: Error, Equatable {
        /// Not JSON of the expected form.
        case malformed
        /// The counts of inputs, outputs, classes and weights do not agree.
        case mismatched
    }

    /// As in the file.
    private struct File: Decodable {
        struct Layer: Decodable {
            var inputs: Int
            var outputs: Int
            /// What a weight of 1 stands for.
            var scale: Float
            /// 16-bit little-endian integers, one row of `inputs` for each output.
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
            guard file.inputs > 0, file.outputs > 0, file.bias.count == file.outputs, file.scale.isFinite, file.bias.allSatisfy(\.isFinite),
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

    /// The embedder whose readings it was trained on; with those of another it says nothing.
    public let embedder: String
    public let classes: [String]
    private let layers: [Layer]
    private let calibration: [String: (slope: Double, shift: Double)]

    /// How many numbers a text has.
    public var inputs: Int { layers.first?.inputs ?? 0 }

    /// - Throws: `Failure`.
    public init(json: String) throws {
        guard let file = try? JSONDecoder().decode(File.self, from: Data(json.utf8)) else { throw Failure.malformed }
        let layers = try file.layers.map(Layer.init)
        guard !layers.isEmpty, layers.last?.bias.count == file.classes.count, zip(layers, layers.dropFirst()).allSatisfy({ $0.bias.count == $1.inputs })
        else { throw Failure.mismatched }
        (embedder, classes, self.layers) = (file.embedder, file.classes, layers)
        calibration = try (file.calibration ?? [:]).mapValues { pair in
            guard pair.count == 2, pair.allSatisfy(\.isFinite) else { throw Failure.mismatched }
            return (pair[0], pair[1])
        }
    }

    /// A probability as often right as it says: Platt scaling (1999) with the numbers that training found for `name`; unchanged where it found none.
    public func calibrated(_ probability: Double, as name: String) -> Double {
        guard let (slope, shift) = calibration[name] else { return probability }
        let inside = min(max(probability, 1e-6), 1 - 1e-6)
        return 1 / (1 + exp(-(slope * log(inside / (1 - inside)) + shift)))
    }

    /// One probability for each class, in their order, summing to 1; nil where `values` does not have `inputs` finite numbers. Negative values between two layers
    /// are cut off at 0.
    public func probabilities(_ values: [Float]) -> [Double]? {
        guard values.count == inputs, values.allSatisfy(\.isFinite) else { return nil }
        var scores = values
        for (index, layer) in layers.enumerated() {
            scores = layer.apply(scores)
            if index + 1 < layers.count { for place in scores.indices { scores[place] = max(0, scores[place]) } }
        }
        // The largest score is taken off first: no exponential overflows.
        let largest = scores.max() ?? 0
        let powers = scores.map { exp(Double($0 - largest)) }
        let sum = powers.reduce(0, +)
        return powers.map { $0 / sum }
    }
}
