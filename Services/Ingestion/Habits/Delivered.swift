import Arrivals
import HealthFormats

extension [String: ArrivedSamples] {
    /// Counts the readings of a record, without those of intimate kinds.
    /// - Parameter known: what the device said of it before.
    mutating func count(_ record: CompanionRecord, known: CompanionRecord?) {
        let isNew = known?.readings != record.readings
        for reading in record.readings where !reading.kind.isIntimate {
            self[reading.kind.name, default: .nothing].add(
                ArrivedSamples(samples: 1, new: isNew ? 1 : 0, newest: reading.end * 1000))
        }
    }

    /// Adds what another part of the same post holds.
    mutating func add(_ others: Self) {
        for (kind, samples) in others { self[kind, default: .nothing].add(samples) }
    }
}

extension ArrivedSamples {
    static let nothing = ArrivedSamples(samples: 0, new: 0, newest: 0)

    mutating func add(_ other: ArrivedSamples) {
        samples += other.samples
        new += other.new
        newest = max(newest, other.newest)
    }
}
