import Foundation
import Storage

/// The sentence model as `deploy/model` installs it. Tests that need it are skipped where it is absent; continuous
/// integration installs it.
public enum SentenceModel {
    /// Folder of the installed model.
    public static let folder: String = {
        let environment = ProcessInfo.processInfo.environment
        return environment["PULSUM_MODEL"] ?? NSHomeDirectory() + "/.cache/pulsum/all-MiniLM-L6-v2"
    }()

    /// Folder for the packed weights where `folder` is not writable: beside the test bundle, not in a directory that
    /// other accounts share.
    public static let spare = Executable.folder.appendingPathComponent("test-model").path

    /// Whether the weights are present.
    public static var isInstalled: Bool { FileManager.default.fileExists(atPath: folder + "/model.safetensors") }
    /// Environment of the processes that tests start: cheap password hashes, and permission to run without the model
    /// where it is absent.
    public static let environment = [ScryptCost.variable: "10"].merging(
        isInstalled ? [:] : ["PULSUM_WITHOUT_MODEL": "1"]
    ) { $1 }
    /// Message of a skipped test.
    public static let hint = "The sentence model is not installed; deploy/model fetches it."
}
