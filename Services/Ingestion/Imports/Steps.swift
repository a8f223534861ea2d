import Storage

/// How an import, and what follows from it, is committed: its policy.
///
/// The code of an import is synchronous, because a post runs within the body of one transaction, and because the readers
/// of companions call back for each page. So a work thread runs it and waits for the store here, and nowhere else.
enum Steps {
    /// Each step in a transaction of its own, so that none holds the database's writer for long. For a `WorkThread`.
    case apart(Store)
    /// All steps in one transaction: together or not at all.
    case together(Transaction)

    /// True if each step is committed by itself, so that progress is stored with it.
    var areCommitted: Bool { if case .apart = self { true } else { false } }

    func read<T: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> T) throws -> T {
        switch self {
        case .apart(let store): try WorkThread.wait { try await store.read(body) }
        case .together(let transaction): try body(transaction)
        }
    }

    @discardableResult
    func write<T: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> T) throws -> T {
        switch self {
        case .apart(let store): try WorkThread.wait { try await store.write(body) }
        case .together(let transaction): try body(transaction)
        }
    }
}
