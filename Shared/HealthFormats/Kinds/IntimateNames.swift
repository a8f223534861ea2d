/// Names of formats that speak of an intimate kind: of an array, a member, or a kind that is not known. Receipts leave
/// them out, because they would show that a phone has such data before its owner has agreed to see it. For names that
/// are not of the table a guess, rather too many than too few.
package enum IntimateNames {
    /// Parts of names in lower case without signs, by group; besides those of the rows of the table.
    private static let parts: [(group: HealthKind.Group, parts: [String])] = [
        (
            .cycle,
            [
                "menstru", "cycletracking", "cyclephase", "cyclerecord", "ovulation", "cervical", "sexual",
                "contracept", "pregnan", "lactation", "progesterone", "intermenstrual", "bleeding", "fertil",
                "basalbodytemp", "spotting", "libido", "menopaus", "ejaculat", "abortion",
            ]
        ),
        (.mind, ["stateofmind", "mood", "emotion", "valence", "anxiety", "depress", "phq9", "gad7"]),
        (.medication, ["medication", "medicine", "insulin", "inhaler", "drug"]),
        (.alcohol, ["alcohol"]),
        // HealthKit's category types of symptoms.
        (
            .symptoms,
            [
                "symptom", "abdominalcramps", "acne", "appetitechanges", "bladderincontinence", "bloating",
                "breastpain", "chesttightness", "chills", "constipation", "coughing", "diarrhea", "dizziness",
                "dryskin", "fainting", "fatigue", "fever", "bodyache", "hairloss", "headache", "heartburn",
                "hotflashes", "lossofsmell", "lossoftaste", "lowerbackpain", "memorylapse", "moodchanges", "nausea",
                "nightsweats", "pelvicpain", "flutteringheartbeat", "runnynose", "shortnessofbreath",
                "sinuscongestion", "skippedheartbeat", "sleepchanges", "sorethroat", "vaginaldryness", "vomiting",
                "wheezing",
            ]
        ),
    ]

    /// Words of no group with a part of one.
    private static let others = [
        "prevalence", "equivalence", "ambivalence", "covalence", "medicineball", "drugstore",
    ]

    private struct Part {
        let text: [UInt8]
        let group: HealthKind.Group?
    }

    /// The longest first, and their numbers by their first two bytes.
    private static let known: (parts: [Part], byStart: [[Int]?]) = {
        let rows = KindTable.rows.filter(\.isIntimate).flatMap { row in
            [row.name, row.healthKit].compactMap { $0 }.map { Part(text: plain($0.utf8), group: row.group) }
        }
        let named = parts.flatMap { entry in entry.parts.map { Part(text: Array($0.utf8), group: entry.group) } }
        let neutral = others.map { Part(text: Array($0.utf8), group: nil) }
        let all = (rows + named + neutral).sorted { $0.text.count > $1.text.count }
        var byStart = [[Int]?](repeating: nil, count: 1 << 16)
        for (number, part) in all.enumerated() {
            let place = start(part.text, 0)
            byStart[place] = (byStart[place] ?? []) + [number]
        }
        return (all, byStart)
    }()

    /// Length of the longest part, bytes.
    static let maximumPartBytes = known.parts.first?.text.count ?? 0

    private static func start(_ text: [UInt8], _ at: Int) -> Int { Int(text[at]) << 8 | Int(text[at + 1]) }

    /// A letter or digit of ASCII in lower case; nil for other bytes.
    static func letter(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
        default: nil
        }
    }

    private static func plain(_ name: some Sequence<UInt8>) -> [UInt8] { name.compactMap(letter) }

    /// The groups that a name speaks of.
    package static func groups(of name: String) -> Set<HealthKind.Group> { groups(in: plain(name.utf8)) }

    /// The groups of letters in lower case. A part within a longer one that was found does not count: changes of mood are
    /// a symptom, and a medicine ball is no medicine.
    static func groups(in letters: [UInt8]) -> Set<HealthKind.Group> {
        guard letters.count > 1 else { return [] }
        var found: [(range: Range<Int>, group: HealthKind.Group?)] = []
        for at in 0..<(letters.count - 1) {
            for number in known.byStart[start(letters, at)] ?? [] {
                let part = known.parts[number]
                guard letters[at...].starts(with: part.text) else { continue }
                found.append((at..<at + part.text.count, part.group))
            }
        }
        let counting = found.filter { own in
            !found.contains { $0.range.count > own.range.count && $0.range.covers(own.range) }
        }
        return Set(counting.compactMap(\.group))
    }
}

/// Looks for names of intimate kinds in a body that nobody could read, whatever its shape.
package struct IntimateScan {
    /// Groups whose names are in it, but for those of empty arrays.
    package private(set) var groups = Set<HealthKind.Group>()
    /// False for bytes that are not text, in which names cannot be found.
    package private(set) var isText = true
    /// Letters and digits in a row, in lower case.
    private var letters: [UInt8] = []
    /// Groups of a name of which the next bytes say whether it is of an empty array.
    private var waiting = Set<HealthKind.Group>()
    /// What has to come next for that.
    private var expected: ArraySlice<UInt8> = []
    /// Bytes in a row that may be Base64, the groups found in them, and the number of letters before them.
    private var run = (bytes: 0, groups: Set<HealthKind.Group>(), before: 0)

    private static let piece = 256 << 10
    private static let maximumLetters = 1_024
    /// A run of this length or more is no name but encoded data, in which short names occur by chance.
    private static let maximumNameBytes = 512

    /// Looks through a body.
    package init(_ body: any RandomAccess) throws {
        var offset: Int64 = 0
        while offset < body.size {
            let bytes = try body.bytes(at: offset, count: Int(min(Int64(Self.piece), body.size - offset)))
            guard !bytes.isEmpty else { break }
            for byte in bytes { add(byte) }
            offset += Int64(bytes.count)
        }
        end()
    }

    private mutating func add(_ byte: UInt8) {
        let isSpace = byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
        if byte < 0x20, !isSpace { isText = false }
        if !waiting.isEmpty, !isSpace {
            if byte == expected.first {
                expected.removeFirst()
                if expected.isEmpty { waiting = [] }
                return
            }
            keepWaiting()
        }
        let isEncoded = isEncoded(byte)
        guard !isEncoded || run.bytes < Self.maximumNameBytes else { return }
        if let letter = IntimateNames.letter(byte) {
            letters.append(letter)
            if letters.count > Self.maximumLetters {
                groups.formUnion(IntimateNames.groups(in: letters))
                letters.removeFirst(letters.count - IntimateNames.maximumPartBytes)
            }
            return
        }
        // Signs within a name.
        if byte == 0x20 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") {
            return
        }
        guard !letters.isEmpty else { return }
        if isEncoded { endBefore() }
        let found = IntimateNames.groups(in: letters)
        letters.removeAll(keepingCapacity: true)
        guard !found.isEmpty else { return }
        if isEncoded {
            run.groups.formUnion(found)
        } else if byte == UInt8(ascii: "\"") {
            waiting = found
            expected = Array(":[]".utf8)[...]
        } else {
            groups.formUnion(found)
        }
    }

    /// Follows data in Base64: what is found in it counts only if it is short enough for a name.
    private mutating func isEncoded(_ byte: UInt8) -> Bool {
        let isSign = byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "=")
        guard isSign || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || IntimateNames.letter(byte) != nil
        else {
            groups.formUnion(run.groups)
            run = (0, [], 0)
            return false
        }
        if run.bytes == 0 { run.before = letters.count }
        run.bytes += 1
        if run.bytes == Self.maximumNameBytes {
            endBefore()
            letters.removeAll(keepingCapacity: true)
            run.groups = []
        }
        return true
    }

    /// What is found in the letters before encoded data counts.
    private mutating func endBefore() {
        guard run.before > 0 else { return }
        groups.formUnion(IntimateNames.groups(in: Array(letters.prefix(run.before))))
        run.before = 0
    }

    private mutating func keepWaiting() {
        groups.formUnion(waiting)
        waiting = []
    }

    private mutating func end() {
        keepWaiting()
        groups.formUnion(run.groups.union(IntimateNames.groups(in: letters)))
    }
}

extension Range<Int> {
    fileprivate func covers(_ other: Range<Int>) -> Bool {
        lowerBound <= other.lowerBound && other.upperBound <= upperBound
    }
}

extension Dictionary where Key == String {
    /// Without the names that speak of an intimate kind.
    package var withoutIntimate: [String: Value] { filter { IntimateNames.groups(of: $0.key).isEmpty } }
}
