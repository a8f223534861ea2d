extension SimulatedPhone {
    /// Makes the posts of attempts, in the order of the attempts.
    struct Posting {
        private let person: Person
        private let life: Life
        private let plans: [Plan]
        private let series: [Series]
        private var dice: Dice
        /// Samples of each series that the app has read.
        private var sent: [Int]
        private var made: [PhoneDelivery] = []
        /// The posts of the last attempt; the batch of a loop.
        private var last: [PhoneDelivery] = []
        private var lastAttempt: Int64
        /// An attempt after the server's return.
        private var retry: Int64?
        /// When an outbox has sent what it holds.
        private var outboxEmpty: Int64 = 0
        private var updates: [Int64]

        /// Samples per kind and post of an app with a cursor (Health Bridge: 500).
        private static let maximumBatch = 500
        /// Apps read no further back than a watermark of 48 h (HC Webhook).
        private static let maximumAge = 2 * SimulatedPhone.day

        init(_ person: Person, _ life: Life, _ plans: [Plan], _ series: [Series], _ dice: Dice) {
            self.person = person
            self.life = life
            self.plans = plans
            self.series = series
            self.dice = dice
            sent = series.map { _ in 0 }
            lastAttempt = person.start - SimulatedPhone.day
            updates = life.updates
        }

        func inOrder() -> [PhoneDelivery] {
            let kept = made.enumerated().filter { $0.element.received < person.end }
            return kept.sorted { ($0.element.received, $0.offset) < ($1.element.received, $1.offset) }.map(\.element)
        }

        mutating func attempt(at now: Int64) {
            if let retry, retry < now {
                self.retry = nil
                post(at: retry)
            }
            post(at: now)
        }

        private mutating func post(at now: Int64) {
            let plan = plans.first { $0.from <= now && now < $0.to }
            var arrival = now + dice.span(0.3, 3, of: second)
            if dice.chance(0.02) { arrival += dice.span(5, 90, of: second) }
            if let plan, plan.fault == .silent {
                guard plan.isNetwork, person.hasOutbox else { return }
                arrival = plan.to + dice.span(1, 20, of: second)
            } else if let off = life.serverOff.first(where: { $0.contains(now) }) {
                guard person.hasOutbox else {
                    let retries = person.reading != .window && person.habit != .opening
                    if retries, retry == nil { retry = off.upperBound + dice.span(1, 60, of: minute) }
                    return
                }
                arrival = off.upperBound + dice.span(1, 20, of: second)
            }
            if person.hasOutbox { arrival = max(arrival, outboxEmpty + second) }
            let posts = plan?.fault == .looping ? stuck(at: now) : fresh(at: now, plan)
            for post in posts {
                var post = post
                post.received = arrival
                made.append(post)
                arrival += dice.span(0.4, 6, of: second)
            }
            if dice.chance(0.005) { sendAgain(posts, after: dice.span(1, 20, of: second)) }
            if let plan, plan.repeats > 0 {
                for count in 1...plan.repeats { sendAgain(posts, after: Int64(count) * dice.span(2, 9, of: minute)) }
            }
            if person.hasOutbox { outboxEmpty = arrival }
            let batches = posts.filter { !$0.kinds.isEmpty }
            if plan?.fault != .looping, !batches.isEmpty { last = batches }
            lastAttempt = now
        }

        private mutating func sendAgain(_ posts: [PhoneDelivery], after delay: Int64) {
            for post in made.suffix(posts.count) {
                var post = post
                post.received += delay
                for kind in person.kinds { post.kinds[kind]?.new = 0 }
                made.append(post)
            }
        }

        /// The last batch again. An outbox repeats the same bytes of its oldest post, with the clock in them.
        private func stuck(at now: Int64) -> [PhoneDelivery] {
            (person.hasOutbox ? Array(last.prefix(1)) : last).map { post in
                var post = post
                if person.sendsClock, !person.hasOutbox { post.phoneClock = now + person.skew }
                for kind in person.kinds { post.kinds[kind]?.new = 0 }
                return post
            }
        }

        private mutating func fresh(at now: Int64, _ plan: Plan?) -> [PhoneDelivery] {
            var posts: [PhoneDelivery] = []
            var clock: Int64? = person.sendsClock ? now + person.skew + dice.span(-0.5, 0.5, of: second) : nil
            if let plan, plan.shiftsClock { clock = clock.map { $0 + plan.shift } }
            func add(_ kinds: [String: KindDelivery]) {
                posts.append(PhoneDelivery(received: now, phoneClock: clock, kinds: kinds))
            }
            if let update = updates.first, update <= now {
                updates.removeFirst()
                if plan == nil { add(history(at: now)) }
            }
            var isRestLeft = true
            while isRestLeft {
                isRestLeft = false
                var together: [String: KindDelivery] = [:]
                for index in series.indices {
                    let kind = series[index].kind
                    guard var part = read(index, at: now, plan, &isRestLeft) else { continue }
                    if let plan, plan.shiftsSamples { part.newest += plan.shift }
                    let isApart = person.division == .byKind || person.division == .workoutsApart && kind == "workout"
                    if isApart { add([kind: part]) } else { together[kind] = part }
                }
                if !together.isEmpty { add(together) }
            }
            if posts.isEmpty && dice.chance(0.05) || dice.chance(0.003) { add([:]) }
            return posts
        }

        /// What an updated app sends of the last month again.
        private func history(at now: Int64) -> [String: KindDelivery] {
            var kinds: [String: KindDelivery] = [:]
            for index in series.indices where sent[index] > 0 {
                let samples = sent[index] - series[index].count(at: now - 30 * SimulatedPhone.day)
                guard samples > 0 else { continue }
                let newest = series[index].newest[sent[index] - 1]
                kinds[series[index].kind] = KindDelivery(samples: samples, new: 0, newest: newest)
            }
            return kinds
        }

        /// The part of one kind in a post, or nil if it has none.
        private mutating func read(
            _ index: Int, at now: Int64, _ plan: Plan?, _ isRestLeft: inout Bool
        ) -> KindDelivery? {
            let series = series[index]
            var limit = now
            var isLate = false
            if let plan {
                if plan.kinds.contains(series.kind) {
                    if !plan.catchesUp { sent[index] = series.count(at: now) }
                    return nil
                }
                isLate = plan.fault == .late && comesLate(series.kind, plan.scope)
                if isLate { limit -= plan.lag }
            }
            let ready = series.count(at: limit)
            let before = min(sent[index], ready)
            defer { sent[index] = max(sent[index], ready) }
            guard ready > 0 else { return nil }
            switch person.reading {
            case .window: return window(series, before..<ready, limit)
            case .watermark where ["steps", "distance", "activeEnergy"].contains(series.kind):
                return dailyRows(series, before..<ready, limit)
            case .watermark:
                return sinceWatermark(series, before..<ready, isLate ? .min : now - SimulatedPhone.Posting.maximumAge)
            case .cursor:
                // A late app reads what it has read before.
                let from = isLate ? min(before, series.count(at: limit - (now - lastAttempt))) : before
                guard from < ready else { return nil }
                let upTo = min(ready, from + Self.maximumBatch)
                if upTo < ready, !isLate {
                    isRestLeft = true
                    sent[index] = upTo
                    return KindDelivery(samples: upTo - from, new: upTo - from, newest: end(series, from..<upTo))
                }
                return KindDelivery(samples: ready - from, new: ready - before, newest: end(series, from..<ready))
            }
        }

        private func comesLate(_ kind: String, _ scope: Plan.Scope) -> Bool {
            switch scope {
            case .all: true
            case .watch: !["steps", "distance", "bodyMass"].contains(kind)
            case .night: kind == "sleep"
            }
        }

        private func end(_ series: Series, _ range: Range<Int>) -> Int64 {
            series.samples[range].reduce(.min) { max($0, $1.end) }
        }

        /// Yesterday and today, whatever was sent before.
        private func window(_ series: Series, _ range: Range<Int>, _ limit: Int64) -> KindDelivery? {
            let floor = person.zone.instant(person.zone.day(of: limit) - 1, 0)
            let newest = series.newest[range.upperBound - 1]
            guard newest >= floor else { return nil }
            let samples = max(1, range.upperBound - series.count(at: floor))
            let new = series.samples[range].count { $0.end >= floor }
            return KindDelivery(samples: max(samples, new), new: new, newest: newest)
        }

        private func sinceWatermark(_ series: Series, _ range: Range<Int>, _ floor: Int64) -> KindDelivery? {
            let mark = range.lowerBound > 0 ? series.newest[range.lowerBound - 1] : .min
            let fresh = series.samples[range].filter { $0.end > mark && $0.end >= floor }
            let repeated = range.lowerBound > 0 && mark >= floor ? 1 : 0
            guard !fresh.isEmpty || repeated == 1 else { return nil }
            let newest = fresh.reduce(repeated == 1 ? mark : .min) { max($0, $1.end) }
            return KindDelivery(samples: fresh.count + repeated, new: fresh.count, newest: newest)
        }

        /// A row per day that grows: it ends now or at midnight, and is new when its number has changed.
        private func dailyRows(_ series: Series, _ range: Range<Int>, _ limit: Int64) -> KindDelivery? {
            let midnight = person.zone.instant(person.zone.day(of: limit), 0)
            let hasToday = range.upperBound > series.count(at: midnight)
            let isFirst = lastAttempt < midnight
            guard hasToday || isFirst else { return nil }
            let rows = (hasToday ? 1 : 0) + (isFirst ? 1 : 0)
            return KindDelivery(
                samples: rows, new: range.isEmpty ? 0 : rows, newest: hasToday ? limit : midnight)
        }
    }
}
