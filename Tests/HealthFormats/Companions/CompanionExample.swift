import LocalTime
import Messages

@testable import HealthFormats

/// Bodies of a companion as text.
struct CompanionExample {
    let reader: any CompanionReader.Type
    /// 1 November 2026, 12:00 UTC, ms since 1970.
    var received: Int64 = 1_793_534_400_000
    let calendar = LocalCalendar([ZonePeriod(since: 0, zone: "Europe/Berlin")])

    init(_ reader: any CompanionReader.Type) { self.reader = reader }

    /// Decodes a body that arrived some seconds after `received`.
    func decode(_ text: String, after seconds: Int64 = 0) -> CompanionPost {
        reader.decode(
            Array(text.utf8), CompanionContext(received: received + seconds * 1000, calendar: calendar))
    }

    /// What bodies say together, in this order.
    func fold(_ texts: [String]) -> CompanionFold {
        var fold = CompanionFold()
        for (index, text) in texts.enumerated() { _ = fold.take(decode(text, after: Int64(index))) }
        return fold
    }

    /// Values of a kind, in the order of their start.
    static func values(_ fold: CompanionFold, _ kind: String) -> [Double] {
        fold.settled().flatMap(\.readings).filter { $0.kind.name == kind }
            .sorted { ($0.start, $0.value) < ($1.start, $1.value) }.map(\.value)
    }

    /// Seconds since 1970 of a time in UTC.
    static func instant(_ text: String) -> Int64 {
        guard case .instant(let instant, _)? = DateText(text) else { return 0 }
        return instant
    }
}
