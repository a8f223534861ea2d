import LocalTime
import Messages
import TestTraits
import Testing

@testable import HealthFormats

/// That the table of reducers and the table of metrics agree.
@Suite(.tags(.processes)) struct MetricReducerTests {
    @Test("DESIGN: every metric of the table has one reducer, which fills its field from kinds that are read")
    func table() {
        #expect(MetricReducer.all.map(\.key) == SignalTable.metrics.map(\.key))
        for (reducer, metric) in zip(MetricReducer.all, SignalTable.metrics) {
            #expect(!reducer.kinds.isEmpty && Set(SampleKind.metrics).isSuperset(of: reducer.kinds))
            var day = DailyMetrics(day: Day(number: 0))
            day[keyPath: reducer.field] = MetricValue(1, .daily)
            #expect(SignalTable.metrics.filter { $0.value(day) != nil }.map(\.key) == [metric.key])
        }
    }

    @Test("DESIGN: a day without samples has no value of any metric, and a value without samples no readings")
    func nothing() {
        let day = Day(number: 19_900)
        let reducer = DayReducer(order: SourceOrder([]), calendar: LocalCalendar([]), zones: [:])
        #expect(!reducer.reduce(day, [:]).isSomething)
        for metric in MetricReducer.all {
            let readings = reducer.readings(of: metric, MetricValue(1, .asleep), on: day, [:])
            #expect(readings.allSatisfy(\.samples.isEmpty) && !readings.isEmpty, "\(metric.key)")
        }
    }
}
