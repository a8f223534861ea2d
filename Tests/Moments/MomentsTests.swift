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
        let result = try LibraryParser.parse(PackageResources.moments_json, prefix: Moments.shippedPrefix)
        #expect(result.skipped.isEmpty)
        #expect(result.moments == moments)
    }

    @Test("SEC-13 the shipped file is the pinned one; one changed byte is noticed")
    func pinned() throws {
        try Moments.requirePinned()
        for index in [0, PackageResources.moments_json.count / 2, PackageResources.moments_json.count - 1] {
            var altered = PackageResources.moments_json
            altered[index] ^= 1
            #expect(throws: LibraryAltered.self) { try Moments.requirePinned(altered) }
        }
        #expect(throws: LibraryAltered.self) { try Moments.requirePinned(PackageResources.moments_json.dropLast()) }
    }

    @Test("COA-1 COA-2 every source is a well-formed https address of a host with a Strong or Medium badge")
    func sources() throws {
        for moment in moments {
            let source = try #require(moment.sourceURL, "\(moment.title)")
            #expect(source.hasPrefix("https://") && WebAddress(source) != nil, "\(source)")
            #expect(moment.badge == EvidenceRules.badge(for: source))
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

    @Test("COM-5 no shipped text makes a medical claim")
    func noMedicalClaims() {
        let claims = [
            "cure", "heal ", "treat", "therap", "diagnos", "disease", "disorder", "symptom", "depress", "medicat",
            "patient", "prevent", "guarantee",
            "clinical",
            "blood pressure", "insulin", "glucose", "immune", "dose",
        ]
        for moment in moments {
            let text = [moment.title, moment.short, moment.detail, moment.activity].joined(separator: " ").lowercased()
            for claim in claims { #expect(!text.contains(claim), "“\(claim)” in “\(moment.title)”") }
        }
    }

    @Test("GAT-3 the text of a shipped moment is known by id and fingerprint; another library's is not")
    func quotation() throws {
        let moment = try #require(moments.first)
        let text = try #require(Moments.shipped.text(of: moment.id))
        #expect(text.contains(moment.title) && text.contains(moment.activity))
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
        #expect(
            moment.title == "Drink water" && moment.badge == .weak && moment.estimatedSeconds == nil
                && moment.sourceURL == nil)
        #expect(moment.topic == .nutrition && moment.cooldownSeconds > 0 && moment.tags.isEmpty)
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
