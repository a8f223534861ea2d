/// Verifies check digits.
enum Checksum {
    /// The Luhn check (ISO/IEC 7812-1) over digits 0 … 9.
    static func luhn(_ digits: [UInt8]) -> Bool {
        var sum = 0
        for (place, digit) in digits.reversed().enumerated() {
            let doubled = place % 2 == 1 ? Int(digit) * 2 : Int(digit)
            sum += doubled > 9 ? doubled - 9 : doubled
        }
        return sum % 10 == 0 && digits.contains { $0 != 0 }
    }

    /// The IBAN check (ISO 13616): the rearranged number modulo 97 is 1.
    /// - Parameter characters: ASCII letters and digits without spaces.
    static func iban(_ characters: [UInt8]) -> Bool {
        guard (15...34).contains(characters.count) else { return false }
        var remainder = 0
        for character in characters[4...] + characters[..<4] {
            switch character {
            case 0x30...0x39: remainder = (remainder * 10 + Int(character - 0x30)) % 97
            case 0x41...0x5A: remainder = (remainder * 100 + Int(character - 0x41) + 10) % 97
            case 0x61...0x7A: remainder = (remainder * 100 + Int(character - 0x61) + 10) % 97
            default: return false
            }
        }
        return remainder == 1
    }
}
