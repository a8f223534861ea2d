import Wire

extension RecordFacts {
    public init(from decoder: any Decoder) throws {
        let fields = try FieldDecoder<CodingKeys>(decoder)
        id = try fields.decode(forKey: .id)
        version = try fields.decode(forKey: .version)
        logTime = try fields.decode(forKey: .logTime)
        level = try fields.decodeIfPresent(forKey: .level)
    }

    public func encode(to encoder: any Encoder) throws {
        let fields = FieldEncoder<CodingKeys>(encoder)
        try fields.encode(id, forKey: .id)
        try fields.encode(version, forKey: .version)
        try fields.encode(logTime, forKey: .logTime)
        try fields.encodeIfPresent(level, forKey: .level)
    }
}

extension Goal {
    public init(from decoder: any Decoder) throws {
        let fields = try FieldDecoder<CodingKeys>(decoder)
        facts = try fields.decode(forKey: .facts)
        content = try fields.decode(forKey: .content)
        progress = try fields.elements(forKey: .progress)
        state = try fields.decodeIfPresent(forKey: .state)
        numbersHidden = try fields.decodeIfPresent(forKey: .numbersHidden)
    }

    public func encode(to encoder: any Encoder) throws {
        let fields = FieldEncoder<CodingKeys>(encoder)
        try fields.encode(facts, forKey: .facts)
        try fields.encode(content, forKey: .content)
        try fields.encode(progress, forKey: .progress)
        try fields.encodeIfPresent(state, forKey: .state)
        try fields.encodeIfPresent(numbersHidden, forKey: .numbersHidden)
    }
}

extension GoalContent {
    public init(from decoder: any Decoder) throws {
        let fields = try FieldDecoder<CodingKeys>(decoder)
        title = try fields.decode(forKey: .title)
        detailedDescription = try fields.decodeIfPresent(forKey: .detailedDescription)
        freeformNotes = try fields.decodeIfPresent(forKey: .freeformNotes)
        actionPlan = try fields.decodeIfPresent(forKey: .actionPlan)
        start = try fields.decode(forKey: .start)
        target = try fields.decode(forKey: .target)
        termWeeks = try fields.decodeIfPresent(forKey: .termWeeks)
        status = try fields.decodeIfPresent(forKey: .status)
        importance = try fields.decodeIfPresent(forKey: .importance)
        urgency = try fields.decodeIfPresent(forKey: .urgency)
        targets = try fields.elements(forKey: .targets)
        relevance = try fields.elements(forKey: .relevance)
        milestones = try fields.elements(forKey: .milestones)
        obligations = try fields.elements(forKey: .obligations)
        terms = try fields.elements(forKey: .terms)
    }

    public func encode(to encoder: any Encoder) throws {
        let fields = FieldEncoder<CodingKeys>(encoder)
        try fields.encode(title, forKey: .title)
        try fields.encodeIfPresent(detailedDescription, forKey: .detailedDescription)
        try fields.encodeIfPresent(freeformNotes, forKey: .freeformNotes)
        try fields.encodeIfPresent(actionPlan, forKey: .actionPlan)
        try fields.encode(start, forKey: .start)
        try fields.encode(target, forKey: .target)
        try fields.encodeIfPresent(termWeeks, forKey: .termWeeks)
        try fields.encodeIfPresent(status, forKey: .status)
        try fields.encodeIfPresent(importance, forKey: .importance)
        try fields.encodeIfPresent(urgency, forKey: .urgency)
        try fields.encode(targets, forKey: .targets)
        try fields.encode(relevance, forKey: .relevance)
        try fields.encode(milestones, forKey: .milestones)
        try fields.encode(obligations, forKey: .obligations)
        try fields.encode(terms, forKey: .terms)
    }
}

extension MeasureTarget {
    public init(from decoder: any Decoder) throws {
        let fields = try FieldDecoder<CodingKeys>(decoder)
        measure = try fields.decode(forKey: .measure)
        value = try fields.decode(forKey: .value)
        notes = try fields.decodeIfPresent(forKey: .notes)
    }

    public func encode(to encoder: any Encoder) throws {
        let fields = FieldEncoder<CodingKeys>(encoder)
        try fields.encode(measure, forKey: .measure)
        try fields.encode(value, forKey: .value)
        try fields.encodeIfPresent(notes, forKey: .notes)
    }
}

extension ValueRelevance {
    public init(from decoder: any Decoder) throws {
        let fields = try FieldDecoder<CodingKeys>(decoder)
        value = try fields.decode(forKey: .value)
        strength = try fields.decodeIfPresent(forKey: .strength)
    }

    public func encode(to encoder: any Encoder) throws {
        let fields = FieldEncoder<CodingKeys>(encoder)
        try fields.encode(value, forKey: .value)
        try fields.encodeIfPresent(strength, forKey: .strength)
    }
}

extension TargetProgress {
    public init(from decoder: any Decoder) throws {
        let fields = try FieldDecoder<CodingKeys>(decoder)
        measure = try fields.decode(forKey: .measure)
        sum = try fields.decode(forKey: .sum)
        target = try fields.decode(forKey: .target)
        contributions = try fields.decode(forKey: .contributions)
        pace = try fields.decodeIfPresent(forKey: .pace)
        start = try fields.decodeIfPresent(forKey: .start)
    }

    public func encode(to encoder: any Encoder) throws {
        let fields = FieldEncoder<CodingKeys>(encoder)
        try fields.encode(measure, forKey: .measure)
        try fields.encode(sum, forKey: .sum)
        try fields.encode(target, forKey: .target)
        try fields.encode(contributions, forKey: .contributions)
        try fields.encodeIfPresent(pace, forKey: .pace)
        try fields.encodeIfPresent(start, forKey: .start)
    }
}

extension TargetPace {
    public init(from decoder: any Decoder) throws {
        let fields = try FieldDecoder<CodingKeys>(decoder)
        state = try fields.decode(forKey: .state)
        share = try fields.decode(forKey: .share)
        expected = try fields.decodeIfPresent(forKey: .expected)
        perWeek = try fields.decodeIfPresent(forKey: .perWeek)
        neededPerWeek = try fields.decodeIfPresent(forKey: .neededPerWeek)
        daysLeft = try fields.decodeIfPresent(forKey: .daysLeft)
        finish = try fields.decodeIfPresent(forKey: .finish)
        earliest = try fields.decodeIfPresent(forKey: .earliest)
        latest = try fields.decodeIfPresent(forKey: .latest)
        reached = try fields.decodeIfPresent(forKey: .reached)
    }

    public func encode(to encoder: any Encoder) throws {
        let fields = FieldEncoder<CodingKeys>(encoder)
        try fields.encode(state, forKey: .state)
        try fields.encode(share, forKey: .share)
        try fields.encodeIfPresent(expected, forKey: .expected)
        try fields.encodeIfPresent(perWeek, forKey: .perWeek)
        try fields.encodeIfPresent(neededPerWeek, forKey: .neededPerWeek)
        try fields.encodeIfPresent(daysLeft, forKey: .daysLeft)
        try fields.encodeIfPresent(finish, forKey: .finish)
        try fields.encodeIfPresent(earliest, forKey: .earliest)
        try fields.encodeIfPresent(latest, forKey: .latest)
        try fields.encodeIfPresent(reached, forKey: .reached)
    }
}

extension GoalsQuery.Reply {
    public init(from decoder: any Decoder) throws {
        let fields = try FieldDecoder<CodingKeys>(decoder)
        goals = try fields.elements(forKey: .goals)
        next = try fields.decodeIfPresent(forKey: .next)
        isQuiet = try fields.decode(forKey: .isQuiet)
    }

    public func encode(to encoder: any Encoder) throws {
        let fields = FieldEncoder<CodingKeys>(encoder)
        try fields.encode(goals, forKey: .goals)
        try fields.encodeIfPresent(next, forKey: .next)
        try fields.encode(isQuiet, forKey: .isQuiet)
    }
}
