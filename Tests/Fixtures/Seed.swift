import Foundation

/// The seed of a test that chooses at random: a new one in each run, or the one that `PULSUM_TEST_SEED` names.
public struct Seed: Sendable, CustomStringConvertible {
    /// Name of the environment variable that replays a seed.
    public static let variable = "PULSUM_TEST_SEED"
    /// The seed.
    public let value: UInt64
    private let test: String

    /// Chooses a seed and prints it under the test's name.
    public init(of test: String, environment: [String: String] = ProcessInfo.processInfo.environment) {
        self.test = test
        value = environment[Self.variable].flatMap { UInt64($0) } ?? .random(in: 0...UInt64(UInt32.max))
        print("\(self); \(Self.variable)=\(value) repeats it")
    }

    /// A generator that starts the seed's sequence.
    public var generator: SplitMix { SplitMix(seed: value) }

    /// For the message of an expectation.
    public var description: String { "seed \(value) of \(test)" }
}
