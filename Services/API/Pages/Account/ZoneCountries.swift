import Foundation

/// The country of each time zone, from the system's zone database (tz: `zone.tab`, `iso3166.tab` and the links of
/// `tzdata.zi`); empty where the system has none.
public struct ZoneCountries: Sendable {
    /// ISO 3166 alpha-2 by IANA name, older names included.
    let byZone: [String: String]
    /// All countries, ISO 3166 alpha-2.
    let all: Set<String>

    /// The database of this system, read once, when a page first needs it.
    static let system = ZoneCountries(folder: URL(fileURLWithPath: "/usr/share/zoneinfo"))

    init(folder: URL) {
        func rows(_ name: String, separator: Character) -> [[Substring]] {
            let text = (try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)) ?? ""
            return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { $0.split(separator: separator) }
        }
        var byZone: [String: String] = [:]
        for row in rows("zone.tab", separator: "\t") where row.count >= 3 { byZone[String(row[2])] = String(row[0]) }
        for row in rows("tzdata.zi", separator: " ") where row.count == 3 && row[0] == "L" {
            let old = String(row[2])
            if byZone[old] == nil { byZone[old] = byZone[String(row[1])] }
        }
        self.byZone = byZone
        all = Set(rows("iso3166.tab", separator: "\t").compactMap { $0.first.map(String.init) })
    }

    /// The country of the machine's own zone, ISO 3166 alpha-2; nil if it is unknown.
    public static var ofThisMachine: String? { system.byZone[TimeZone.current.identifier] }
}

extension Choice {
    /// All zones of this system, and the selected one, by name.
    static func zones(selected zone: String) -> [Choice] {
        let known = TimeZone.knownTimeZoneIdentifiers
        return (known.contains(zone) ? known : known + [zone]).sorted().map { name in
            Choice(
                value: name, text: name.replacing("_", with: " "), isSelected: name == zone,
                country: ZoneCountries.system.byZone[name])
        }
    }
}
