import Hummingbird
import Messages
import Pages

/// A person's own libraries of suggestions.
extension WebRoutes {
    func addLibrary(to router: Router<EdgeContext>) {
        page("settings/library", on: router) { visit, request, _ in try await library(visit, request) }
        action("settings/library", on: router) { visit, request, _ in
            guard let file = try await request.multipartForm(limit: 4 << 20).file("file") else {
                return try await library(visit, request, problem: visit.reader.words("ownlibrary.noFile"))
            }
            do {
                let name = file.name.isEmpty ? "library.json" : String(file.name.prefix(255))
                let reply = try await bus.request(
                    ImportLibrary(user: visit.user, fileName: name, json: Array(file.bytes), at: visit.at))
                return try await library(visit, request, reply: reply)
            } catch let error as ServiceError {
                let problem = visit.reader.words("ownlibrary.failed", ["reason": visit.reader.sentence(error)])
                return try await library(visit, request, problem: problem, status: Problem(error).status)
            }
        }
        action("settings/library/{id}/remove", on: router) { visit, _, context in
            _ = try await bus.request(RemoveLibrary(user: visit.user, library: try context.libraryID()))
            return seeOther("/settings/library", toast: "deleted")
        }
    }

    private func library(
        _ visit: Visit, _ request: Request, reply: ImportLibrary.Reply? = nil, problem: String? = nil,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let libraries = try await bus.request(LibrariesQuery(user: visit.user)).libraries
        let screen = LibraryScreen(libraries, reply: reply, problem: problem, date: visit.date, for: visit.reader)
        return html(screen, visit.frame(.settings, request), for: visit.reader, status: status)
    }
}
