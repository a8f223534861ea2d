import Messages
import NIOCore
import Testing

@testable import API

/// WAV files as other programs write them.
@Suite struct WaveFileTests {
    /// A file with these fields of its `fmt ` chunk and with chunks before the samples.
    private func file(
        format: UInt16 = 1, channels: UInt16 = 1, rate: UInt32 = 16_000, bits: UInt16 = 16, before: [UInt8] = [],
        size: UInt32? = nil, samples: [UInt8] = [1, 2, 3, 4]
    ) -> ByteBuffer {
        var file = ByteBuffer()
        func write<T: FixedWidthInteger>(_ value: T) { file.writeInteger(value, endianness: .little) }
        file.writeString("RIFF")
        write(UInt32(36 + before.count + samples.count))
        file.writeString("WAVEfmt ")
        write(UInt32(16))
        write(format)
        write(channels)
        write(rate)
        write(rate * UInt32(channels * bits / 8))
        write(channels * bits / 8)
        write(bits)
        file.writeBytes(before)
        file.writeString("data")
        write(size ?? UInt32(samples.count))
        file.writeBytes(samples)
        return file
    }

    private func samples(_ file: ByteBuffer) -> [UInt8]? {
        var file = file
        return TranscriptionEndpoints.samples(ofFile: &file).map { Array($0.readableBytesView) }
    }

    @Test("SEN-1 the samples of a WAV file are found behind other chunks") func found() {
        #expect(samples(file()) == [1, 2, 3, 4])
        // Chunks of an odd size are padded.
        let note: [UInt8] = Array("LIST".utf8) + [3, 0, 0, 0, 9, 9, 9, 0]
        #expect(samples(file(before: note)) == [1, 2, 3, 4])
        #expect(samples(file(samples: [])) == [])
    }

    @Test("SEN-1 another format, and a file that ends early, are refused at every byte") func refused() {
        for other in [
            file(format: 3), file(channels: 2), file(rate: 48_000), file(bits: 8), file(size: 5), file(size: .max),
            file(before: Array("LIST".utf8) + [255, 255, 255, 255]),
        ] { #expect(samples(other) == nil) }
        let whole = file()
        for length in 0..<whole.readableBytes {
            var part = whole
            let start = ByteBuffer(bytes: part.readBytes(length: length) ?? [])
            #expect(samples(start) == nil)
        }
    }
}
