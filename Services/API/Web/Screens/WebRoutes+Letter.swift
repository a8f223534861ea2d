import Hummingbird
import Messages
import Pages

/// Letters, and the imports that they are about.
extension WebRoutes {
    func addLetters(to router: Router<EdgeContext>) {
        page("letters", on: router) { visit, request, _ in
            let letters = try await bus.request(LettersQuery(user: visit.user)).letters
            let screen = LettersScreen(letters, date: visit.date, for: visit.reader)
            return html(screen, visit.frame(.lookBack, request), for: visit.reader)
        }
        page("letters/{id}", on: router) { visit, request, context in
            let letter = try await bus.request(LetterQuery(user: visit.user, letter: try context.entity("id")))
            let screen = LetterScreen(
                letter, date: { visit.reader.formats.longDate(visit.profile.calendar.day(millisecond: $0)) },
                for: visit.reader)
            return html(screen, visit.frame(.lookBack, request), for: visit.reader)
        }
        page("imports/{job}", on: router) { visit, request, context in
            let job = try context.entity("job")
            async let letters = part(LettersQuery(user: visit.user))
            let status = try await bus.request(ImportQuery(user: visit.user, job: job))
            let hasLetter = (await letters)?.letters.contains { $0.id == job } ?? false
            let screen = ImportScreen(status, hasLetter: hasLetter, date: visit.date, for: visit.reader)
            return html(screen, visit.frame(.settings, request), for: visit.reader)
        }
        action(.undoImport, on: router) { visit, _, context in
            let job = try context.entity("job")
            let status = try await bus.request(UndoImport(user: visit.user, job: job))
            await accounts.record.note(
                .importUndone, of: visit.user, from: "\(context.clientAddress)", label: status.fileName)
            return seeOther("/imports/\(job)", toast: "undoing")
        }
    }
}
