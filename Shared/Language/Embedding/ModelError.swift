/// Reason why the sentence model cannot be used. The associated value is the path.
public enum ModelError: Error, CustomStringConvertible, Equatable {
    case missing(String)
    case unreadable(String)
    /// The file exists but is not the tested one.
    case foreign(String)
    /// The packed weights could not be written to any folder.
    case unwritable(String)

    public var description: String {
        switch self {
        case .missing(let path): "\(path) is missing; deploy/model fetches it"
        case .unreadable(let path): "\(path) cannot be read"
        case .foreign(let path): "\(path) is not the tested file; remove its folder and run deploy/model"
        case .unwritable(let path): "\(path) cannot be written"
        }
    }
}
