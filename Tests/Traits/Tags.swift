import Testing

/// Tags decide in which lane `deploy/checks/test-built` runs a suite. A suite without one computes only, and runs in
/// parallel with others in one process.
extension Tag {
    /// Starts processes, servers or databases, or changes the environment of its own process. One test at a time.
    @Tag public static var processes: Self
    /// Uses `Stack.shared`: such suites run in one process, one after the other.
    @Tag public static var sharedStack: Self
    /// Drives a real browser.
    @Tag public static var browser: Self
    /// Asserts how long something takes. Runs with more priority than the other lanes.
    @Tag public static var deadline: Self
    /// Computes for tens of seconds: simulations, explorations, fuzzing, benchmarks of quality. Runs with the least
    /// priority in a process of its own.
    @Tag public static var exhaustive: Self
    /// Runs only with `deploy/test --whole`.
    @Tag public static var whole: Self
}
