import Foundation

/// Lengths of sealed rows: without classes, a field that only some values have would tell which ones these are. A padded
/// value is the content, one byte 0x80 and zeros.
enum SizeClass {
    /// Smallest step between two lengths, bytes.
    private static let minimumStep = 32
    /// Largest step, bytes: the lengths of large values, such as a day's samples, follow from how much was measured.
    private static let maximumStep = 256

    /// The padded length of a content: the next multiple of 32 bytes; from 512 bytes on, of a sixteenth of the power of
    /// two below; from 4 kB on, of 256.
    /// - Parameter minimum: contents below it have one length.
    static func length(of count: Int, minimum: Int = 0) -> Int {
        let least = max(count + 1, minimum)
        let sixteenth = (1 << (Int.bitWidth - 1 - least.leadingZeroBitCount)) >> 4
        let step = min(max(minimumStep, sixteenth), maximumStep)
        return (least + step - 1) / step * step
    }

    static func pad(_ content: some DataProtocol, minimum: Int) -> [UInt8] {
        let length = length(of: content.count, minimum: minimum)
        var padded: [UInt8] = []
        padded.reserveCapacity(length)
        padded.append(contentsOf: content)
        padded.append(0x80)
        padded.append(contentsOf: repeatElement(0, count: length - padded.count))
        return padded
    }

    static func unpad(_ padded: Data) -> Data {
        guard let mark = padded.lastIndex(of: 0x80) else { return padded }
        return padded[..<mark]
    }
}
