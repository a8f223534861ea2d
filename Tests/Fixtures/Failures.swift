import Messages

/// The fields that an error names, with their codes; empty without an error.
public func wrongFields(_ body: () async throws -> Void) async -> [String: FieldError.Code] {
    do {
        try await body()
        return [:]
    } catch {
        let fields = (error as? ServiceError)?.fields ?? []
        return Dictionary(fields.map { ($0.field, $0.code) }) { first, _ in first }
    }
}

/// The code of the `ServiceError` that `body` throws; nil where it throws none.
public func code(_ body: () async throws -> Void) async -> ServiceError.Code? {
    do {
        try await body()
        return nil
    } catch {
        return (error as? ServiceError)?.code
    }
}
