/// The version of this build, as reported to peers, in logs and by `pulsum status`.
public enum Release {
    /// Semantic version (semver.org 2.0.0).
    public static let name = "0.1.0"
}
