import Testing

@testable import Messages

@Suite struct HexadecimalTests {
    @Test("Each byte has two digits in lower case, and a number all its digits")
    func digits() {
        #expect([UInt8](0...255).hexadecimal.utf8.count == 512)
        #expect(([0x00, 0x0F, 0x90, 0xAB, 0xFF] as [UInt8]).hexadecimal == "000f90abff")
        #expect([UInt8]().hexadecimal.isEmpty)
        for byte in UInt8.min ... .max {
            #expect(UInt8([byte].hexadecimal, radix: 16) == byte)
            #expect(byte.hexadecimal == [byte].hexadecimal)
        }
        #expect(UInt64(0xBEEF).hexadecimal == "000000000000beef")
        #expect(UInt64.max.hexadecimal == "ffffffffffffffff" && UInt64(0).hexadecimal == "0000000000000000")
    }
}
