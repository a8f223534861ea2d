import Bus
import Foundation
import Messages

/// All data of a person from all services as one zip (OWN-2), streamed: at most one page of one service is in memory.
public struct ExportArchive: Sendable {
    let bus: any Requesting
    let user: UserID

    /// An archive of this person's data; requests nothing yet.
    public init(bus: any Requesting, user: UserID) { (self.bus, self.user) = (bus, user) }

    /// Throws `ServiceError` if a service does not answer, so that an incomplete archive is never mistaken for a
    /// complete one.
    public func check() async throws {
        for service in Topology.services { _ = try await bus.request(Ping(), to: service) }
    }

    /// Streams the archive's bytes in order. The last file, `manifest.json`, lists the others with their sizes.
    /// - Throws: `ServiceError` of a service; errors of `sink`.
    public func write(_ sink: (sending [UInt8]) async throws -> Void) async throws {
        var zip = ZipWriter()
        var open: String?
        var files: [Manifest.File] = []
        var damaged: [Manifest.Damage] = []
        for service in Topology.services {
            var cursor: String?
            var damagedHere: DamagedRows?
            repeat {
                let page = try await bus.request(ExportUser(user: user, cursor: cursor), to: service)
                for file in page.files {
                    if open != file.name {
                        if open != nil { try await sink(try zip.end()) }
                        try await sink(try zip.begin(file.name))
                        open = file.name
                        files.append(Manifest.File(name: file.name, bytes: 0))
                    }
                    files[files.count - 1].bytes += file.content.count
                    try await sink(try zip.write(file.content))
                }
                damagedHere = .joined(damagedHere, page.damaged)
                cursor = page.next
            } while cursor != nil
            if let damagedHere { damaged.append(Manifest.Damage(service: service, rows: damagedHere)) }
        }
        if open != nil { try await sink(try zip.end()) }
        let manifest = try ExportFile.json(
            "manifest.json", Manifest(user: "\(user)", release: Release.name, files: files, damaged: damaged))
        try await sink(try zip.begin(manifest.name))
        try await sink(try zip.write(manifest.content))
        try await sink(try zip.end())
        try await sink(try zip.finish())
    }

    private struct Manifest: Encodable {
        struct File: Encodable {
            let name: String
            var bytes: Int
        }
        /// Rows that could not be opened and are in no file.
        struct Damage: Encodable {
            let service: ServiceName
            let count: Int32
            let names: [String]

            init(service: ServiceName, rows: DamagedRows) {
                self.service = service
                count = rows.count
                names = rows.names
            }
        }
        let user: String
        let release: String
        let files: [File]
        let damaged: [Damage]
    }
}

extension ExportFile {
    /// A file of human-readable JSON.
    public static func json(_ name: String, _ value: some Encodable) throws -> ExportFile {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return ExportFile(name: name, content: [UInt8](try encoder.encode(value)))
    }
}
