#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif
import Messages

/// The few things the bus asks of the operating system beside sockets.
package enum Platform {
    /// EX_SOFTWARE, sysexits.h.
    private static let internalFault: Int32 = 70

    package static var processID: Int64 { Int64(getpid()) }

    /// Says why on standard error and ends the process.
    package static func endProcess(_ reason: String) {
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

    /// Runs the closure on a new thread.
    package static func startThread(_ body: @escaping @Sendable () -> Void) throws {
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
