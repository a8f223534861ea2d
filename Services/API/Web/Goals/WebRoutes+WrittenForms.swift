import Localization
import Messages
import Pages

/// The fields of forms that a service refused.
extension WebRoutes {
    /// The key of the forms on a page: a form sent twice counts once.
    func freshKey(_ visit: Visit) -> String { "\(visit.tag).\(EntityID.random())" }

    /// The sentences of an error by field; those of the whole form below `form`.
    /// - Parameter named: the form's name of a field of the command; nil if the form has no such field.
    func sentences(of error: ServiceError, _ visit: Visit, named: (String) -> String? = { $0 }) -> [String: String] {
        guard !error.fields.isEmpty else {
            let sentence =
                error.code == .conflict ? visit.reader.words("actionpages.stale") : visit.reader.sentence(error)
            return ["form": sentence]
        }
        var problems: [String: String] = [:]
        for field in error.fields {
            let sentence = Problem.Field(field, in: visit.reader.settings.language).sentence
            let name = named(field.field) ?? "form"
            if problems[name] == nil {
                problems[name] = sentence
            } else if problems[name]?.contains(sentence) == false {
                problems[name]? += " \(sentence)"
            }
        }
        return problems
    }
}
