/// Why the sentence model cannot be used.
public enum ModelError: Error, CustomStringConvertible, Equatable {
    case missing(String)
    case unreadable(String)
    /// The file is there and is not the one that was tested.
    case foreign(String)
    /// The packed weights could not be written to any of the places tried.
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
