import Messages
import ServiceKit
import SystemKit

/// A command's error: one sentence with a next step, printed on standard error with exit status 1.
struct CLIError: Error, CustomStringConvertible, Equatable {
    let description: String
    init(_ description: String) { self.description = TerminalText.shown(description) }

    /// Converts any error to a sentence.
    init(_ error: any Error) {
        switch error {
        case let error as CLIError: self = error
        case let error as ServiceError: self.init(Self.sentence(error))
        case let error as StartFailure: self.init(error.message)
        default: self.init("\(error)")
        }
    }

    static func notRunning(_ directory: String) -> CLIError {
        CLIError(
            "Pulsum is not running here (\(directory)); start it with “pulsum up”, or name its data directory with --data."
        )
    }

    private static func sentence(_ error: ServiceError) -> String {
        switch error.code {
        case .timeout: "\(error.message) Try again; “pulsum status” shows what is slow."
        case .erased: "\(error.message)"
        default: error.message
        }
    }
}
