#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A failed system call: the failed action and the error number.
package struct SystemError: Error, Equatable, CustomStringConvertible {
    /// The failed action, without the reason and a full stop: "The lock file x cannot be made".
    package let action: String
    /// The value of `errno`.
    package let number: Int32

    /// - Parameter number: defaults to `errno` as the failed call set it.
    package init(_ action: String, _ number: Int32 = errno) { (self.action, self.number) = (action, number) }

    /// The system's text, such as "Permission denied".
    package var reason: String { Platform.message(number) }

    package var description: String { "\(action) (\(reason))." }
}
