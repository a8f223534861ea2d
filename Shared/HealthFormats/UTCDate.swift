import Messages

/// Formats instants in UTC (RFC 3339), as in Pulsum's own export.
package enum UTCDate {
    /// Formats one instant.
    /// - Parameter instant: seconds since 1970-01-01T00:00:00Z.
    /// - Returns: for example `2024-02-29T06:30:00Z`.
    package static func text(_ instant: Int64) -> String {
        let day = instant.floorDivided(by: 86_400)
        let second = instant - day * 86_400
        func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return
            "\(Day(number: Int32(clamping: day)))T\(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60))Z"
    }
}
