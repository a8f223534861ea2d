import Crypto
import Foundation

/// The training texts of the trained heads, as `deploy/train` lists them: the first five bytes of SHA-256 of each text
/// without case and punctuation.
public enum TrainingList {
    /// The keys in the list of this name.
    public static func keys(_ name: String) throws -> Set<[UInt8]> {
        let folder = Repository.root.appendingPathComponent("Training/lists")
        let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent("\(name).keys")))
        return Set(stride(from: 0, to: bytes.count - 4, by: 5).map { Array(bytes[$0..<$0 + 5]) })
    }

    /// The key of one text: five bytes.
    public static func key(of text: String) -> [UInt8] {
        let words = text.lowercased().unicodeScalars.split { !($0.properties.generalCategory.isWordPart) }.map {
            String($0)
        }
        return Array(SHA256.hash(data: Data(words.joined(separator: " ").utf8)).prefix(5))
    }
}

extension Unicode.GeneralCategory {
    /// The characters that Python's `[^\W_]` matches: letters and numbers.
    fileprivate var isWordPart: Bool {
        switch self {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber:
            true
        default: false
        }
    }
}
