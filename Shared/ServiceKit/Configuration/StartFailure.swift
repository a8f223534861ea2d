/// Why a process cannot start or go on, as the person reads it: one sentence with a next step.
public struct StartFailure: Error, CustomStringConvertible, Equatable {
    /// `EX_USAGE` of sysexits.h.
    static let badUsage: Int32 = 64
    /// `EX_CONFIG` of sysexits.h: starting again without a change does not help.
    public static let badConfiguration: Int32 = 78
    public let message: String
    /// Exit status of the process.
    public let status: Int32
    public init(_ message: String, status: Int32 = 1) { (self.message, self.status) = (message, status) }
    public var description: String { message }
}
