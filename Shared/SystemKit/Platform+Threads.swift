#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension Platform {
    /// Number of processors that are online; at least 1.
    package static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Runs the closure on a new, detached thread.
    /// - Throws: `SystemError` if the thread cannot be created.
    package static func startThread(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
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
            throw SystemError("A thread cannot be started", code)
        }
    }
}
