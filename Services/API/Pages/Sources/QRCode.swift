import CQREncode
import Drawing

/// A QR code (ISO/IEC 18004) of a text, made by libqrencode.
struct QRCode: Sendable {
    /// Modules per side, 21 … 177.
    let size: Int
    /// Row by row; true for dark.
    let modules: [Bool]

    /// - Returns: nil for a text that no code can hold.
    init?(_ text: String) {
        // Level L, which restores 7 % of the code and has the largest modules: a screen is not torn or dirty.
        guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L) else { return nil }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        size = width
        modules = (0..<width * width).map { code.pointee.data[$0] & 1 == 1 }
    }

    /// An SVG image with the quiet zone of four modules. Its colours are the same in every theme, because not every
    /// camera reads a light code on a dark ground.
    /// - Parameter label: text for a screen reader, without markup.
    func svg(label: String) -> String {
        var path = ""
        for row in 0..<size {
            var column = 0
            while column < size {
                let begin = column
                while column < size, modules[row * size + column] { column += 1 }
                if column > begin { path += "M\(begin + 4) \(row + 4)h\(column - begin)v1h-\(column - begin)z" }
                column = max(column, begin) + (column == begin ? 1 : 0)
            }
        }
        let side = size + 8
        return """
            <svg class="qr" role="img" aria-label="\(escapedMarkup(label))" viewBox="0 0 \(side) \(side)" \
            shape-rendering="crispEdges"><rect class="qr-ground" width="\(side)" height="\(side)"/>\
            <path class="qr-modules" d="\(path)"/></svg>
            """
    }
}
