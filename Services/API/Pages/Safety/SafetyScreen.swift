import Foundation
import Localization
import Messages

/// Numbers to call, an exercise and the person's own plan. Needs no script and no other service.
public struct SafetyScreen: Screen {
    public static let template = "safety"
    public let title: String
    let message: String
    let emergencies: [Call]
    let lines: [Line]
    let hint: String?
    let exercise: Exercise?
    let steps: [String]
    let disclaimer: String
    let checked: String
    /// Path of the form “this was not a crisis”; nil without a crisis verdict.
    let denial: String?
    let plan: Plan?
    let planNote: String?

    /// A number to call.
    struct Call: Sendable {
        let text: String
        let link: String
    }

    /// A helpline with its numbers.
    struct Line: Sendable {
        let name: String
        var calls: [Call]
        let text: String
        let address: String
    }

    /// The person's own plan as a form.
    struct Plan: Sendable {
        let introduction: String
        let revision: String
        let sections: [PlanSection]
        /// The reason why the plan was not saved; the form keeps the typed text.
        let problem: String?
        let sources: [String]
    }

    /// One part of the plan.
    struct PlanSection: Sendable {
        let field: String
        let title: String
        let hint: String
        let text: String
        let rows: Int
        /// The stored text, if it differs from the typed one; nil if both agree.
        let stored: String?
    }

    /// - Parameters:
    ///   - plan: nil for a person who is not signed in, and where the plan cannot be read.
    ///   - stored: the stored plan, if `plan` has the typed text.
    ///   - planProblem: the reason why the typed text is not stored.
    ///   - denial: path of the form that takes back a verdict.
    public init(
        _ card: CrisisCard, plan: SafetyPlanQuery.Reply?, stored: SafetyPlan? = nil, planProblem: String? = nil,
        planNote: String? = nil, denial: String? = nil, for reader: Reader
    ) {
        (title, message, disclaimer) = (card.title, card.message, card.disclaimer)
        let calls = card.emergencies.map { Call(name: $0.name, phone: $0.phone, reader) }
        emergencies = calls.isEmpty ? [Call(name: "", phone: card.emergencyNumber, reader)] : calls
        // Several numbers of one helpline have one heading.
        lines = card.lines.reduce(into: []) { lines, line in
            let line = Line(line, reader)
            if line.name == lines.last?.name, line.text.isEmpty {
                lines[lines.count - 1].calls += line.calls
            } else {
                lines.append(line)
            }
        }
        hint = card.countryHint
        (exercise, steps) = (card.exercise, card.exercise?.steps ?? [])
        checked = reader.words("safety.checked", ["date": reader.formats.dateWithYear(card.checkedOn)])
        self.plan = plan.map { Plan($0, stored: stored, problem: planProblem) }
        (self.planNote, self.denial) = (planNote, denial)
    }
}

extension SafetyScreen.Call {
    init(name: String, phone: String, _ reader: Reader) {
        text =
            name.isEmpty
            ? reader.words("safety.call", ["number": phone])
            : reader.words("safety.callName", ["name": name, "number": phone])
        // RFC 3966: without visual separators; “#” would begin a fragment.
        let number = phone.filter { "0"..."9" ~= $0 || "+*#".contains($0) }
        link = "tel:" + number.replacing("#", with: "%23")
    }
}

extension SafetyScreen.Line {
    init(_ line: CrisisCard.Line, _ reader: Reader) {
        (name, text) = (line.name, line.text)
        calls = line.phone.isEmpty ? [] : [.init(name: "", phone: line.phone, reader)]
        address = line.url.hasPrefix("https://") ? line.url : ""
    }
}

extension SafetyScreen.Plan {
    init(_ reply: SafetyPlanQuery.Reply, stored: SafetyPlan?, problem: String?) {
        self.problem = problem
        (introduction, revision, sources) = (reply.guide.introduction, "\(reply.plan.revision)", reply.guide.sources)
        sections = reply.guide.sections.map { section in
            let lines = reply.plan.lines(of: section.field)
            let other = stored?.lines(of: section.field)
            return SafetyScreen.PlanSection(
                field: section.field, title: section.title, hint: section.hint,
                text: lines.joined(separator: "\n"), rows: max(2, lines.count + 1),
                stored: other == lines ? nil : other?.joined(separator: "\n"))
        }
    }
}

extension SafetyPlan {
    /// A part of the plan, one line each; a contact is “name: number”.
    public func lines(of field: String) -> [String] {
        func text(_ contact: Contact) -> String {
            contact.phone.isEmpty ? contact.name : "\(contact.name): \(contact.phone)"
        }
        switch field {
        case "warningSigns": return warningSigns
        case "ownSteps": return ownSteps
        case "places": return places
        case "people": return people.map(text)
        case "professionals": return professionals.map(text)
        case "saferSurroundings": return saferSurroundings
        case "reasons": return reasons
        default: return []
        }
    }

    /// Replaces a part of the plan by lines as `lines(of:)` gives them; a field of another name changes nothing.
    public mutating func set(_ field: String, _ lines: [String]) {
        func contact(_ line: String) -> Contact {
            guard let colon = line.lastIndex(of: ":"), line[colon...].contains(where: \.isNumber) else {
                return Contact(name: line, phone: "")
            }
            return Contact(
                name: line[..<colon].trimmingCharacters(in: .whitespaces),
                phone: line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
        }
        switch field {
        case "warningSigns": warningSigns = lines
        case "ownSteps": ownSteps = lines
        case "places": places = lines
        case "people": people = lines.map(contact)
        case "professionals": professionals = lines.map(contact)
        case "saferSurroundings": saferSurroundings = lines
        case "reasons": reasons = lines
        default: break
        }
    }
}
