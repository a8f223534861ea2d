import ArgumentParser
import Messages

/// A service and its number of processes, such as `scoring=3`.
struct ServiceScale: ExpressibleByArgument, Equatable {
    let service: ServiceName
    let count: Int

    init?(argument: String) {
        let parts = argument.split(separator: "=", omittingEmptySubsequences: false)
        guard parts.count == 2, let service = ServiceName(argument: String(parts[0])), let count = Int(parts[1]),
            (1...64).contains(count)
        else {
            return nil
        }
        (self.service, self.count) = (service, count)
    }
}
