extension SampleKind {
    /// The kinds that daily metrics are computed from.
    package static let metrics: [SampleKind] = allCases.filter { kind in
        MetricReducer.all.contains { $0.kinds.contains(kind) }
    }

    /// The kinds whose arrival a person is shown. A night's total of an app counts as sleep.
    package static let shown: [SampleKind] = metrics.filter { !$0.isPart && $0 != .sleepTotal }
}
