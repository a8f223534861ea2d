import HTTPTypes
import Hummingbird

/// Answers only under names that cannot be made to point here from outside: otherwise a page of another site whose name is rebound to this address would
/// count as this site's own and could set up the first account (DNS rebinding).
struct KnownHosts: RouterMiddleware {
    /// Names the owner allows besides, lower case.
    let names: Set<String>

    func handle(_ request: Request, context: EdgeContext, next: (Request, EdgeContext) async throws -> Response) async throws -> Response {
        guard Self.isKnown(request.head.authority ?? "", names) else {
            throw Problem(
                status: .misdirectedRequest, code: "unknownHost",
                detail: "Pulsum does not answer under this name: use the address of the machine, or add the name to PULSUM_HTTP_NAMES.")
        }
        return try await next(request, context)
    }

    /// True for IP addresses, `localhost`, names without a dot, `.local` names and those in `names`.
    static func isKnown(_ authority: String, _ names: Set<String>) -> Bool {
        if authority.first == "[" { return true }
        let host = authority.prefix { $0 != ":" }.lowercased()
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        if labels.count == 4, labels.allSatisfy({ UInt8($0) != nil }) { return true }
        return labels.count == 1 || ["localhost", "local"].contains(labels.last) || names.contains(host)
    }
}
