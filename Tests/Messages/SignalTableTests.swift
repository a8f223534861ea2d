import Foundation
import Testing

@testable import Messages

@Suite struct SignalTableTests {
    @Test("DESIGN: the ten signals keep their numbers and their order, which stored weights go by")
    func order() {
        #expect(
            Signal.all.prefix(10) == [
                .hrv, .nocturnalHeartRate, .restingHeartRate, .sleepDebt, .steps, .respiratoryRate, .stress, .energy,
                .sleepQuality, .sentiment,
            ])
        #expect(Signal.all.map(\.rawValue) == Array(1...Int32(Signal.all.count)))
        #expect(Signal.names.prefix(3).map(\.name) == ["hrv", "nocturnalHeartRate", "restingHeartRate"])
        #expect(Set(Signal.names.map(\.name)).count == Signal.all.count)
        #expect(Signal(rawValue: 99).entry == nil)
    }

    @Test(
        "DESIGN: every value of a day's metrics stands in the table, under the name of its field, and is read from it")
    func metrics() throws {
        let fields = Mirror(reflecting: DailyMetrics(day: Day(number: 0))).children
            .filter { type(of: $0.value) == MetricValue?.self }.compactMap(\.label)
        #expect(Set(fields) == Set(SignalTable.metrics.map(\.key)))
        #expect(fields.count == SignalTable.metrics.count)
        for metric in SignalTable.metrics {
            let json =
                #"{"day":"2026-05-04","\#(metric.key)":{"value":2.5,"derivation":"daily","device":0,"samples":1,"imputed":false,"lowConfidence":false}}"#
            let day = try JSONDecoder().decode(DailyMetrics.self, from: Data(json.utf8))
            #expect(SignalTable.metrics.filter { $0.value(day) != nil }.map(\.key) == [metric.key])
        }
    }

    @Test("DESIGN: the design prior of a weight has the sign of the signal's direction")
    func signs() {
        for entry in SignalTable.entries {
            switch entry.direction {
            case .higherIsBetter: #expect(entry.prior > 0, "\(entry.signal)")
            case .higherIsWorse: #expect(entry.prior < 0, "\(entry.signal)")
            }
        }
    }

    @Test("DESIGN: no two metrics have the same place in a letter, and no two signals the same ring place")
    func places() {
        let letters = SignalTable.metrics.compactMap(\.letter).sorted()
        #expect(letters == Array(1...letters.count))
        let rings = SignalTable.entries.compactMap { if case .at(let place) = $0.ring { place } else { nil } }
        #expect(rings.sorted() == Array(0..<10))
    }

    @Test("COA-11 no two cautions have the same rank")
    func ranks() {
        let ranks = SignalTable.entries.compactMap(\.caution?.rank)
        #expect(Set(ranks).count == ranks.count)
    }
}
