import Foundation
import Messages

/// Generates Apple Health exports in the form an iPhone with a watch writes: ordered by type, not by time; dates in the
/// phone's offset at export; steps counted by both devices; nightly stages with `HKTimeZone`; HRV with beat lists;
/// correlations that repeat their records; types that Pulsum does not use. The same seed gives the same bytes.
public struct ExportGenerator: Sendable {
    /// Seed of all randomness.
    public var seed: UInt64
    /// Number of days with samples.
    public var days: Int
    /// The last day with samples.
    public var endingOn: Day
    /// Approximate records per day; half of them are heart rates and energies. A record takes about 420 bytes of XML.
    public var recordsPerDay: Int
    /// IANA name of the person's time zone.
    public var zone: String
    /// Daily increase of sleep duration and HRV, in standard deviations: a trend that scores can show.
    public var trendPerDay: Double
    /// Omits the `device` attribute and the motion context: about 250 bytes a record, as in exports that apps wrote
    /// mostly.
    public var isCompact: Bool

    /// A generator with these properties.
    public init(
        seed: UInt64 = 1, days: Int = 60, endingOn: Day, recordsPerDay: Int = 300, zone: String = "Europe/Berlin",
        trendPerDay: Double = 0,
        isCompact: Bool = false
    ) {
        (self.seed, self.days, self.endingOn, self.recordsPerDay) = (seed, days, endingOn, recordsPerDay)
        (self.zone, self.trendPerDay, self.isCompact) = (zone, trendPerDay, isCompact)
    }

    /// The whole export in memory; for small exports only.
    public func xml() throws -> [UInt8] {
        var all = [UInt8]()
        try write { all.append(contentsOf: $0) }
        return all
    }

    /// Writes `export.xml`.
    public func writeXML(to path: String) throws {
        guard FileManager.default.createFile(atPath: path, contents: nil), let file = FileHandle(forWritingAtPath: path)
        else {
            throw CocoaError(.fileWriteUnknown)
        }
        defer { try? file.close() }
        try write { try file.write(contentsOf: $0) }
    }

    /// Writes `export.zip` with `apple_health_export/export.xml` and a small `export_cda.xml` inside.
    public func writeZip(to path: String, deflated: Bool = true) throws {
        let zip = try ZipFile(path: path)
        try zip.add("apple_health_export/export.xml", deflated: deflated) { sink in try write(sink) }
        try zip.add("apple_health_export/export_cda.xml", deflated: deflated) { sink in
            try sink(Array("<ClinicalDocument/>".utf8))
        }
        try zip.finish()
    }

    /// Passes the XML to `sink` in pieces of about 256 KiB.
    public func write(_ sink: ([UInt8]) throws -> Void) throws {
        var out = ExportText(offset: 7200, isCompact: isCompact)
        let clock = ExportClock(zone: zone)
        let first = Int(endingOn.number) - days + 1
        out.text(ExportText.prolog)
        out.text("<HealthData locale=\"en_DE\">\n <ExportDate value=\"")
        out.date(clock.midnight(Int(endingOn.number)) + 86_000)
        out.text(
            "\"/>\n <Me HKCharacteristicTypeIdentifierDateOfBirth=\"1990-01-01\" HKCharacteristicTypeIdentifierBiologicalSex=\"HKBiologicalSexNotSet\"/>\n"
        )
        let world = ExportWorld(
            seed: seed, first: first, recordsPerDay: recordsPerDay, trendPerDay: trendPerDay, zone: zone, clock: clock)
        for section in ExportWorld.sections {
            for day in first..<first + days {
                section(world, day, &out)
                if out.bytes.count >= 1 << 18 {
                    try sink(out.bytes)
                    out.bytes.removeAll(keepingCapacity: true)
                }
            }
        }
        out.text("</HealthData>\n")
        try sink(out.bytes)
    }
}

/// Start of each local day.
struct ExportClock: Sendable {
    let zone: TimeZone?
    init(zone: String) { self.zone = TimeZone(identifier: zone) }

    /// Local midnight in seconds since 1970; for days without a clock change at midnight.
    func midnight(_ day: Int) -> Int {
        let utc = day * 86_400
        let guess = zone?.secondsFromGMT(for: Date(timeIntervalSince1970: Double(utc))) ?? 0
        return utc - (zone?.secondsFromGMT(for: Date(timeIntervalSince1970: Double(utc - guess))) ?? 0)
    }
}

/// Deterministic randomness per seed, day and purpose, so that each section can be written independently.
struct ExportRandom {
    private var generator: SplitMix
    init(_ seed: UInt64, _ day: Int, _ purpose: UInt64) {
        generator = SplitMix(
            seed: seed &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(bitPattern: Int64(day)) &* 0xD1B5_4A32_D192_ED03 ^ purpose
                &* 0x94D0_49BB_1331_11EB)
        _ = next()
    }

    mutating func next() -> UInt64 { generator.next() }

    /// Uniform in 0 ..< 1.
    mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(bound, 1))) }
    /// Standard normal, as the sum of twelve uniforms minus six.
    mutating func normal() -> Double { (0..<12).reduce(-6) { sum, _ in sum + unit() } }
}
