import Foundation

/// Maps lines of JSON through a function, for `deploy/train`: `PULSUM_TRAIN_<NAME>` holds the input path; results are
/// written to the same path with `.features` appended.
public enum FeatureDump {
    private static func path(_ name: String) -> String? {
        ProcessInfo.processInfo.environment["PULSUM_TRAIN_\(name.uppercased())"]
    }
    /// Whether the variable of this name is set.
    public static func isAsked(_ name: String) -> Bool { path(name) != nil }

    /// Reads each line as a `Row`, and writes the function's result.
    public static func run<Row: Decodable, Features: Encodable>(
        _ name: String, _ features: (Row) async throws -> Features
    ) async throws {
        guard let path = path(name) else { return }
        let output = path + ".features"
        guard FileManager.default.createFile(atPath: output, contents: nil) else { throw CocoaError(.fileWriteUnknown) }
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
        for line in try Data(contentsOf: URL(fileURLWithPath: path)).split(separator: UInt8(ascii: "\n")) {
            let made = try await features(try JSONDecoder().decode(Row.self, from: line))
            try file.write(contentsOf: try JSONEncoder().encode(made) + Data("\n".utf8))
        }
        try file.close()
    }
}
