/// One measurement. Instants are whole seconds since 1970: HealthKit's export is no finer, so equal samples from two
/// import paths compare equal.
package struct Sample: Hashable, Sendable, Comparable {
    /// s since 1970.
    package var start: Int64
    /// s since 1970, not before `start`; equal to it for an instantaneous sample.
    package var end: Int64
    /// In the canonical unit of its kind; for sleep the raw value of a `SleepStage`.
    package var value: Double
    /// `SampleSource.id`.
    package var source: UInt64
    /// `StableHash` of the time zone's name, for workouts of the activity's name; 0 for none.
    package var note: UInt64 = 0

    /// Times in s since 1970, the value in its kind's canonical unit.
    package init(start: Int64, end: Int64, value: Double, source: UInt64, note: UInt64 = 0) {
        (self.start, self.end, self.value, self.source, self.note) = (start, end, value, source, note)
    }

    /// Longest duration, s; HealthKit rejects longer samples (`HKSampleType.maximumAllowedDuration`).
    package static let maximumSeconds: Int64 = 345_600

    package static func < (left: Sample, right: Sample) -> Bool {
        if left.start != right.start { return left.start < right.start }
        if left.end != right.end { return left.end < right.end }
        if left.value.bitPattern != right.value.bitPattern { return left.value.bitPattern < right.value.bitPattern }
        if left.source != right.source { return left.source < right.source }
        return left.note < right.note
    }

    /// Number of the UTC day whose chunk stores this sample, in days since 1970. UTC, since a person's time zone may
    /// change later.
    package var chunkDay: Int32 { Int32(clamping: start >= 0 ? start / 86_400 : (start - 86_399) / 86_400) }
}

/// 64-bit FNV-1a hash of a text. The function never changes, so imports in any order give the same ids.
package enum StableHash {
    /// Hash of the UTF-8 bytes; never 0.
    package static func of(_ text: String) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return hash == 0 ? 1 : hash
    }

    /// Id of a time zone by its name or offset. Of two tellings of a sample the larger note stays: a named zone then
    /// outlives an offset.
    package static func of(zone name: String) -> UInt64 {
        name.first == "+" || name.first == "-" ? max(of(name) >> 16, 1) : of(name)
    }
}
