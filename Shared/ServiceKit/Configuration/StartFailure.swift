/// Why a process cannot start or continue, as shown to a person: one sentence with a next step.
public struct StartFailure: Error, CustomStringConvertible, Equatable {
    /// `EX_USAGE` of sysexits.h.
    static let badUsage: Int32 = 64
    /// `EX_CONFIG` of sysexits.h: a restart without a change of the configuration fails again.
    public static let badConfiguration: Int32 = 78
    /// One sentence with a next step.
    public let message: String
    /// Exit status of the process.
    public let status: Int32
    /// A failure with this sentence and exit status.
    public init(_ message: String, status: Int32 = 1) { (self.message, self.status) = (message, status) }
    public var description: String { message }
}
