import SystemKit

/// Small private files: written complete or not at all. Each problem becomes a sentence for the person who starts the
/// process.
public enum Files {
    /// Makes a directory and what is missing above it; new ones are 0700.
    /// - Throws: `StartFailure` with the next step.
    public static func makeDirectory(_ path: String) throws(StartFailure) {
        do {
            try PrivateFile.makeDirectory(path)
        } catch {
            throw StartFailure(
                "The directory \(path) cannot be made (\(error.sentence)); check its permissions or set PULSUM_DATA.")
        }
    }

    /// Creates a file of mode 0600 unless it exists already; never replaces.
    static func createOnce(_ path: String, _ content: String) throws(StartFailure) {
        do {
            try PrivateFile.create(path, Array(content.utf8))
        } catch {
            throw StartFailure("The file \(path) cannot be made (\(error.sentence)).")
        }
    }

    /// Replaces a file by one of mode 0600; a reader sees the old or the new content.
    /// - Throws: `StartFailure` where it cannot be written.
    public static func replace(_ path: String, _ content: String) throws(StartFailure) {
        do {
            try PrivateFile.replace(path, Array(content.utf8))
        } catch {
            throw StartFailure("The file \(path) cannot be written (\(error.sentence)).")
        }
    }

    /// Removes a file; nothing happens where there is none.
    public static func remove(_ path: String) { PrivateFile.remove(path) }

    static func exists(_ path: String) -> Bool { PrivateFile.exists(path) }

    /// The file's text, at most 64 KiB; nil where there is none.
    /// - Throws: `StartFailure` where it cannot be read.
    public static func read(_ path: String) throws(StartFailure) -> String? { try read(path, .none) }

    /// Like `read`, for a file nobody else may read. One that belongs to another user (a mounted secret) must only not
    /// be writable for us all.
    /// - Throws: `StartFailure` where it cannot be read or is open to others.
    public static func readSecret(_ path: String) throws(StartFailure) -> String? { try read(path, .secret) }

    private static func read(_ path: String, _ demand: PrivateFile.Demand) throws(StartFailure) -> String? {
        do {
            return try PrivateFile.read(path, demand).map { String(decoding: $0, as: UTF8.self) }
        } catch .open {
            throw StartFailure("The secret \(path) is open to other people; run: chmod 600 \(path)")
        } catch {
            throw StartFailure("The file \(path) cannot be read (\(error.sentence)).")
        }
    }
}
