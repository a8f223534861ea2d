import Fixtures
import Testing

@testable import Gateway

/// The reply checks read the table of `WrittenNumbers` like all others.
@Suite struct WrittenNumberTests {
    @Test("COA-9 numbers have the values that they say, with their units")
    func values() {
        for row in WrittenNumbers.english {
            for unit in WrittenNumbers.englishUnits {
                let text = "\(row.text) \(unit.text)"
                let amounts = AmountReader.amounts(in: text)
                let expected = row.value * (unit.seconds ?? 1)
                #expect(amounts.count == 1, "\(text): \(amounts)")
                #expect(
                    amounts.first.map { abs($0.value - expected) <= 1e-9 * expected } == true, "\(text): \(amounts)")
                #expect((amounts.first?.unit == .seconds) == (unit.seconds != nil), "\(text)")
            }
        }
    }
}
