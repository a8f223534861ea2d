/// Byte counts as text with binary units.
package enum ByteText {
    /// The count in the largest unit it reaches, one decimal below 10 units where needed: `16 GiB`, `1.5 GiB`, `700
    /// MiB`, `12 bytes`.
    package static func of(_ bytes: Int64) -> String {
        for (shift, unit) in [(40, "TiB"), (30, "GiB"), (20, "MiB"), (10, "KiB")] where bytes >= 1 << shift {
            let tenths = (bytes >> (shift - 10)) * 10 / 1024
            return tenths % 10 == 0 || tenths >= 100
                ? "\(tenths / 10) \(unit)" : "\(tenths / 10).\(tenths % 10) \(unit)"
        }
        return "\(bytes) bytes"
    }
}
