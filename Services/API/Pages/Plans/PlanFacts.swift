import Messages

/// The data of the page of the plan.
public struct PlanFacts: Sendable {
    /// The present plan, or why there is none; nil before the first one.
    public var reply: PlanReply?
    /// The stored body profile.
    public var body: BodyProfile
    /// Days of weight and intake with what was expected, oldest first.
    public var course: [CourseDay] = []
    /// Days of the charts.
    public var days: ClosedRange<Day>
    /// Help lines of the person's country, for a notice of care.
    public var resources: CrisisCard?
    /// Time of the request.
    public var at: Milliseconds
    /// Idempotency key of the forms.
    public var key: String
    /// Differs from that of every other state of the plan, and of another person's; empty if it is not known.
    public var version = ""
    /// The forms that were sent and refused.
    public var weight = TypedForm()
    /// As `weight`, for the change by hand.
    public var adjustment = TypedForm()
    /// A weight that was typed before the stored one: the person decides which counts.
    public var question: StaleWeight?

    /// A weight from a form that waited, older than the stored one.
    public struct StaleWeight: Sendable {
        /// The typed fields by name.
        public let texts: [String: String]
        /// In kg.
        public let kilograms: Double
        /// When it was typed.
        public let written: Milliseconds

        public init(texts: [String: String], kilograms: Double, written: Milliseconds) {
            (self.texts, self.kilograms, self.written) = (texts, kilograms, written)
        }
    }

    public init(reply: PlanReply?, body: BodyProfile, days: ClosedRange<Day>, at: Milliseconds, key: String) {
        (self.reply, self.body, self.days) = (reply, body, days)
        (self.at, self.key) = (at, key)
    }

    /// Kind of the page's content. A care notice comes before everything else, then numbers that are put away.
    enum Kind: String {
        /// A notice instead of a plan (PLN-10).
        case care
        /// The numbers are put away.
        case away
        case plan
        /// The profile is complete and there is no plan yet.
        case ready
        /// The profile lacks something.
        case begin
    }

    /// Fields that a plan still needs; a scale may know the weight.
    var missing: [String] {
        let isWeighed = course.contains { $0.kilograms != nil && $0.isStated != true }
        return body.missing.filter { !(isWeighed && $0 == "weight") }
    }

    var kind: Kind {
        guard let reply else { return missing.isEmpty ? .ready : .begin }
        if reply.care != nil { return .care }
        if reply.numbersHidden { return .away }
        return reply.plan?.targets == nil ? (missing.isEmpty ? .ready : .begin) : .plan
    }
}
