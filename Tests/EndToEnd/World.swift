import Fixtures
import Foundation
import Messages

/// Shared files, days and texts of the end-to-end tests.
enum World {
    /// The last full day of every generated export.
    static let lastDay = Day(number: Int32(Date().timeIntervalSince1970 / 86_400) - 1)

    /// The date where a person is; `setUp` puts them in Berlin.
    static func today(in zone: String = "Europe/Berlin") -> Day {
        let now = Date()
        let offset = TimeZone(identifier: zone)?.secondsFromGMT(for: now) ?? 0
        return Day(number: Int32((Int(now.timeIntervalSince1970) + offset) / 86_400))
    }

    static func noon(_ day: Day) -> Milliseconds { (Milliseconds(day.number) * 86_400 + 43_200) * 1000 }

    /// A generated export of this many days, as a zip.
    static func export(in scratch: Scratch, days: Int, seed: UInt64 = 7) throws -> String {
        let path = scratch.file("export-\(days)-\(seed).zip")
        if !FileManager.default.fileExists(atPath: path) {
            try ExportGenerator(seed: seed, days: days, endingOn: lastDay).writeZip(to: path)
        }
        return path
    }

    /// Python: prints the names in a zip after checking every entry's CRC.
    static let listArchive =
        "import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print('\\n'.join(z.namelist()))"

    /// An explicit crisis text in the words of the phrase list; synthetic.
    static let crisisText = "I want to kill myself tonight."
}
