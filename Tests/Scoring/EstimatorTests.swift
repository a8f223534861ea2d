import Fixtures
import Messages
import Testing

@testable import Scoring

@Suite struct EstimatorTests {
    private let one = [1.0] + [Double](repeating: 0, count: Signal.all.count - 1)

    @Test("SCO-3 the prior is the documented one, in declared order")
    func prior() {
        #expect(Estimator().weights.prefix(10) == [0.12, -0.10, -0.08, -0.10, 0.04, -0.02, -0.18, 0.18, 0.12, 0.09])
        #expect(Estimator().bias == 0)
        #expect(Signal.all.prefix(10).map(\.rawValue) == Array(1...10))
    }

    @Test("SCO-3 one label by hand")
    func oneLabel() {
        var estimator = Estimator()
        estimator.learn([one], label: 0.5)
        let error = 0.5 - 0.12
        let weight = 0.12 + 0.08 * error / (1 + 0.08 * 2)
        #expect(estimator.weights[0] == weight)
        #expect(estimator.weights.dropFirst() == Estimator.prior.dropFirst())
        #expect(estimator.bias == 0.5 * error)
        #expect(estimator.labels == 1)
        #expect(estimator.variance == 0.5 + 0.06 * (error * error - 0.5))
    }

    @Test("SCO-3 two labels by hand: the second moves the bias by a third, and the pull opposes the learned weights")
    func twoLabels() {
        var estimator = Estimator()
        estimator.learn([one], label: 0.5)
        let (weight, bias) = (estimator.weights[0], estimator.bias)
        estimator.learn([one], label: -2)
        let error = -2 - (bias + weight)
        let learned = weight - 0.08 / (1 + 0.08 * 2)
        let pulled = learned - 0.01 * (weight - 0.12)
        #expect(error < -2)
        #expect(abs(estimator.weights[0] - pulled) < 1e-15)
        #expect(abs(estimator.bias - (bias - 2.0 / 3)) < 1e-15)
    }

    @Test("SCO-3 the bias rate never falls below a tenth")
    func biasRate() {
        var estimator = Estimator()
        for _ in 0..<50 { estimator.learn([one.map { _ in 0 }], label: 0) }
        let before = estimator.bias
        estimator.learn([one.map { _ in 0 }], label: 1)
        #expect(abs(estimator.bias - (before + 0.1 * (1 - before))) < 1e-15)
    }

    @Test("SCO-3 days that share a label move the weights each, the bias once, on the latest day")
    func sharedLabel() {
        var estimator = Estimator()
        let two = one.map { $0 * 2 }
        estimator.learn([one, two], label: 1)
        let first = 0.12 + 0.08 * (1 - 0.12) / (1 + 0.08 * 2)
        let error = 1 - first * 2
        let second = first + 0.08 * error * 2 / (1 + 0.08 * 5) - 0.01 * (first - 0.12)
        #expect(abs(estimator.weights[0] - second) < 1e-15)
        #expect(abs(estimator.bias - 0.5 * error) < 1e-15)
        #expect(estimator.labels == 1)
    }

    @Test("SCO-3 no label, no update; a label that is no number neither")
    func noLabel() {
        var estimator = Estimator()
        estimator.learn([], label: 1)
        estimator.learn([one], label: .nan)
        estimator.learn([one.map { _ in .nan }], label: 1)
        #expect(estimator == Estimator())
    }

    @Test(
        "SCO-3 stable at any ‖x‖: weights stay within ± 2, nothing becomes infinite",
        arguments: [1e-3, 1, 1e3, 1e9, 1e150, 1e300])
    func stable(_ scale: Double) {
        var random = SplitMix(seed: UInt64(scale.exponent + 2_000))
        var estimator = Estimator()
        for _ in 0..<2_000 {
            let inputs = one.map { _ in scale * random.standardNormal() }
            estimator.learn([inputs], label: 2 * random.standardNormal())
        }
        #expect(estimator.weights.allSatisfy { abs($0) <= 2 })
        #expect(estimator.bias.isFinite)
    }

    @Test("SCO-3 a step never overshoots its label")
    func noOvershoot() {
        var random = SplitMix(seed: 3)
        for _ in 0..<5_000 {
            var estimator = Estimator()
            let inputs = one.map { _ in 3 * random.standardNormal() }
            let label = estimator.logit(inputs) + random.standardNormal().clipped(1)
            let before = label - estimator.logit(inputs)
            let weights = estimator.weights
            estimator.learn([inputs], label: label)
            let after = label - zip(estimator.weights, inputs).reduce(0) { $0 + $1.0 * $1.1 }
            #expect(after * before >= -1e-12, "weights \(weights)")
            #expect(abs(after) <= abs(before) + 1e-12, "weights \(weights)")
        }
    }
}
