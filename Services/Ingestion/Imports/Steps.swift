import Storage

/// Runs the steps of an import and of what follows from it.
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
