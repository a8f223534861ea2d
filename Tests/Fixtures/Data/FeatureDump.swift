import Foundation

/// Lines of JSON through a function, for `deploy/train`: `PULSUM_TRAIN_<NAME>` holds the path of a file, results go to
/// the same path with `.features` appended.
public enum FeatureDump {
    private static func path(_ name: String) -> String? {
        ProcessInfo.processInfo.environment["PULSUM_TRAIN_\(name.uppercased())"]
    }
    public static func isAsked(_ name: String) -> Bool { path(name) != nil }

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
