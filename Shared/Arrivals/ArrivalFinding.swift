/// What one post of a phone held, as it was accepted. Instants are ms since 1970.
public struct ArrivalDelivery: Sendable, Equatable {
    public var received: Int64
    /// The phone's own clock in the post; nil where its format carries none.
    public var phoneClock: Int64?
    /// By name of the kind.
    public var kinds: [String: ArrivedSamples]

    public init(received: Int64, phoneClock: Int64? = nil, kinds: [String: ArrivedSamples]) {
        self.received = received
        self.phoneClock = phoneClock
        self.kinds = kinds
    }

    /// With all instants but the time of arrival within a range.
    func bounded(to range: ClosedRange<Int64>) -> ArrivalDelivery {
        var bounded = self
        bounded.phoneClock = phoneClock.map { min(max($0, range.lowerBound), range.upperBound) }
        bounded.kinds = kinds.mapValues { samples in
            var samples = samples
            samples.newest = min(max(samples.newest, range.lowerBound), range.upperBound)
            return samples
        }
        return bounded
    }
}

/// The samples of one kind in a post.
public struct ArrivedSamples: Sendable, Equatable {
    public var samples: Int
    /// Those that the device had not sent before.
    public var new: Int
    /// End of the newest sample, ms since 1970.
    public var newest: Int64

    public init(samples: Int, new: Int, newest: Int64) {
        self.samples = samples
        self.new = new
        self.newest = newest
    }
}

/// When one kind of data usually arrives.
public struct ArrivalSummary: Sendable, Equatable, Encodable {
    /// The kind's name; `posts` or `anything new` of the device.
    public let of: String
    public let arrivals: Int32
    /// ms since 1970.
    public let last: Int64?
    /// Usual time between arrivals, ms.
    public let interval: Int64?
    /// Of the last four weeks, those with an arrival in each hour of the local day.
    public let daysByHour: [Int]

    init(_ name: String, _ track: HabitTrack) {
        of = name
        arrivals = track.arrivals
        last = track.last
        interval = track.interval
        daysByHour = track.daysByHour
    }
}

/// What is wrong with the deliveries of a device.
public enum ArrivalFault: String, Sendable, CaseIterable {
    /// Nothing arrives for longer than the person's own habit explains.
    case silent
    /// Posts arrive, with nothing new in them.
    case looping
    /// Kinds are missing although others of the same device arrive.
    case partial
    /// Posts arrive, and their newest sample is much older than usual.
    case late
    /// The phone's clock, or the time of its samples, is off by more than minutes.
    case clockWrong
}

/// One fault of one device.
public struct ArrivalFinding: Sendable, Equatable {
    public var fault: ArrivalFault
    /// The kinds that it is about, sorted; empty for all of the device.
    public var kinds: [String]
    /// The last arrival that was as usual, ms since 1970; for a wrong clock the first wrong post.
    public var since: Int64
    /// Usual time between arrivals, ms.
    public var interval: Int64
    /// Local minute of the day by which the first arrival of a day usually came; nil unless data comes about once a day.
    public var by: Int?
    /// Whether it is worth a line where nobody looks for it: a long silence, or a wrong clock.
    public var isSure = false

    public init(fault: ArrivalFault, kinds: [String] = [], since: Int64, interval: Int64, by: Int? = nil) {
        self.fault = fault
        self.kinds = kinds
        self.since = since
        self.interval = interval
        self.by = by
    }
}
