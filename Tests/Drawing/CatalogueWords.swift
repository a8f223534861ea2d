import Foundation
import Synchronization

@testable import Drawing

/// The words of the shipped catalogues, read from their files: drawings know no more of them than their keys.
final class CatalogueWords: Sendable {
    let phrases: [String: String]
    /// Keys that were asked for and keys whose placeholders were not filled.
    private let asked = Mutex<(used: Set<String>, wrong: Set<String>)>(([], []))

    /// - Parameter language: `en` or `de`.
    init(_ language: String) throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Shared/Localization/Catalogues").standardizedFileURL
        var phrases: [String: String] = [:]
        func add(_ object: [String: Any], _ path: String) {
            for (name, value) in object {
                let key = path.isEmpty ? name : "\(path).\(name)"
                if let phrase = value as? String { phrases[key] = phrase }
                if let object = value as? [String: Any] { add(object, key) }
            }
        }
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        where name.hasSuffix(".\(language).json") {
            let data = try Data(contentsOf: folder.appendingPathComponent(name))
            add(try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:], "")
        }
        self.phrases = phrases
    }

    var used: Set<String> { asked.withLock { $0.used } }
    var wrong: Set<String> { asked.withLock { $0.wrong } }

    private func phrase(_ key: String, _ values: [String: String]) -> String {
        var text = phrases[key] ?? "{\(key)}"
        for (name, value) in values {
            if !text.contains("{\(name)}") { asked.withLock { _ = $0.wrong.insert("\(key) {\(name)}") } }
            text = text.replacingOccurrences(of: "{\(name)}", with: value)
        }
        asked.withLock {
            $0.used.insert(key)
            if text.contains("{") { $0.wrong.insert(key) }
        }
        return text
    }

    func words(firstWeekday: Int = 2) -> DrawingWords {
        @Sendable func short(_ day: Int) -> String {
            let date = CivilDate(day: day)
            return "\(date.date) \(self.phrase("date.months.short.\(date.month)", [:]))"
        }
        return DrawingWords(
            firstWeekday: firstWeekday,
            day: {
                "\(self.phrase("date.weekdays.short.\(CivilDate.weekday($0))", [:])) \(short($0))"
            }, shortDay: short, dayWithYear: { "\(short($0)) \(CivilDate(day: $0).year)" },
            phrase: { self.phrase($0, $1) })
    }

    /// English, with weeks from Monday.
    static let english = Result { try CatalogueWords("en").words() }
}
