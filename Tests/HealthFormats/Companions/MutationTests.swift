import Foundation
import Messages
import Testing

@testable import HealthFormats

/// A body with one damaged element loses that element, or a part of it, and nothing else.
@Suite struct MutationTests {
    /// Seeded numbers, splitmix64.
    struct Dice {
        var state: UInt64
        mutating func number(below limit: Int) -> Int {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return Int((z ^ (z >> 31)) % UInt64(max(1, limit)))
        }
    }

    /// Paths of the arrays of elements in a body; the points of a metric are elements too.
    private static func arrays(_ value: Any, _ path: [String] = []) -> [[String]] {
        if let list = value as? [[String: Any]], !list.isEmpty {
            guard path.last == "metrics" else { return [path] }
            return list.indices.map { path + ["\($0)", "data"] }
        }
        return ((value as? [String: Any]) ?? [:]).sorted { $0.key < $1.key }.flatMap { key, value in
            ["sources", "health_types", "cursors"].contains(key) ? [] : arrays(value, path + [key])
        }
    }

    private static func list(_ value: Any?, _ path: ArraySlice<String>) -> [Any] {
        guard let key = path.first else { return value as? [Any] ?? [] }
        let inner = (value as? [String: Any])?[key] ?? Int(key).flatMap { (value as? [Any])?[$0] }
        return list(inner, path.dropFirst())
    }

    private static func setting(_ value: Any, _ path: ArraySlice<String>, _ list: [Any]) -> Any {
        guard let key = path.first else { return list }
        if var object = value as? [String: Any] {
            object[key] = setting(object[key] ?? [Any](), path.dropFirst(), list)
            return object
        }
        guard var array = value as? [Any], let index = Int(key) else { return value }
        array[index] = setting(array[index], path.dropFirst(), list)
        return array
    }

    /// One damage to an element: a member renamed, missing, or of another type; or the element itself.
    private static func damaged(_ element: Any, _ dice: inout Dice) -> Any {
        guard var members = element as? [String: Any],
            let key = members.keys.sorted().randomElement(using: &dice.source)
        else { return NSNull() }
        let wrong: [Any] = [NSNull(), "x", "", -1e300, 7, [Any](), [[1, [2]]], ["a": ["b": 1]], true]
        switch dice.number(below: 4) {
        case 0:
            members["\(key)_2"] = members.removeValue(forKey: key)
            return members
        case 1:
            members[key] = nil
            return members
        case 2:
            members[key] = wrong[dice.number(below: wrong.count)]
            return members
        default: return wrong[dice.number(below: wrong.count)]
        }
    }

    @Test(
        "ING-2 A member that is renamed, missing or of another type costs its element at most",
        arguments: CompanionWeek.all)
    func elements(week: CompanionWeek) throws {
        var dice = Dice(state: 20_261_128)
        var damages = 0
        // Bodies of each sort, not too large: each damage decodes two.
        let bodies = week.posts.filter { $0.body.count < 120_000 }
        for _ in 0..<60 {
            let post = bodies[dice.number(below: bodies.count)]
            guard let object = try JSONSerialization.jsonObject(with: Data(post.body)) as? [String: Any] else {
                continue
            }
            let paths = Self.arrays(object)
            guard !paths.isEmpty else { continue }
            let path = paths[dice.number(below: paths.count)]
            var list = Self.list(object, path[...])
            let place = dice.number(below: list.count)
            func decode(_ list: [Any]) throws -> CompanionPost {
                let data = try JSONSerialization.data(withJSONObject: Self.setting(object, path[...], list))
                return week.decode(CompanionWeek.Post(at: post.at, status: "2xx", body: Array(data)))
            }
            var others = list
            others.remove(at: place)
            list[place] = Self.damaged(list[place], &dice)
            let (without, with) = (try decode(others), try decode(list))
            #expect(with.problem == nil)
            let kept = Set(with.records.map(\.key))
            let lost = without.records.filter { !kept.contains($0.key) }
            #expect(lost.isEmpty, "\(week.format) \(path)[\(place)]: \(lost.prefix(2))")
            #expect(with.deletions.count >= without.deletions.count)
            damages += 1
        }
        #expect(damages > 10 || week.format == "openscale")
    }

    @Test(
        "ING-2 A body that is cut keeps what stands before the cut, says so, and deletes nothing by absence",
        arguments: CompanionWeek.all)
    func cut(week: CompanionWeek) throws {
        let post = try #require(week.posts.max { $0.body.count < $1.body.count })
        let whole = week.decode(post)
        let keys = Set(whole.records.map(\.key))
        var before = 0
        for tenth in 1...9 {
            let body = Array(post.body[..<(post.body.count * tenth / 10)])
            let cut = week.decode(CompanionWeek.Post(at: post.at, status: "2xx", body: body))
            #expect(cut.problem != nil)
            #expect(cut.snapshots.isEmpty)
            #expect(Set(cut.records.map(\.key)).isSubset(of: keys))
            #expect(cut.records.count >= before)
            before = cut.records.count
        }
        #expect(before > whole.records.count / 2 || week.format == "openscale")
    }

    @Test(
        "Bodies that are no JSON, or no object, are said to be none; nothing is thrown or made up",
        arguments: CompanionWeek.formats.map(\.format))
    func noJSON(format: String) throws {
        let week = try CompanionWeek.of(format)
        for text in ["", "[]", "7", "{", "<html>", "\u{feff}", #"{"data":"#] {
            let post = week.decode(CompanionWeek.Post(at: 1_700_000_000_000, status: "2xx", body: Array(text.utf8)))
            #expect(post.problem != nil, "\(text)")
            #expect(post.records.isEmpty && post.deletions.isEmpty && post.snapshots.isEmpty)
        }
        let empty = week.decode(CompanionWeek.Post(at: 1_700_000_000_000, status: "2xx", body: Array("{}".utf8)))
        #expect(empty.records.isEmpty)
    }
}

extension MutationTests.Dice {
    /// For `randomElement`.
    fileprivate var source: Source {
        get { Source(state: state) }
        set { state = newValue.state }
    }

    fileprivate struct Source: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 31)
        }
    }
}
