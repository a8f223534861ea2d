import Foundation

/// The sentence model as `deploy/model` installs it; tests that need it say so and are skipped where it is absent. Continuous integration installs it.
public enum SentenceModel {
    public static let folder: String = {
        let environment = ProcessInfo.processInfo.environment
        return environment["PULSUM_MODEL"] ?? (environment["HOME"] ?? "/tmp") + "/.cache/pulsum/all-MiniLM-L6-v2"
    }()

    public static var isInstalled: Bool { FileManager.default.fileExists(atPath: folder + "/model.safetensors") }
    /// What a skipped test says.
    public static let hint = "The sentence model is not installed; deploy/model fetches it."
}
