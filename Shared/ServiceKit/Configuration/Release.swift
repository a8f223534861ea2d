/// This build, as peers, logs and `pulsum status` name it.
public enum Release {
    /// Semantic version.
    public static let name = "0.1.0"
}
