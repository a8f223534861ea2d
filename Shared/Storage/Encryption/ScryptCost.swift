import Foundation

/// The work factor of new scrypt hashes and passphrase locks. Each stores its own, so that both kinds stay readable.
public enum ScryptCost {
    /// Environment variable of debug builds.
    public static let variable = "DEBUG_SCRYPT_LOG_N"

    /// log2 N for new hashes: `standard`, or in a debug build the lower number that `variable` names. Debug builds
    /// compile scrypt without optimisation, where `standard` takes a second of a core for each sign-in of a test.
    /// Release builds do not read the variable.
    public static func logN(
        standard: UInt8, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> UInt8 {
        #if DEBUG
            guard let lower = environment[variable].flatMap({ UInt8($0) }), (10...standard).contains(lower) else {
                return standard
            }
            return lower
        #else
            return standard
        #endif
    }
}
