/// When one kind arrives from a device, and how old it is then.
struct HabitKind: Codable, Sendable, Equatable {
    private static let maximumDays = 28
    private static let minimumDays = 5
    /// A kind is old so long beyond its greatest age, ms.
    private static let patience: Int64 = 11 * 3_600_000

    var name: String
    /// Arrivals of something new.
    var track = HabitTrack()
    /// End of the newest sample, ms since 1970.
    var newest: Int64 = 0
    /// Greatest time from its newest sample to its arrival on each of the last days, minutes, the newest last.
    private(set) var lags: [Int32] = []
    /// The smallest ones.
    private(set) var leads: [Int32] = []
    private var lagDay: Int32 = 0
    /// Since when its newest sample is older than usual.
    var oldSince: Int64?
    /// Since when it brings new samples that are older than those before.
    var backSince: Int64?
    /// The smallest time from its newest sample to its arrival since then, ms.
    var backLag: Int64?
    /// The measures that are known, with the places of their kinds among so many.
    private var measured: [HabitMeasure] = []
    private var places: [Int32] = []
    private var others: Int32 = 0
    /// Places of the kinds that come where it comes.
    var mates: [Int32] = []

    enum CodingKeys: Int, CodingKey {
        case name = 1, track, newest, lags, leads, lagDay, oldSince, backSince, backLag, measured, mates, places, others
    }

    init(name: String) { self.name = name }

    /// Whether a decoded kind can be used, among so many.
    func isSound(latest: Int64, count: Int) -> Bool {
        let instants = [newest, oldSince, backSince].compactMap(\.self)
        return track.isSound(latest: latest) && instants.allSatisfy { (0...latest).contains($0) }
            && lags.count <= Self.maximumDays && leads.count == lags.count
            && (backLag.map { abs($0) <= 1 << 50 } ?? true)
            && (0...Int32(clamping: count)).contains(others) && measured.allSatisfy(\.isSound)
            && measured.count == places.count && (places + mates).allSatisfy { (0..<others).contains($0) }
    }

    /// Whether it comes often enough to be missed.
    var isRegular: Bool { !measured.isEmpty }

    /// How it is measured by each other kind, in the order of the kinds; nil where that says too little.
    var measures: [HabitMeasure?] {
        get {
            var all = Array(repeating: nil as HabitMeasure?, count: Int(others))
            for (place, measure) in zip(places, measured) { all[Int(place)] = measure }
            return all
        }
        set {
            others = Int32(newValue.count)
            places = newValue.indices.filter { newValue[$0] != nil }.map { Int32($0) }
            measured = newValue.compactMap(\.self)
        }
    }

    /// The greatest usual time from its newest sample to its arrival, ms; nil with too few days.
    var maximumLag: Int64? {
        guard lags.count >= Self.minimumDays, let most = lags.max() else { return nil }
        return Int64(most) * 60_000 + Self.patience
    }

    /// How far its newest sample usually lies in the future, minutes; nil with too few days.
    var usualLead: Int64? { leads.count < 3 ? nil : leads.min().map { -Int64(min(0, $0)) } }

    /// - Parameter lag: ms.
    mutating func note(lag: Int64, day: Int32) {
        let lag = Int32(clamping: lag / 60_000)
        if day == lagDay, let most = lags.last, let least = leads.last {
            lags[lags.count - 1] = max(most, lag)
            leads[leads.count - 1] = min(least, lag)
        } else {
            lags = (lags + [lag]).suffix(Self.maximumDays)
            leads = (leads + [lag]).suffix(Self.maximumDays)
            lagDay = day
        }
    }
}
