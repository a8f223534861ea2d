import Foundation

/// Parses the Retry-After header (RFC 9110 §10.2.3).
enum RetryAfter {
    /// Longer values are cut to this.
    static let maximumWait = Duration.seconds(86_400)

    /// Accepts delay seconds or an HTTP date; nil for anything else.
    static func duration(_ text: String?, now: Date = Date()) -> Duration? {
        guard let text = text?.trimmingCharacters(in: .whitespaces), !text.isEmpty else { return nil }
        if text.allSatisfy({ $0.isASCII && $0.isNumber }) {
            return min(Int64(text).map { .seconds($0) } ?? maximumWait, maximumWait)
        }
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(secondsFromGMT: 0)
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        guard let date = format.date(from: text) else { return nil }
        return min(max(.seconds(date.timeIntervalSince(now)), .zero), maximumWait)
    }
}
