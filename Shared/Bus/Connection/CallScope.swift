/// Values that a request made inside a handler inherits from the handled request.
struct CallScope: Sendable {
    /// nil where nothing limits it but its own budget.
    let deadline: ContinuousClock.Instant?
    let trace: TraceContext
    /// Capabilities of the handled request; those that match are sent with requests about the same person.
    let capabilities: CapabilitySet?
    @TaskLocal static var current: CallScope?
}

extension TraceContext {
    /// That of the handler or `scope` which is running; nil outside of them.
    public static var current: TraceContext? { CallScope.current?.trace }

    /// Runs the closure; requests made in it belong to this trace.
    public func scope<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await CallScope.$current.withValue(
            CallScope(deadline: nil, trace: self, capabilities: CallScope.current?.capabilities), operation: body,
            isolation: isolation)
    }
}
