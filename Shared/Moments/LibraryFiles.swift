import CMoments
import Foundation

/// The files of `Library`, compiled in, so that all processes use the same bytes without a file. The bytes are pages of
/// the program: no process copies them.
enum LibraryFiles {
    static var moments: UnsafeRawBufferPointer { bytes(moments_json()) }
    static var explanations: UnsafeRawBufferPointer { bytes(explanations_json()) }
    static var vectors: UnsafeRawBufferPointer { bytes(vectors_bin()) }

    private static func bytes(_ file: moments_file) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: file.bytes, count: file.size)
    }
}
