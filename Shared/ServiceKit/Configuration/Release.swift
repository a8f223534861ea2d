import Foundation

/// The version of this build, as reported to peers, in logs and by `pulsum status`.
public enum Release {
    /// Semantic version (semver.org 2.0.0).
    public static let name = "0.1.0"

    /// The commit that the programs were built from; nil without a valid file `pulsum-commit` in their folder.
    public static let commit: String? = commit(
        beside: (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")).map {
            ($0 as NSString).deletingLastPathComponent
        })

    /// For people: “0.1.0 (1a2b3c4d5e6f)”.
    public static let description = commit.map { "\(name) (\($0))" } ?? name

    /// - Parameter folder: with the programs; nil if it is unknown.
    static func commit(beside folder: String?) -> String? {
        guard let folder, let text = try? String(contentsOfFile: folder + "/pulsum-commit", encoding: .utf8) else {
            return nil
        }
        let digits = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard (7...40).contains(digits.count), digits.allSatisfy({ $0.isHexDigit && $0.isASCII }) else { return nil }
        return String(digits.prefix(12))
    }
}
