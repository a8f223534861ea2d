extension Sample {
    /// Why this sample cannot be kept (ING-7); nil if it can.
    /// - Parameter latest: s since 1970; a sample that ends later is in the future.
    package func fault(_ kind: SampleKind, latest: Int64) -> RejectionReason? {
        if end < start { return .endBeforeStart }
        if kind.isTooEarly(start) { return .tooOld }
        if end > latest { return .inTheFuture }
        if end - start > Self.maximumSeconds { return .tooLong }
        return kind.plausible.contains(value) ? nil : .outOfRange
    }
}
