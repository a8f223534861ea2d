import CZlib
import Foundation

/// The cost of unpacking the first entry of a zip alone.
enum Inflate {
    static func seconds(_ path: String) throws -> Double {
        let zip = try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
        let start = ContinuousClock.now
        try zip.withUnsafeBytes { zip in
            // Local header: 30 bytes, of which the last four are the lengths of name and extra field.
            func length(_ place: Int) -> Int { Int(zip[place]) | Int(zip[place + 1]) << 8 }
            let begin = 30 + length(26) + length(28)
            var stream = z_stream()
            guard zip.count > begin, pulsum_inflate_init(&stream, -15) == Z_OK else {
                throw BenchmarkError("the zip cannot be unpacked")
            }
            defer { inflateEnd(&stream) }
            var buffer = [UInt8](repeating: 0, count: 1 << 20)
            stream.next_in = UnsafeMutablePointer(
                mutating: zip.bindMemory(to: UInt8.self).baseAddress.map { $0 + begin })
            stream.avail_in = UInt32(clamping: zip.count - begin)
            var status = Z_OK
            while status == Z_OK {
                status = buffer.withUnsafeMutableBufferPointer { buffer in
                    stream.next_out = buffer.baseAddress
                    stream.avail_out = UInt32(buffer.count)
                    return inflate(&stream, Z_NO_FLUSH)
                }
            }
            guard status == Z_STREAM_END else { throw BenchmarkError("the zip is damaged") }
        }
        return (ContinuousClock.now - start) / .seconds(1)
    }
}
