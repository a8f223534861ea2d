import HealthFormats
import Messages
import SystemKit

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The progress of work, in a file of 32 bytes next to the spool file. It is written for every 256 KiB read, too often
/// for the database, and read after a crash. The kernel keeps the writes of a dead process. After a power loss the mark
/// may be missing; the crash is then not counted.
///
/// Layout, little endian, 8 bytes each: state, number of the attempt, stage, position. Written while the work's lock is
/// held; `drain` may be called from any thread.
final class PlaceMark: Sendable {
    private enum State: UInt64 { case open = 1, drained }

    private let file: Int32
    private static let size = 32

    /// - Throws: `ServiceError(.storage)`.
    init(_ path: String) throws {
        file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            let fault = SystemError("The mark of an import cannot be opened")
            throw ServiceError(
                .storage,
                "An import cannot note its progress on disk (\(fault.reason)); check the data directory.",
                cause: fault)
        }
    }

    deinit { close(file) }

    /// The mark of an attempt that crashed; nil after `end` or `drain`.
    func left() -> (attempt: Int64, place: WorkPlace)? {
        var words = [UInt64](repeating: 0, count: Self.size / 8)
        let got = words.withUnsafeMutableBytes { pread(file, $0.baseAddress, Self.size, 0) }
        guard got == Self.size, UInt64(littleEndian: words[0]) == State.open.rawValue,
            let stage = WorkPlace.Stage(rawValue: UInt8(clamping: UInt64(littleEndian: words[2])))
        else { return nil }
        return (
            Int64(bitPattern: UInt64(littleEndian: words[1])),
            WorkPlace(stage: stage, position: Int64(bitPattern: UInt64(littleEndian: words[3])))
        )
    }

    func begin(_ attempt: Int64, at place: WorkPlace) {
        write(
            [
                State.open.rawValue, UInt64(bitPattern: attempt), UInt64(place.stage.rawValue),
                UInt64(bitPattern: place.position),
            ], at: 0)
    }

    func note(_ place: WorkPlace) { write([UInt64(place.stage.rawValue), UInt64(bitPattern: place.position)], at: 16) }

    /// The process was asked to stop: a kill from now on does not count as a crash of the work.
    func drain() { write([State.drained.rawValue], at: 0) }

    /// The attempt ended regularly.
    func end() { ftruncate(file, 0) }

    /// Errors are ignored: a missing mark only means that a crash is not counted.
    private func write(_ words: [UInt64], at offset: off_t) {
        let words = words.map(\.littleEndian)
        _ = words.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, offset) }
    }
}

/// Reports how far a stream was read.
final class MarkedStream: ByteStream {
    private let stream: any ByteStream
    private let note: (Int64) -> Void
    private var position: Int64 = 0
    private var noted: Int64 = 0
    /// Bytes between two reports.
    private static let step: Int64 = 1 << 18

    init(_ stream: any ByteStream, note: @escaping (Int64) -> Void) { (self.stream, self.note) = (stream, note) }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        if position - noted >= Self.step {
            noted = position
            note(position)
        }
        let got = try stream.read(into: buffer)
        position += Int64(got)
        return got
    }
}

/// Reports the last position read in a random-access source.
final class MarkedAccess: RandomAccess {
    private let source: any RandomAccess
    private let note: (Int64) -> Void
    private var noted: Int64 = 0
    private static let step: Int64 = 1 << 18

    init(_ source: any RandomAccess, note: @escaping (Int64) -> Void) { (self.source, self.note) = (source, note) }

    var size: Int64 { source.size }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        if (offset - noted).magnitude >= UInt64(Self.step) {
            noted = offset
            note(offset)
        }
        return try source.read(at: offset, into: buffer)
    }
}
