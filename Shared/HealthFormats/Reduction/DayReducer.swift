import LocalTime
import Messages

/// Reduces the samples of one day to its daily metrics (ING-6, ING-10 to ING-15). `MetricReducer` has the details of
/// each metric; `MetricsHistory` adds the values that depend on earlier days.
package struct DayReducer: Sendable {
    /// Priority of the sources.
    package var order: SourceOrder
    /// The person's time zones.
    package var calendar: LocalCalendar
    /// Time zones named by `HKTimeZone`, by note id.
    package var zones: [UInt64: LocalZone]
    /// Origin of the calendar's zones.
    package var zoneOrigin = ZoneNote.Origin.history
    /// Sources whose values are sums or means over a day.
    package var dailySources: Set<UInt64> = []
    /// Recognises a source under its several names.
    package var identity = SampleIdentity()

    /// See the properties.
    package init(
        order: SourceOrder, calendar: LocalCalendar, zones: [UInt64: LocalZone],
        zoneOrigin: ZoneNote.Origin = ZoneNote.Origin.history, dailySources: Set<UInt64> = [],
        identity: SampleIdentity = SampleIdentity()
    ) {
        (self.order, self.calendar, self.zones, self.zoneOrigin, self.dailySources) = (
            order, calendar, zones, zoneOrigin, dailySources
        )
        self.identity = identity
    }

    /// UTC days before and after a day whose samples `reduce` may need.
    package static let reach = (before: 6, after: 2)

    /// Computes the metrics of one day.
    /// - Parameter samples: sorted, covering at least `reach` around the day.
    /// - Returns: the metrics without carried or multi-day values.
    package func reduce(_ day: Day, _ samples: [SampleKind: [Sample]]) -> DailyMetrics {
        metrics(DaySamples(day, samples, self))
    }

    func metrics(_ known: DaySamples) -> DailyMetrics {
        var metrics = DailyMetrics(day: known.day)
        metrics.zone = ZoneNote(calendar.zone(second: known.bounds.lowerBound).name, zoneOrigin)
        metrics.sleepZone = known.night.zone.map { ZoneNote($0.name, $0.isOfSample ? .sample : zoneOrigin) }
        for reducer in MetricReducer.all { metrics[keyPath: reducer.field] = reducer.value(known) }
        return metrics
    }

    /// The samples that a day's value was computed from, with their kind; sorted within a kind. For a sleep debt those
    /// of the day's own night.
    /// - Parameters:
    ///   - metric: computes the value.
    ///   - value: the day's value; an estimate has no samples.
    ///   - samples: sorted, of the reducer's `kinds`, covering at least `reach` around the day.
    package func readings(
        of metric: MetricReducer, _ value: MetricValue, on day: Day, _ samples: [SampleKind: [Sample]]
    ) -> [(kind: SampleKind, samples: [Sample])] {
        value.imputed ? [] : metric.readings(DaySamples(day, samples, self), value)
    }

    static func slice(_ sorted: [Sample], from: Int64, to: Int64) -> ArraySlice<Sample> {
        slice(sorted[...], from: from, to: to)
    }

    static func slice(_ sorted: ArraySlice<Sample>, from: Int64, to: Int64) -> ArraySlice<Sample> {
        func index(_ instant: Int64) -> Int { sorted.partitioningIndex { $0.start >= instant } }
        return sorted[index(from)..<max(index(from), index(to))]
    }
}
