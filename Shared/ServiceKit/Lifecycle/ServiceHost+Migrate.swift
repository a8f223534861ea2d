import Foundation
import Messages
import Storage

extension ServiceHost {
    /// The argument with which a service's program migrates its database and ends, without joining the bus.
    static let migrateArgument = "--migrate"

    /// Migrates the database of a service, as its start does. A failure exits the process with a non-zero status and
    /// one logged sentence.
    static func migrate(_ service: ServiceName, _ migrations: [Migration]) async {
        await ProcessHost.exitingOnFailure(service) {
            let configuration = try Configuration.load()
            Logs.level = configuration.logLevel
            Logs.format = configuration.logFormat
            let host = try ProcessHost(name: service, configuration: configuration)
            try Files.makeDirectory(configuration.data)
            try configuration.requireFinishedRestore()
            let isNewPlace = ProcessInfo.processInfo.environment[Configuration.newPlaceKey] != nil
            if !isNewPlace { try configuration.requireServerOrFile(of: service) }
            try Store(
                at: configuration.databaseAddress(of: service), service: service, key: try host.masterKey(),
                migrations: migrations, erasureLog: isNewPlace ? nil : try configuration.erasureLog(of: service)
            ).close()
            host.log.notice("The database is at this release's schema.", metadata: ["release": "\(Release.name)"])
        }
    }
}
