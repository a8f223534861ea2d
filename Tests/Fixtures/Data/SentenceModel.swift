import Foundation
import Storage
import TestTraits

/// The sentence model as `deploy/model` installs it. Tests that need it have the trait
/// `needs(.sentenceModel)`.
public enum SentenceModel {
    /// Folder of the installed model.
    public static let folder = Requirement.modelFolder

    /// Folder for the packed weights where `folder` is not writable: next to the test bundle, not in a directory that
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
    public static let hint = Requirement.sentenceModel.hint
}
