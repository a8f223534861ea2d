import Localization
import Messages

/// The day's questions in one card. Each is a form that saves with one tap; another tap corrects its answer.
struct CheckInCard: Sendable {
    /// Those of today; the one that the hour asks for is the first.
    let questions: [Question]
    /// The same for yesterday.
    let yesterday: [Question]
    /// Own tags to note with a tap; nil if they are not known.
    let quick: QuickTags?

    /// The own tags that the person uses most, each a form that notes it for today or takes it away.
    struct QuickTags: Sendable {
        let key: String
        let tags: [QuickTag]
        /// Most characters of the field for new ones.
        let limit: Int
    }

    /// One question with its seven answers.
    struct Question: Sendable {
        /// Identifier of its form.
        let id: String
        /// The slider.
        let name: String
        /// The slider's name for people.
        let label: String
        let text: String
        /// The published wording and its subject, shown on a tap.
        let explain: String
        let explained: Glossary.Link?
        let ends: String
        let key: String
        /// Its day, ISO 8601; nil for the day on which the form is sent.
        let day: String?
        /// Identifier of the check-in whose answer is chosen and which another answer corrects; empty without one.
        let corrects: String
        let isAnswered: Bool
        let choices: [Choice]
        /// The last answer and its time; empty without one.
        let answer: String
    }

    /// An answer.
    struct Choice: Sendable {
        let value: Int
        /// `true` or `false`, for `aria-pressed`.
        let pressed: String
    }

    init(_ facts: TodayFacts, for reader: Reader) {
        let order: [CheckInSlider] =
            reader.isEvening ? [.energy, .stress, .sleepQuality] : [.sleepQuality, .energy, .stress]
        let isNewWeek = !(facts.earlier + facts.checkIns).contains {
            $0.checkIn.stress != nil && $0.checkIn.day >= reader.today.monday
        }
        let before = reader.today.advanced(by: -1)
        let given = facts.earlier.filter { $0.checkIn.day == before }
        questions = order.map { slider in
            // The question with a definition is asked in full once a week, as it was published.
            let isShort = slider == .stress && !isNewWeek
            return Question(
                slider, text: reader.words("today.\(isShort ? "short" : "question").\(slider.rawValue)"),
                given: facts.checkIns, key: facts.key, reader: reader)
        }
        yesterday = order.map { slider in
            Question(
                slider, text: reader.words("today.then.\(slider.rawValue)"), given: given,
                key: "\(facts.key) \(before)",
                day: before, reader: reader)
        }
        quick = facts.tags.map { QuickTags($0, facts, for: reader) }
    }
}

/// An own tag in a form that notes it or takes it away.
struct QuickTag: Sendable {
    /// Identifier of its form: of the tag, not of its place, which changes.
    let id: String
    let text: String
    /// `1` to note it, `0` to take it away.
    let wanted: String
    /// `true` or `false`, for `aria-pressed`.
    let pressed: String
    /// When it was noted; empty if that is not known.
    let time: String

    /// - Parameter minute: when it was noted, minutes after midnight.
    init(_ tag: String, isNoted: Bool, minute: Int?, for reader: Reader) {
        id = "tag-" + OwnTag.key(tag).utf8.hexadecimal
        text = tag
        wanted = isNoted ? "0" : "1"
        pressed = isNoted ? "true" : "false"
        let noted = isNoted ? minute : nil
        time = noted.map { reader.time(minute: $0) } ?? ""
    }
}

extension CheckInCard.QuickTags {
    fileprivate init(_ own: DayTagsQuery.Reply, _ facts: TodayFacts, for reader: Reader) {
        key = "\(facts.writer).\(reader.today) tags \(own.changes ?? 0)"
        limit = OwnTag.maximumPerDay * (OwnTag.maximumCharacters + 2)
        let noted = own.days.first { $0.day == reader.today }?.tags ?? []
        let keys = Set(noted.map(OwnTag.key))
        let most = Array(own.known.prefix(TagFields.offered))
        let shown = Set(most.map(OwnTag.key))
        let all = most + noted.filter { !shown.contains(OwnTag.key($0)) }
        tags = all.map { tag in
            let key = OwnTag.key(tag)
            return QuickTag(tag, isNoted: keys.contains(key), minute: facts.tagMinutes[key], for: reader)
        }
    }
}

extension CheckInCard.Question {
    /// - Parameters:
    ///   - given: the day's check-ins, oldest first.
    ///   - key: identifier of the day's forms.
    ///   - day: nil for today.
    fileprivate init(
        _ slider: CheckInSlider, text: String, given: [TodayFacts.TimedCheckIn], key: String, day: Day? = nil,
        reader: Reader
    ) {
        name = slider.rawValue
        id = day == nil ? name : "yesterday-\(name)"
        label = reader.words("signal.\(name)")
        self.text = text
        let wording = reader.words("today.question.\(name)")
        let subject = reader.words("today.\(day == nil ? "explain" : "explainThen").\(name)")
        explain = slider == .stress && wording != text ? "\(wording) \(subject)" : subject
        explained = reader.explained(name)
        ends = reader.words("today.ends.\(name)")
        self.key = key + name
        self.day = day.map { "\($0)" }
        let last = given.last { $0.checkIn.answer(to: slider) != nil }
        // Energy is asked for the moment: the evening does not correct the morning.
        let shown = last.flatMap { last in
            let isNow = slider != .energy || day != nil || (last.minute >= reader.eveningHour * 60) == reader.isEvening
            return isNow ? last : nil
        }
        corrects = shown.map { "\($0.checkIn.id)" } ?? ""
        isAnswered = shown != nil
        let chosen = shown?.checkIn.answer(to: slider)
        choices = (1...7).map { CheckInCard.Choice(value: $0, pressed: chosen == Int32($0) ? "true" : "false") }
        answer =
            last.map { last in
                let value = reader.words("unit.ofSeven", ["value": "\(last.checkIn.answer(to: slider) ?? 0)"])
                return day == nil ? "\(value), \(reader.time(minute: last.minute))" : value
            } ?? ""
    }
}
