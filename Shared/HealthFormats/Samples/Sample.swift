/// One measurement. Instants are whole seconds since 1970: HealthKit's export knows no finer, so the same sample from
/// two routes is the same sample.
package struct Sample: Hashable, Sendable, Comparable {
    package var start: Int64
    package var end: Int64
    /// In the canonical unit of its kind; a `SleepStage` for sleep.
    package var value: Double
    /// A `SampleSource.id`.
    package var source: UInt64
    /// `SampleNote.id` of its time zone (of the activity for workouts); 0 for none.
    package var note: UInt64 = 0

    package init(start: Int64, end: Int64, value: Double, source: UInt64, note: UInt64 = 0) {
        (self.start, self.end, self.value, self.source, self.note) = (start, end, value, source, note)
    }

    /// HealthKit refuses samples that last longer (`HKSampleType.maximumAllowedDuration`), s.
    package static let longest: Int64 = 345_600

    package static func < (left: Sample, right: Sample) -> Bool {
        if left.start != right.start { return left.start < right.start }
        if left.end != right.end { return left.end < right.end }
        if left.value.bitPattern != right.value.bitPattern { return left.value.bitPattern < right.value.bitPattern }
        if left.source != right.source { return left.source < right.source }
        return left.note < right.note
    }

    /// The day in UTC that this sample's chunk is kept under: independent of any time zone, which may change later.
    package var chunkDay: Int32 { Int32(clamping: start >= 0 ? start / 86_400 : (start - 86_399) / 86_400) }
}

/// 64 bits that stand for a text: FNV-1a. Stable for ever, so that imports in any order agree.
package enum StableHash {
    package static func of(_ text: String) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return hash == 0 ? 1 : hash
    }
}
