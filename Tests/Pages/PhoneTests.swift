import Foundation
import Localization
import Messages
import Testing

@testable import Pages

/// Setting up a phone: the code that it scans and the link in it.
@Suite struct PhoneTests {
    /// Reads a QR code of one block, versions 1 to 3 at level L, as ISO/IEC 18004 states it.
    private static func read(_ code: QRCode) -> String? {
        let size = code.size
        func isDark(_ row: Int, _ column: Int) -> Bool { code.modules[row * size + column] }
        let places =
            (0...5).map { (8, $0) } + [(8, 7), (8, 8), (7, 8)] + (0...5).reversed().map { ($0, 8) }
        let format = places.reduce(0) { $0 << 1 | (isDark($1.0, $1.1) ? 1 : 0) } ^ 0x5412
        // Level L is 01.
        guard format >> 13 == 1 else { return nil }
        let mask = format >> 10 & 7
        func isMasked(_ row: Int, _ column: Int) -> Bool {
            let product = row * column
            return switch mask {
            case 0: (row + column) % 2 == 0
            case 1: row % 2 == 0
            case 2: column % 3 == 0
            case 3: (row + column) % 3 == 0
            case 4: (row / 2 + column / 3) % 2 == 0
            case 5: product % 2 + product % 3 == 0
            case 6: (product % 2 + product % 3) % 2 == 0
            default: ((row + column) % 2 + product % 3) % 2 == 0
            }
        }
        func isFunction(_ row: Int, _ column: Int) -> Bool {
            let alignment = size > 21 ? size - 9...size - 5 : 0...0
            return (row < 9 && (column < 9 || column >= size - 8)) || (row >= size - 8 && column < 9) || row == 6
                || column == 6 || (size > 21 && alignment.contains(row) && alignment.contains(column))
        }
        var (bits, right) = ([Bool](), size - 1)
        while right >= 1 {
            if right == 6 { right = 5 }
            for step in 0..<size {
                let row = (right + 1) & 2 == 0 ? size - 1 - step : step
                for column in [right, right - 1] where !isFunction(row, column) {
                    bits.append(isDark(row, column) != isMasked(row, column))
                }
            }
            right -= 2
        }
        func number(_ range: Range<Int>) -> Int { bits[range].reduce(0) { $0 << 1 | ($1 ? 1 : 0) } }
        // Mode 0100 is bytes; then their number.
        guard number(0..<4) == 4 else { return nil }
        let bytes = (0..<number(4..<12)).map { UInt8(number(12 + 8 * $0..<20 + 8 * $0)) }
        return String(validating: bytes, as: UTF8.self)
    }

    @Test(
        "WEB-6 A QR code holds its text",
        arguments: ["https://pulsum", "https://pulsum.home.arpa", "https://192.168.178.20:8443/über-alles"])
    func code(text: String) throws {
        let code = try #require(QRCode(text))
        #expect(Self.read(code) == text)
        let svg = code.svg(label: "a \"code\"")
        #expect(svg.contains("viewBox=\"0 0 \(code.size + 8) \(code.size + 8)\""))
        #expect(svg.contains("aria-label=\"a &quot;code&quot;\""))
        #expect(!svg.contains("fill="))
    }

    @Test("WEB-6 A text that no QR code can hold gives none")
    func tooLong() { #expect(QRCode(String(repeating: "x", count: 3000)) == nil) }

    @Test("WEB-6 Every way of being reached has its words, and no address gives no code", arguments: Language.allCases)
    func reach(language: Language) throws {
        let reader = Reader(
            DisplaySettings(language: language, region: "DE"), today: Day(number: 20_000), minute: 600)
        let renderer = try PageRenderer(assets: "/assets/x")
        for exposure in ReachScreen.Exposure.allCases {
            let html = renderer.html(ReachScreen(exposure, addresses: [], for: reader), PageFrame(), for: reader)
            #expect(!html.contains("class=\"qr\""))
            #expect(html.contains("pulsum certificate"))
        }
        let html = renderer.html(
            ReachScreen(.encrypted, addresses: ["https://192.168.1.5"], for: reader), PageFrame(), for: reader)
        #expect(html.contains("class=\"qr\""))
        #expect(html.contains("https://192.168.1.5") && !html.contains("/trust"))
        // The best ways come first; clear text last.
        let ways = ["domain", "overlay", "certificate", "plain"].map { reader.words("reach.\($0).title") }
        let places = ways.compactMap { html.range(of: "<h3>\($0)")?.lowerBound }
        #expect(places.count == 4 && places == places.sorted())
    }

    @Test(
        "WEB-6 Where a phone has to trust an authority first, its page has the numbers to compare and every step",
        arguments: Language.allCases)
    func trust(language: Language) throws {
        let reader = Reader(
            DisplaySettings(language: language, region: "DE"), today: Day(number: 20_000), minute: 600)
        let renderer = try PageRenderer(assets: "/assets/x")
        let authority = TrustScreen.Authority(
            name: "Pulsum (pulsum.home.arpa)", names: ["localhost", "pulsum.home.arpa"],
            fingerprint: (10..<42).map(String.init).joined(separator: " "))
        let reach = renderer.html(
            ReachScreen(.encrypted, addresses: ["https://pulsum.home.arpa"], authority: authority, for: reader),
            PageFrame(), for: reader)
        let page = renderer.html(TrustScreen(authority, for: reader), PageFrame(), for: reader)
        #expect(reach.contains("/trust") && reach.components(separatedBy: "class=\"qr\"").count == 3)
        #expect(reach.contains("10 11 12 13 14 15 16 17<br>") && reach.contains("34 35 36 37 38 39 40 41<br>"))
        // A page that is not trusted yet proves nothing by showing them.
        #expect(!page.contains("10 11 12"))
        #expect(page.contains("/trust/pulsum.crt") && page.contains("pulsum.home.arpa"))
        #expect(page.contains("Pulsum (pulsum.home.arpa)") && !page.contains("trust."))
    }
}
