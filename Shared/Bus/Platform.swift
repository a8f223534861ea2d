#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif
import Messages

/// Operating system functions of the bus, apart from sockets.
enum Platform {
    /// Exit code EX_SOFTWARE of sysexits.h.
    private static let internalFault: Int32 = 70

    static var processID: Int64 { Int64(getpid()) }

    /// Writes the reason to standard error and exits the process.
    static func endProcess(_ reason: String) {
        var line = reason + "\n"
        line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
        _exit(internalFault)
    }
}

extension Platform {
    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Runs the closure on a new detached thread.
    static func startThread(_ body: @escaping @Sendable () -> Void) throws {
        let box = Unmanaged.passRetained(Body(body))
        #if canImport(Darwin)
            var thread: pthread_t?
            let code = pthread_create(
                &thread, nil,
                {
                    Unmanaged<Body>.fromOpaque($0).takeRetainedValue().run(); return nil
                }, box.toOpaque())
            if code == 0, let thread { pthread_detach(thread) }
        #else
            var thread = pthread_t()
            let code = pthread_create(
                &thread, nil,
                { pointer in
                    if let pointer { Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().run() }
                    return nil
                }, box.toOpaque())
            if code == 0 { pthread_detach(thread) }
        #endif
        guard code == 0 else {
            box.release()
            throw BusError(.failed, "The bus could not start its thread: \(String(cString: strerror(code))).")
        }
    }
}
