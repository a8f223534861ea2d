@testable import Language

/// Decides by form alone, independently of the redactor, whether an unmarked string in a labelled set is an identifier.
///
/// pii_synthetic_nano marks only some of a text's identifiers: a second e-mail address or "SSN 123-45-6789" may be
/// unmarked. Finding these is not an error. The rule:
/// - e-mail: one "@", something before it, a host with a dot and a top level of two letters or more after it;
/// - social security number: 3-2-4 digits with hyphens, the area neither 000, 666 nor from 900 on (SSA), or the word
///   "SSN" directly before;
/// - card: 12 to 19 digits that pass Luhn, or digits and "*" or "X" only, three open digits or more at the end, and
///   "card" in the 40 characters before;
/// - IBAN: ISO 13616's remainder is 1;
/// - phone: a "+" and ten digits or more, or the word "phone" directly before.
/// Everything else that is unmarked counts as a false alarm.
enum PlainIdentifier {
    static func matches(_ kind: Redaction.Kind, _ text: [Unicode.Scalar], after before: ArraySlice<Unicode.Scalar>)
        -> Bool
    {
        let lead = String(String.UnicodeScalarView(before.suffix(40))).lowercased()
        let lastWord = lead.split { !$0.isLetter }.last
        let digits = text.filter(\.isDigit).map { UInt8($0.value - 0x30) }
        switch kind {
        case .email:
            let halves = text.split(separator: "@", omittingEmptySubsequences: false)
            guard halves.count == 2, !halves[0].isEmpty, let dot = halves[1].lastIndex(of: "."),
                dot > halves[1].startIndex
            else { return false }
            return halves[1][(dot + 1)...].count >= 2 && halves[1][(dot + 1)...].allSatisfy(\.isLetter)
        case .ssn:
            if lastWord == "ssn" { return digits.count == 9 }
            let groups = text.split(separator: "-", omittingEmptySubsequences: false)
            guard groups.map(\.count) == [3, 2, 4], digits.count == 9, digits[0] < 9 else { return false }
            return digits[..<3] != [0, 0, 0] && digits[..<3] != [6, 6, 6]
        case .card:
            if (12...19).contains(digits.count), Checksum.luhn(digits) { return true }
            let isMasked = text.contains("*") || text.contains("X")
            let isNumber =
                text.allSatisfy { $0.isDigit || "*X- ".unicodeScalars.contains($0) }
                && text.suffix(3).allSatisfy(\.isDigit)
            return isMasked && isNumber && lead.contains("card")
        case .iban:
            return Checksum.iban(text.filter { $0 != " " && $0 != "-" }.map { UInt8(truncatingIfNeeded: $0.value) })
        case .phone: return text.first == "+" && digits.count >= 10 || lastWord == "phone"
        default: return false
        }
    }
}
