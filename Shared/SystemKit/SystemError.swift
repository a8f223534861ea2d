#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A call of the operating system that failed: what could not be done, and the error number.
package struct SystemError: Error, Equatable, CustomStringConvertible {
    /// What could not be done, without the system's reason and a full stop: "The lock file x cannot be made".
    package let action: String
    /// As `errno` had it.
    package let number: Int32

    /// - Parameter number: by default `errno`, which the failed call has just set.
    package init(_ action: String, _ number: Int32 = errno) { (self.action, self.number) = (action, number) }

    /// The system's words, such as "Permission denied".
    package var reason: String { Platform.message(number) }

    package var description: String { "\(action) (\(reason))." }
}
