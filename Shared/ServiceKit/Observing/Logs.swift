import Bus
import Logging
import Messages
import Synchronization
import SystemKit

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The logs of this process: logfmt or JSON lines on standard error, with one level that can change while it runs.
public enum Logs {
    private static let threshold = Mutex(Logger.Level.info)

    /// Least severe level that is written.
    public static var level: Logger.Level {
        get { threshold.withLock { $0 } }
        set { threshold.withLock { $0 = newValue } }
    }

    private static let writtenFormat = Mutex(LogFormat.text)

    /// Format of the lines.
    public static var format: LogFormat {
        get { writtenFormat.withLock { $0 } }
        set { writtenFormat.withLock { $0 = newValue } }
    }

    private static let isBootstrapped = Mutex(false)

    /// The logger of a service. The first call also routes the logs of libraries here.
    public static func logger(for service: ServiceName) -> Logger {
        isBootstrapped.withLock { done in
            guard !done else { return }
            LoggingSystem.bootstrap { label in LineLogHandler(service: service.rawValue, label: label) }
            done = true
        }
        return Logger(label: service.rawValue) { label in LineLogHandler(service: service.rawValue, label: label) }
    }
}

extension Logger {
    /// Logs a notice of the bus.
    public func notice(_ notice: BusNotice) {
        let level: Logger.Level =
            switch notice.level {
            case .info: .info
            case .warning: .warning
            case .error: .error
            }
        log(level: level, "\(notice.message)")
    }
}

/// Writes each event as one `LogLine`.
struct LineLogHandler: LogHandler {
    let service: String
    let label: String
    var metadata: Logger.Metadata = [:]
    private let write: @Sendable (String) -> Void
    /// Level of a single logger, set by a library.
    private var ownLevel: Logger.Level?

    init(service: String, label: String, write: @escaping @Sendable (String) -> Void = standardError) {
        (self.service, self.label, self.write) = (service, label, write)
    }

    var logLevel: Logger.Level {
        get { ownLevel ?? Logs.level }
        set { ownLevel = newValue }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var fields = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }.map {
            LogLine.Field($0.key, "\($0.value)")
        }
        if label != service { fields.insert(LogLine.Field("library", label), at: 0) }
        let line = LogLine(
            time: LogLine.now(), level: event.level.rawValue, service: service, message: "\(event.message)",
            fields: fields)
        write((Logs.format == .json ? line.json : line.text) + "\n")
    }

    /// One `write` per line, so that lines of several threads do not interleave.
    private static let standardError: @Sendable (String) -> Void = { line in
        var line = line
        _ = line.withUTF8 { Platform.write(STDERR_FILENO, UnsafeRawBufferPointer($0)) }
    }
}

extension LogLine {
    /// The current time in UTC with milliseconds (RFC 3339).
    public static func now() -> String {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        var parts = tm()
        var seconds = now.tv_sec
        gmtime_r(&seconds, &parts)
        func pad(_ value: Int, _ width: Int) -> String {
            let digits = String(value)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        let date = "\(parts.tm_year + 1900)-\(pad(Int(parts.tm_mon) + 1, 2))-\(pad(Int(parts.tm_mday), 2))"
        let time =
            "\(pad(Int(parts.tm_hour), 2)):\(pad(Int(parts.tm_min), 2)):\(pad(Int(parts.tm_sec), 2)).\(pad(now.tv_nsec / 1_000_000, 3))"
        return "\(date)T\(time)Z"
    }
}
