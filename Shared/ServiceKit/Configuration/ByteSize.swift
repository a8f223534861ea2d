/// Parses the byte sizes of settings.
enum ByteSize {
    private static let units: [(name: String, shift: Int64)] = [("KiB", 10), ("MiB", 20), ("GiB", 30), ("TiB", 40)]

    /// Parses `16GiB`, `700 MiB` or a plain number of bytes; nil for other texts and above 1,000 TiB.
    static func parse(_ text: some StringProtocol) -> Int64? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let unit = text.dropFirst(digits.count).trimming(while: \.isWhitespace)
        guard let number = Int64(digits), number >= 0 else { return nil }
        guard !unit.isEmpty else { return number }
        guard let shift = units.first(where: { $0.name.lowercased() == unit.lowercased() })?.shift,
            number <= 1_000 << (40 - shift)
        else { return nil }
        return number << shift
    }
}
