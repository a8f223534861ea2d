import Foundation

/// The sentence model as `deploy/model` installs it; tests that need it say so and are skipped where it is absent.
/// Continuous integration installs it.
public enum SentenceModel {
    public static let folder: String = {
        let environment = ProcessInfo.processInfo.environment
        return environment["PULSUM_MODEL"] ?? NSHomeDirectory() + "/.cache/pulsum/all-MiniLM-L6-v2"
    }()

    /// Where tests keep the packed weights if `folder` cannot be written: beside the test bundle, not in a directory
    /// that other accounts share.
    public static let spare = Executable.folder.appendingPathComponent("test-model").path

    public static var isInstalled: Bool { FileManager.default.fileExists(atPath: folder + "/model.safetensors") }
    /// For the processes that tests start: they run where the model is absent, too.
    public static let environment = isInstalled ? [:] : ["PULSUM_WITHOUT_MODEL": "1"]
    /// What a skipped test says.
    public static let hint = "The sentence model is not installed; deploy/model fetches it."
}
