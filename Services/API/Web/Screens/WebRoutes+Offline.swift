import Foundation
import HTTPTypes
import Hummingbird
import Messages
import Pages

/// Pages that a browser stores for use without the server, and the forms that it sends later.
extension WebRoutes {
    /// Sent with a form by the service worker, which keeps the form until it was taken.
    static let heldForm = HTTPField.Name("Pulsum-Held")!
    /// Highest age of a form in milliseconds: a phone may lie in a drawer for a year.
    private static let longestHold: Milliseconds = 366 * 86_400_000

    func addOffline(to router: Router<EdgeContext>) {
        // Independent of a session, because browsers store this page.
        open(.get, "offline", on: router) { request, _ in
            let reader = request.stranger(at: now())
            return html(OfflineScreen(for: reader), PageFrame(), for: reader)
        }
    }

    /// The time at which a form was filled in: now, or earlier for a form that the browser stored. A time in the future
    /// counts as now.
    /// - Throws: `Problem`, 400, for an instant that is not one or longer ago than a year.
    func written(_ form: FormBody, _ visit: Visit) throws -> Milliseconds {
        guard let text = form["written"] else { return visit.at }
        guard let written = Milliseconds(text), written > visit.at - Self.longestHold else {
            throw Problem(status: .badRequest, code: "invalid", detail: visit.reader.words("offline.tooOld"))
        }
        return min(written, visit.at)
    }

    /// Refuses a form of a page that another person of the same browser opened. Its key begins with their tag.
    /// - Throws: `Problem`, 409.
    func requireWriter(_ form: FormBody, _ visit: Visit) throws {
        guard let key = form["key"], let dot = key.firstIndex(of: "."), key[..<dot] != visit.tag else { return }
        throw Problem(status: .conflict, code: "conflict", detail: visit.reader.words("offline.otherPerson"))
    }
}
