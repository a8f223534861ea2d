import Bus
import CrisisCards
import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import Localization
import Messages
import Pages

/// Forms: who sent one, when, its request id, and the sentences that it shows again.
extension FeaturePages {
    /// The fields of a form that the visitor sent from a page of their own.
    /// - Throws: `Problem`: 413 if it is too large, 409 as `requireWriter`.
    func form(_ request: Request, of visit: Visit) async throws -> FormBody {
        let form = try await request.form()
        try requireWriter(form["key"], visit)
        // A browser holds forms with a key only.
        guard request.headers[.heldForm] == nil || form["key"]?.contains(".") == true else {
            throw Problem.invalid("The form lacks its key.")
        }
        return form
    }

    /// The time at which a form was filled in: now, or earlier for a form that the browser stored. The browser sends its
    /// time of writing and of sending, so that a clock that is wrong does not matter. A time in the future counts as now.
    /// - Throws: `Problem`, 400, for an instant that is not one or longer ago than a year.
    func written(_ form: FormBody, _ request: Request, _ visit: Visit) throws -> Milliseconds {
        guard let text = form["written"] else { return visit.at }
        let sent = request.headers[.formSent].flatMap { Milliseconds($0) } ?? visit.at
        guard let written = Milliseconds(text), case let (age, false) = sent.subtractingReportingOverflow(written),
            age < Visit.maximumHold
        else { throw Problem.invalid(visit.reader.words("offline.tooOld")) }
        return visit.at - max(0, age)
    }

    /// Refuses a form of a page that another person of the same browser opened. Its key begins with their tag.
    /// - Throws: `Problem`, 409.
    func requireWriter(_ key: String?, _ visit: Visit) throws {
        guard let key, let dot = key.firstIndex(of: "."), key[..<dot] != visit.tag else { return }
        throw Problem(status: .conflict, code: "conflict", detail: visit.reader.words("offline.otherPerson"))
    }

    /// The request id of a form's command: the same for the same form, so that sending it twice counts once. A form
    /// without key counts each time.
    func requestID(_ form: FormBody, _ visit: Visit) -> Messages.RequestID {
        guard let key = form["key"], key.utf8.count <= 128 else { return .random() }
        var digest = SHA256()
        digest.update(data: Data(visit.user.bytes))
        digest.update(data: Data("form \(key)\0".utf8))
        // Neither when nor for which page it was sent: a browser may keep it and send it again.
        for field in form.fields where !["written", "back"].contains(field.name) {
            digest.update(data: Data("\(field.name)\0\(field.value)\0".utf8))
        }
        // The same answer on another day, from a page that stayed open, is a new answer.
        let written = form["written"].flatMap { Milliseconds($0) } ?? visit.at
        digest.update(data: Data("\(visit.profile.calendar.day(millisecond: written))".utf8))
        return Messages.RequestID(bytes: Array(digest.finalize().prefix(16))) ?? .random()
    }

    /// A request id that follows from another, for the second command of one form.
    func derived(_ id: Messages.RequestID, _ name: String) -> Messages.RequestID {
        var digest = SHA256()
        digest.update(data: Data(id.bytes))
        digest.update(data: Data(name.utf8))
        return Messages.RequestID(bytes: Array(digest.finalize().prefix(16))) ?? .random()
    }

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

    /// Errors by field name, in the person's language.
    func fieldFaults(_ errors: [FieldError], _ visit: Visit) -> [String: String] {
        let language = visit.reader.settings.language
        return Dictionary(
            errors.map { ($0.field, Problem.Field($0, in: language).sentence) }, uniquingKeysWith: { first, _ in first }
        )
    }

    /// The problem that a form shows.
    /// - Throws: the error itself if it is shown as a page: an unread text, or a fault of this process.
    func formProblem(_ error: any Error) throws -> Problem {
        let problem = (error as? Problem) ?? (error as? ServiceError).map { Problem($0) }
        guard let problem else { throw error }
        return problem
    }

    /// The form again after an error: at its fields, or above the form if it is about none.
    func typedForm(_ problem: Problem, _ visit: Visit, texts: [String: String] = [:]) -> TypedForm {
        guard !problem.fields.isEmpty else { return TypedForm(texts, problem: visit.reader.sentence(problem)) }
        return TypedForm(texts, faults: fieldFaults(problem.fields, visit))
    }

    /// Asks for what a form needs before its texts are sent.
    /// - Throws: `UnreadText` if the service is away and one of the texts is a sign of danger (SAF-4).
    func reading<Reply>(
        _ form: FormBody, _ visit: Visit, _ ask: () async throws -> Reply
    ) async throws -> Reply {
        let texts = form.fields.filter { $0.name != "key" }.map(\.value).filter { $0.contains(where: \.isLetter) }
        return try await fallback(visit).reading(texts.joined(separator: "\n"), ask)
    }

    /// Replaces the services if they cannot read a text of a person in danger.
    func fallback(_ visit: Visit) -> CrisisFallback {
        CrisisFallback(bus: bus, country: visit.profile.country, inGerman: visit.isGerman)
    }
}

extension HTTPField.Name {
    /// Sent with a form by the service worker, which keeps the form until it was taken.
    static let heldForm = HTTPField.Name("Pulsum-Held")!
    /// The time by the browser's clock at which its service worker sent a form, ms since 1970.
    static let formSent = HTTPField.Name("Pulsum-Sent")!
}

extension Problem {
    /// The sentence in the reader's language, for a page.
    func words(for reader: Reader) -> ProblemWords {
        ProblemWords(code: code, sentence: detail, isOurs: status.code >= 500, in: reader.words)
    }
}

extension Reader {
    /// The sentence that a page shows above its form for an error.
    func sentence(_ problem: Problem) -> String { problem.words(for: self).text }
    /// The sentence that a page shows above its form for an error.
    func sentence(_ error: ServiceError) -> String { sentence(Problem(error)) }
}
