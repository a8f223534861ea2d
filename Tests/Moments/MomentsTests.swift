import Foundation
import Messages
import Testing

@testable import Moments

@Suite struct ShippedLibraryTests {
    private let moments = Moments.shipped.moments

    @Test("COA-1 at least 120 micro-moments ship, some for every topic")
    func everyTopic() {
        #expect(moments.count >= 120)
        let topics = Set(moments.map(\.topic))
        for (topic, name) in Topic.names where topic != .none {
            #expect(topics.contains(topic), "no moment for \(name)")
        }
    }

    @Test("COA-1 every entry of the shipped file is used")
    func complete() throws {
        let result = try LibraryParser.parse(LibraryFiles.moments, prefix: Moments.shippedPrefix)
        #expect(result.skipped.isEmpty)
        #expect(result.moments == moments)
    }

    @Test("SEC-13 the shipped files are the pinned ones; one changed byte is noticed")
    func pinned() throws {
        try Moments.requirePinned()
        for (file, bytes) in [
            ("moments.json", Array(LibraryFiles.moments)), ("explanations.json", Array(LibraryFiles.explanations)),
        ] {
            for index in [0, bytes.count / 2, bytes.count - 1] {
                var altered = bytes
                altered[index] ^= 1
                #expect(throws: LibraryAltered.self) { try Moments.requirePinned(altered, file) }
            }
            #expect(throws: LibraryAltered.self) { try Moments.requirePinned(bytes.dropLast(), file) }
        }
        #expect(throws: LibraryAltered.self) {
            try Moments.requirePinned(LibraryFiles.moments, "explanations.json")
        }
    }

    @Test("COA-3 vectors are those of one embedder and of these files; a changed digest or a missing row is noticed")
    func vectors() throws {
        let (vectors, name) = ([[Float(0.5), -0.25], [1, .leastNonzeroMagnitude], [-0, 3]], "minilm-l6-v2")
        var file = [UInt8](LibraryVectors.file(vectors, by: name))
        file.withUnsafeBytes {
            #expect(LibraryVectors.isMade($0, by: name))
            #expect(!LibraryVectors.isMade($0, by: "hashing-1"))
            #expect(LibraryVectors.rows(in: $0, count: 3) == vectors)
            #expect(LibraryVectors.rows(in: $0, count: 4) == nil)
            #expect(LibraryVectors.rows(in: $0, count: 0) == nil)
        }
        file.dropLast(4).withUnsafeBytes {
            #expect(LibraryVectors.rows(in: $0, count: 3) == nil)
            #expect(!LibraryVectors.isMade($0, by: name))
        }
        file.prefix(32).withUnsafeBytes { #expect(!LibraryVectors.isMade($0, by: name)) }
        // The digest, and an element.
        for place in [31, 40] {
            file[place] ^= 1
            file.withUnsafeBytes { #expect(!LibraryVectors.isMade($0, by: name)) }
            file[place] ^= 1
        }
        #expect(LibraryVectors.areShipped(for: name))
        #expect(!LibraryVectors.areShipped(for: "hashing-1"))
    }

    @Test("COA-1 COA-2 every source is a well-formed https address of a host with a Strong or Medium badge")
    func sources() throws {
        for moment in moments {
            let source = try #require(moment.sourceURL, "\(moment.title)")
            #expect(source.hasPrefix("https://"), "\(source)")
            #expect(WebAddress(source) != nil, "\(source)")
            let kind = try #require(moment.citation?.kind, "\(moment.title)")
            #expect(SourceKind.names.contains { $0.value == kind }, "\(moment.title)")
            #expect(moment.badge == EvidenceRules.badge(for: source, kind: kind))
            #expect(moment.badge.rawValue >= EvidenceBadge.medium.rawValue, "\(source)")
        }
    }

    @Test("COA-1 ids and titles are unique, texts short, times known and small")
    func texts() throws {
        #expect(Set(moments.map(\.id)).count == moments.count)
        #expect(Set(moments.map { $0.title.lowercased() }).count == moments.count)
        for moment in moments {
            #expect(moment.id.hasPrefix(Moments.shippedPrefix))
            #expect((8...70).contains(moment.title.count), "\(moment.title)")
            #expect(!moment.title.contains { ".!?".contains($0) }, "a title goes into a sentence: \(moment.title)")
            #expect((20...130).contains(moment.short.count), "\(moment.title)")
            #expect((20...170).contains(moment.activity.count), "\(moment.title)")
            let seconds = try #require(moment.estimatedSeconds, "\(moment.title)")
            #expect((60...1800).contains(seconds), "\(moment.title)")
        }
    }

    @Test("COA-2 two thirds of the moments cite a study, a guideline or a review; no page is cited often")
    func evidence() {
        let pages = moments.filter { $0.citation?.kind == .page }
        #expect(Double(moments.count - pages.count) / Double(moments.count) >= 2.0 / 3)
        for (source, count) in Dictionary(pages.map { ($0.sourceURL ?? "", 1) }, uniquingKeysWith: +) {
            #expect(count <= 5, "\(source)")
        }
    }

    @Test("COA-11 every entry states its audience and its cautions, by known names")
    func care() throws {
        let json = try #require(
            JSONSerialization.jsonObject(with: Data(LibraryFiles.moments)) as? [[String: Any]])
        for entry in json.flatMap({ $0["recommendations"] as? [[String: Any]] ?? [] }) {
            let title = entry["recommendation"] as? String ?? ""
            let audience = try #require(entry["forWhom"] as? [String], "\(title)")
            let cautions = try #require(entry["cautions"] as? [String], "\(title)")
            #expect(!audience.isEmpty, "\(title)")
            for name in audience { #expect(Audience.names.contains { $0.name == name }, "\(title): \(name)") }
            for name in cautions { #expect(Caution.names.contains { $0.name == name }, "\(title): \(name)") }
        }
        for moment in moments {
            #expect(!moment.isExerting || moment.cautions.contains(.exertion), "\(moment.title)")
            #expect(moment.topic != .nutrition || !moment.cautions.isEmpty, "\(moment.title)")
            #expect(!moment.title.localizedCaseInsensitiveContains("nap") || moment.cautions.contains(.sleepy))
        }
    }

    @Test("COA-5 a text fits the hours that it names", arguments: [false, true])
    func hours(inGerman: Bool) {
        let evening = /\b(evening|tonight|nightcap|before bed|in bed|Abend|heute Nacht|vor dem Schlafen|im Bett)\b/
        let morning = /\b(in the morning|early in the day|am Morgen|früh am Tag)\b/
        for moment in moments {
            let texts = moment.texts(inGerman: inGerman)
            let text = texts.title + ". " + texts.activity
            if texts.title.contains(evening), !texts.title.contains(/today|Heute|heute/) {
                #expect(!moment.fits(hour: 7), "\(text)")
            }
            if text.contains(morning) { #expect(!moment.fits(hour: 18), "\(text)") }
            #expect((0..<24).contains { moment.fits(hour: $0) }, "\(text)")
            #expect(!moment.isExerting || !moment.fits(hour: 22), "\(text)")
        }
        #expect(DayHours(17, 4).contains(23) && DayHours(17, 4).contains(3) && !DayHours(17, 4).contains(4))
    }

    @Test(
        "COA-5 each circumstance has suggestions for a month of mornings, and none of them asks for effort in illness")
    func circumstances() {
        for circumstance in Circumstance.names.map(\.value) {
            let fitting = moments.filter { $0.circumstances.contains(circumstance) }
            #expect(fitting.count { $0.fits(hour: 7) } >= 10, "\(circumstance)")
            #expect(fitting.contains { $0.fits(hour: 23) }, "\(circumstance)")
            guard [.illness, .injury, .hardDay].contains(circumstance) else { continue }
            for moment in fitting { #expect(!moment.isExerting && !moment.cautions.contains(.exertion)) }
        }
    }

    @Test("COA-1 every moment has German texts of its own, short, without a medical claim")
    func german() throws {
        var titles: Set<String> = []
        for moment in moments {
            let words = try #require(moment.german, "\(moment.title)")
            #expect((8...70).contains(words.title.count), "\(words.title)")
            #expect(!words.title.contains { ".!?".contains($0) }, "a title goes into a sentence: \(words.title)")
            #expect((20...130).contains(words.short.count), "\(words.title)")
            #expect((20...170).contains(words.activity.count), "\(words.title)")
            #expect((20...220).contains(words.detail.count), "\(words.title)")
            #expect(titles.insert(words.title.lowercased()).inserted, "\(words.title)")
            let text = [words.title, words.short, words.detail, words.activity].joined(separator: " ").lowercased()
            for claim in Claims.german { #expect(!text.contains(claim), "“\(claim)” in “\(words.title)”") }
        }
    }

    @Test("COM-5 no shipped text makes a medical claim")
    func noMedicalClaims() {
        for moment in moments {
            let text = [moment.title, moment.short, moment.detail, moment.activity].joined(separator: " ").lowercased()
            for claim in Claims.english + Claims.conditions {
                #expect(!text.contains(claim), "“\(claim)” in “\(moment.title)”")
            }
        }
    }

    @Test("GAT-3 the text of a shipped moment is known by id and fingerprint; another library's is not")
    func quotation() throws {
        let moment = try #require(moments.first)
        let text = try #require(Moments.shipped.text(of: moment.id))
        #expect(text.contains(moment.title))
        #expect(text.contains(moment.activity))
        #expect(Moments.shipped.fingerprint(of: moment.id) == Fingerprint(text))
        var forged = moment
        forged.activity += " And write to me about it."
        #expect(Moments.shipped.contains(moment))
        #expect(!Moments.shipped.contains(forged))
        #expect(Moments.shipped.text(of: "own.0123456789abcdef") == nil)
    }
}

@Suite struct EvidenceTests {
    @Test(
        "COA-2 the badge follows the publisher; the more specific rule wins",
        arguments: [
            ("https://pubmed.ncbi.nlm.nih.gov/24395196/", EvidenceBadge.strong), ("https://www.nih.gov", .strong),
            ("https://NIH.GOV./x", .strong),
            ("https://www.cdc.gov/sleep", .strong), ("https://psych.stanford.edu/a", .strong),
            ("https://www.who.int/x", .strong),
            ("https://www.cochranelibrary.com/x", .strong), ("http://user:secret@www.cochrane.org:8080/x", .strong),
            ("https://www.nature.com/articles/1", .medium),
            ("https://www.sciencedirect.com/science", .medium), ("https://www.mayoclinic.org/x", .medium),
            ("https://www.health.harvard.edu/x", .medium),
            ("https://harvard.edu", .medium),
            ("https://nih.gov.evil.com/x", .weak), ("https://notnih.gov.example", .weak),
            ("https://mynature.com/x", .weak), ("https://evilwho.int", .weak),
            ("https://nih.gov@evil.com/", .weak), ("https://evil.com/?u=nih.gov", .weak),
            ("https://evil.com#nih.gov", .weak),
            ("https://evil.com\\@nih.gov", .weak),
            ("ftp://nih.gov", .weak), ("nih.gov", .weak), ("https://", .weak), ("https://..gov", .weak), ("", .weak),
        ])
    func badge(url: String, badge: EvidenceBadge) { #expect(EvidenceRules.badge(for: url) == badge, "\(url)") }

    @Test(
        "COA-2 the badge follows the stated kind, which never lifts an unknown publisher",
        arguments: [
            ("https://pubmed.ncbi.nlm.nih.gov/24395196/", SourceKind.review, EvidenceBadge.strong),
            ("https://doi.org/10.1136/x", .guideline, .strong), ("https://doi.org/10.1136/x", .trial, .medium),
            ("https://pubmed.ncbi.nlm.nih.gov/24395196/", .study, .medium), ("https://www.nih.gov", .page, .medium),
            ("https://example.com/x", .guideline, .weak), ("https://doi.org.evil.com/x", .review, .weak),
            ("https://www.nih.gov", nil, .strong), ("https://www.nih.gov", SourceKind(rawValue: 99), .medium),
        ] as [(String, SourceKind?, EvidenceBadge)])
    func kind(url: String, kind: SourceKind?, badge: EvidenceBadge) {
        #expect(EvidenceRules.badge(for: url, kind: kind) == badge, "\(url)")
    }

    @Test(
        "COA-2 affiliate links and advertorials are recognised",
        arguments: [
            "https://amzn.to/3abc", "https://www.amazon.com/dp/1?tag=somebody-20",
            "https://shop.example.com/pillow?aff_id=7",
            "https://news.example.com/sponsored/sleep",
            "https://example.com/advertorial/mattress", "https://example.com/x?utm_medium=affiliate",
        ])
    func advertising(url: String) { #expect(EvidenceRules.isAdvertising(url)) }

    @Test(
        "COA-2 ordinary links are not taken for advertising",
        arguments: [
            "https://www.nih.gov/topic?tag=sleep", "https://www.nature.com/articles/affect",
            "https://example.org/x?ref=12", "not a link", "",
        ])
    func ordinary(url: String) { #expect(!EvidenceRules.isAdvertising(url)) }
}

@Suite struct LibraryParserTests {
    private func parse(_ json: String, prefix: String = "own.") throws -> LibraryParser.Result {
        try LibraryParser.parse(Array(json.utf8), prefix: prefix)
    }

    @Test("COA-1 any field but the recommendation may be missing")
    func minimal() throws {
        let result = try parse(#"[{"recommendations":[{"recommendation":"Drink water"}]}]"#)
        let moment = try #require(result.moments.first)
        #expect(moment.title == "Drink water")
        #expect(moment.badge == .weak)
        #expect(moment.estimatedSeconds == nil)
        #expect(moment.sourceURL == nil)
        #expect(moment.topic == .nutrition)
        #expect(moment.cooldownSeconds > 0)
        #expect(moment.tags.isEmpty)
    }

    @Test(
        "COA-1 a moment rests for 20 hours if it takes at most 15 minutes or no known time, 3 days up to two hours, else 7",
        arguments: [
            (nil, 72_000), ("1 min", 72_000), ("900 seconds", 72_000), ("901 seconds", 259_200), ("30 min", 259_200),
            ("7200 seconds", 259_200), ("7201 seconds", 604_800), ("2 weeks", 604_800),
        ] as [(String?, Int64)])
    func cooldown(time: String?, seconds: Int64) throws {
        let field = time.map { #","timeToComplete":"\#($0)""# } ?? ""
        let moment = try #require(
            try parse(#"[{"recommendations":[{"recommendation":"Walk"\#(field)}]}]"#).moments.first)
        #expect(moment.cooldownSeconds == seconds)
    }

    @Test(
        "COA-1 a library's own cooldown counts, within bounds; one that is no time does not",
        arguments: [
            ("3600", 3_600), ("\"90\"", 90), ("0.5", 1), ("1e12", 7_776_000), ("0", 72_000), ("-5", 72_000),
            ("\"soon\"", 72_000), ("null", 72_000), ("\"nan\"", 72_000), ("\"inf\"", 7_776_000),
        ] as [(String, Int64)])
    func statedCooldown(value: String, seconds: Int64) throws {
        let text = #"[{"recommendations":[{"recommendation":"Walk","cooldownSec":\#(value)}]}]"#
        #expect(try parse(text).moments.first?.cooldownSeconds == seconds)
    }

    @Test("COA-1 audience, cautions, source and German texts are read; unknown names and wrong shapes are left out")
    func details() throws {
        let result = try parse(
            """
            [{"recommendations": [
              {"recommendation": "Walk", "researchLink": "https://pubmed.ncbi.nlm.nih.gov/1/",
               "forWhom": ["desk", "nobody"], "cautions": ["balance", 7, "unknown"],
               "hours": "17-4", "fits": ["travel", "party"], "only": true,
               "source": {"kind": "review", "title": "T", "year": 2020, "id": "PMID 1"},
               "de": {"recommendation": "Geh", "microActivity": "Geh\\nlos"}},
              {"recommendation": "Rest", "forWhom": "desk", "cautions": {}, "source": "review", "de": {"title": "Ruh"},
               "hours": "25-3", "fits": "travel", "only": true}
            ]}]
            """)
        let first = try #require(result.moments.first)
        #expect(first.audience == [.desk])
        #expect(first.cautions == [.balance])
        #expect(first.hours == DayHours(17, 4) && first.circumstances == [.travel] && first.needsCircumstance)
        #expect(first.citation == Citation(kind: .review, title: "T", year: 2020, identifier: "PMID 1"))
        #expect(first.badge == .strong)
        #expect(first.german == MomentTexts(title: "Geh", short: "", detail: "", activity: "Geh los"))
        let second = try #require(result.moments.last)
        #expect(second.audience.isEmpty)
        #expect(second.cautions.isEmpty)
        #expect(second.citation == nil)
        #expect(second.german == nil)
        #expect(second.hours == nil && second.circumstances.isEmpty && !second.needsCircumstance)
    }

    @Test("COA-1 what cannot be used is counted with its reason, the rest is read")
    func skipped() throws {
        let result = try parse(
            """
            [{"episodeNumber": 7, "episodeTitle": "Rest", "recommendations": [
              {"recommendation": "Dim the lights", "timeToComplete": "2 min", "tags": "evening", "researchLink": "https://www.nih.gov/x"},
              {"recommendation": "  "}, {"shortDescription": "no act"}, "text", 5, null,
              {"recommendation": "Buy this", "researchLink": "https://amzn.to/1"},
              {"recommendation": "Dim the lights", "shortDescription": "again"},
              {"recommendation": "Nap", "timeToComplete": 20, "tags": [1, "a", null], "researchLink": "javascript:alert(1)"}
            ]}, "no episode", {"episodeTitle": "empty"}, {"recommendations": {}}]
            """)
        #expect(result.moments.map(\.title) == ["Dim the lights", "Nap"])
        #expect(
            result.moments[0].estimatedSeconds == 120 && result.moments[0].badge == .strong
                && result.moments[0].tags == ["evening"])
        #expect(
            result.moments[1].estimatedSeconds == nil && result.moments[1].tags == ["1", "a"]
                && result.moments[1].sourceURL == nil)
        #expect(result.skipped == ["noRecommendation": 2, "malformed": 5, "advertising": 1, "duplicate": 1])
    }

    @Test("COA-1 the same content has the same id; another prefix, episode or act has another")
    func identity() throws {
        let one = #"[{"episodeNumber":1,"recommendations":[{"recommendation":"Breathe"}]}]"#
        let id = try parse(one).moments[0].id
        #expect(try parse(one).moments[0].id == id)
        #expect(try parse(one, prefix: "pulsum.").moments[0].id != id)
        #expect(try parse(one.replacing("1", with: "2")).moments[0].id != id)
        #expect(try parse(one.replacing("Breathe", with: "Rest")).moments[0].id != id)
    }

    @Test("COA-1 something else than a library is refused", arguments: ["", "{", "{}", "[1", "\"text\"", "null"])
    func notALibrary(json: String) { #expect(throws: LibraryParser.Failure.notALibrary) { try parse(json) } }

    @Test("COA-1 a library with more entries than are kept is refused whole")
    func tooMany() {
        let entries = (0...LibraryParser.maximumEntries).map { #"{"recommendation":"Act \#($0)"}"# }.joined(
            separator: ",")
        #expect(throws: LibraryParser.Failure.tooManyEntries) { try parse("[{\"recommendations\":[\(entries)]}]") }
    }

    @Test(
        "COA-1 free-text times are read where they can be",
        arguments: [
            ("5 min", 300), ("1 min (mental check-in)", 60), ("90 days", 7_776_000), ("10-15 minutes", 900),
            ("10 – 15 min", 900), ("1 h 30 min", 5400),
            ("1.5 hours", 5400), ("30 seconds", 30), ("5min", 300), ("half an hour", 1800), ("an hour", nil),
            ("daily", nil), ("", nil), ("5", nil),
            ("about 20 min. daily", 1200), ("2 weeks", 1_209_600), ("5-minute walk", 300), ("99999999 months", nil),
            ("(5 min)", nil), ("inf min", nil),
        ] as [(String, Int32?)])
    func times(text: String, seconds: Int32?) { #expect(FreeTextTime.seconds(text) == seconds, "\(text)") }

    @Test("COA-11 acts that ask for effort are known; gentle ones are not")
    func exertion() throws {
        let titles = Moments.shipped.moments.filter(\.isExerting).map(\.title)
        #expect(
            titles == [
                "Walk briskly for ten minutes", "Do two rounds of squats and wall push-ups",
                "Take the stairs once more than usual",
                "Put one minute of real effort into an errand", "Train your legs with a chair",
            ])
        #expect(Exertion.isAsked(title: "Go for a run", activity: "", tags: []))
        #expect(!Exertion.isAsked(title: "Run a warm bath", activity: "", tags: ["gentle"]))
    }
}
