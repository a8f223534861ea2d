import Bus
import Foundation
import HTTPTypes
import Hummingbird
import Messages
import ServiceKit

/// One zip of everything every service knows of a person (OWN-2), sent as it is gathered: a page of a service at a time is in memory.
struct ExportArchive {
    let bus: any Requesting

    /// Answers once the first page is there, so that a service that is down is an error and not half a file.
    func response(for user: UserID) async throws -> Response {
        for service in Topology.services { _ = try await bus.request(Ping(), to: service) }
        let body = ResponseBody { writer in
            for try await part in parts(for: user) { try await writer.write(ByteBuffer(bytes: part)) }
            try await writer.finish(nil)
        }
        return Response(
            status: .ok,
            headers: [.contentType: "application/zip", .contentDisposition: "attachment; filename=\"pulsum-export.zip\"", .cacheControl: "no-store"], body: body)
    }

    /// The archive's bytes in order.
    private func parts(for user: UserID) -> AsyncThrowingStream<[UInt8], any Error> { ExportPages(bus: bus, user: user).zip() }
}
