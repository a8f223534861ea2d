import Messages
import Testing

@testable import Language

@Suite struct RedactionTests {
    private func redacted(_ text: String) -> String { Redactor().redact(text).text }

    @Test("SEN-5 A year is one of a life that reaches today, whenever that is")
    func years() {
        let text = "born in 2041, licence 2041"
        let later = Redactor(today: Day(year: 2042, month: 1, day: 1)!).redact(text)
        #expect(later.text == "born in [BIRTHDATE], licence 2041")
        let earlier = Redactor(today: Day(year: 2026, month: 1, day: 1)!).redact(text)
        #expect(earlier.text == "born in 2041, licence [RECORD]")
    }

    @Test(
        "SEN-5 What has a form or a checksum is replaced, exactly",
        arguments: [
            ("Mail anna.b+x@mail.example.co.uk, please.", "Mail [EMAIL], please."),
            ("See https://example.org/a?b=c. Then www.foo.de/x", "See [URL]. Then [URL]"),
            ("it is on example.com now", "it is on [URL] now"),
            ("from 192.168.1.17 and 2001:db8::ff00:42:8329", "from [IP] and [IP]"),
            ("card 4111 1111 1111 1111 expired", "card [CARD] expired"),
            ("IBAN DE89 3704 0044 0532 0130 00 is mine", "IBAN [IBAN] is mine"),
            ("my ssn is 078-05-1120", "my ssn is [SSN]"),
            // Mistyped, or without a valid check digit.
            ("his social security number, 078 051120, leaked", "his social security number, [SSN], leaked"),
            ("SSN 078.05.1120", "SSN [SSN]"),
            ("paid with 4111 1111 1111 1112 again", "paid with [CARD] again"),
            ("the card number is 411111111111111", "the card number is [CARD]"),
            ("DE89 3704 0044 0532 0130 01 bounced", "[IBAN] bounced"),
            ("card **** **** **** 4242, ssn XXX-XX-6789", "card [CARD], ssn [SSN]"),
            ("send it to anna.k@oksbi today", "send it to [EMAIL] today"),
            ("call +49 (0)30 1234567 or 555-123-4567", "call [PHONE] or [PHONE]"),
            ("I parked at 52.5200, 13.4050 today", "I parked at [COORDINATES] today"),
            ("I was born on March 3rd, 1987 in a storm", "I was born on [BIRTHDATE] in a storm"),
            ("geboren am 3.5.1987", "geboren am [BIRTHDATE]"),
            (
                "patient id: 88213-44, insurance number is ZK-21902",
                "patient id: [RECORD], insurance number is [RECORD]"
            ),
            ("my password is Hunter2!x", "my password is [SECRET]"),
            ("card no 4111-1111-1111-11 was declined", "card no [CARD] was declined"),
            ("card number '4532************7890', cvv 123", "card number '[CARD]', cvv [SECRET]"),
            (
                "a credit card like 4987 XXXX 3456 or one ending in *111",
                "a credit card like [CARD] or one ending in [CARD]"
            ),
            ("IBAN 3704 0044 0532 0130 00", "IBAN [IBAN]"),
            ("my IBAN is DE89 **** **** **** **30 00", "my IBAN is [IBAN]"),
            ("a wire transfer to CH29309... failed", "a wire transfer to [IBAN] failed"),
            ("bank account number DE89370400440532013001", "bank account number [IBAN]"),
            ("ssn 078-05-112", "ssn [SSN]"),
            ("SSN 232-18-0912 and routing number 061000104", "SSN [SSN] and routing number [RECORD]"),
            ("tax id 987-65-4321, TIN 10-4938120", "tax id [RECORD], TIN [RECORD]"),
            ("aadhaar 1234 5678 9012", "aadhaar [RECORD]"),
            ("checking account number ending with 7854", "checking account number ending with [RECORD]"),
            ("member accounts like 9021003456 from the bank", "member accounts like [RECORD] from the bank"),
            ("PAN ABCDE1234F, Ausweisnummer L01X00T47", "PAN [RECORD], Ausweisnummer [RECORD]"),
            ("edward@example.com / W!nter2024", "[EMAIL] / [SECRET]"),
        ])
    func structured(text: String, expected: String) {
        #expect(redacted(text) == expected)
    }

    @Test(
        "SEN-5 Names and addresses by context and list",
        arguments: [
            ("Dinner with Teresa Kreutzmann was lovely", "Dinner with [NAME] was lovely"),
            ("My name is Xandria and I am tired", "My name is [NAME] and I am tired"),
            ("Mr. van der Berg shouted at me", "Mr. [NAME] shouted at me"),
            ("I met May in May", "I met [NAME] in May"),
            ("Anna's dog barked at Dr. Okonkwo", "[NAME]'s dog barked at Dr. [NAME]"),
            ("i talked to anna about it", "i talked to [NAME] about it"),
            ("I live at 12 Old Mill Road, Springfield, IL 62704.", "I live at [ADDRESS]."),
            ("Ich wohne in der Pohlstraße 9, 10785 Berlin", "Ich wohne in der [ADDRESS]"),
        ])
    func contextual(text: String, expected: String) {
        #expect(redacted(text) == expected)
    }

    @Test(
        "SEN-5 Journal text that only looks like it stays",
        arguments: [
            "Walked 10432 steps in May and felt good", "Slept 7.5 hours, HRV 54.25 ms, resting heart rate 58",
            "The deadline is 2026-03-14 at 10:30:00",
            "Will I ever feel better? I hope so.", "Call it 911, I ran 12.5 km in 61:30",
            "Grace under pressure, joy in small things",
            "Ran 5 minutes down the road", "Vitamin D 1000 units, as every winter", "Plan B worked",
            "Im Sommer ist alles leichter", "A robin sang at six",
            "Lunch @home, see you @7", "Score was ***-**-* in the game", "xxxx to everybody",
            "I had 2 coffees and 1.5 l of water", "On Monday I watched Netflix in English",
            "My pin code project was due", "ok",
        ])
    func untouched(text: String) {
        #expect(redacted(text) == text)
    }

    @Test("SEN-5 Journal lines of our own that look like names and numbers mostly stay")
    func hardNegatives() {
        #expect(HardNegatives.all.count == 200)
        let touched = HardNegatives.all.filter { !Redactor().redact($0).spans.isEmpty }.count
        print("SEN-5 hard negatives: \(touched) of \(HardNegatives.all.count) touched")
        #expect(touched <= 24)
    }

    @Test(
        "SEN-5 Numbers of everyday life that a rule for identifiers could take stay", arguments: HardNegatives.numbers)
    func everydayNumbers(text: String) {
        #expect(Redactor().redact(text).spans.filter { $0.kind != .name }.isEmpty)
    }

    @Test("SEN-5 An unmarked string is an identifier only by its form")
    func plainIdentifiers() {
        func isPlain(_ kind: Redaction.Kind, _ text: String, after lead: String = "") -> Bool {
            PlainIdentifier.matches(kind, Array(text.unicodeScalars), after: Array(lead.unicodeScalars)[...])
        }
        #expect(isPlain(.email, "a@b.org") && !isPlain(.email, "a@b") && !isPlain(.email, "a@b.1"))
        #expect(isPlain(.ssn, "123-45-6789") && !isPlain(.ssn, "123 45 6789"))
        #expect(isPlain(.ssn, "900-12-3456", after: "his SSN ") && !isPlain(.ssn, "900-12-3456"))
        #expect(isPlain(.card, "4111 1111 1111 1111") && !isPlain(.card, "4111 1111 1111 1112"))
        #expect(isPlain(.card, "*111", after: "a card ending ") && !isPlain(.card, "*111", after: "a note ending "))
        #expect(isPlain(.iban, "DE89 3704 0044 0532 0130 00") && !isPlain(.iban, "DE89 3704 0044 0532 0130 01"))
        #expect(isPlain(.phone, "+1-410-555-6789") && !isPlain(.phone, "73111 31"))
        #expect(!isPlain(.record, "12345"))
    }

    @Test("SEN-5 Offsets are Unicode scalars, spans do not overlap, nothing else of the text changes")
    func offsets() {
        let text = "👨‍👩‍👧 é Anna wrote to anna@example.org 👍"
        let redaction = Redactor().redact(text)
        let scalars = Array(text.unicodeScalars)
        #expect(redaction.text == "👨‍👩‍👧 é [NAME] wrote to [EMAIL] 👍")
        #expect(
            redaction.spans.map { String(String.UnicodeScalarView(scalars[$0.range])) } == ["Anna", "anna@example.org"])
        #expect(Redactor().redact("").spans.isEmpty)
    }

    @Test("SEN-5 Any mix of characters is read without a crash and its spans are in order")
    func hostile() {
        var generator = SystemRandomNumberGenerator()
        let pieces = [
            "@", ".", "1", "22", "a", "Anna", "://", "http", "::", "+", "(", ")", "-", " ", "\n", "é", "👍", "IBAN",
            "DE89", "Apt", "'s", "”", "birth", "id",
            "\u{200B}",
        ]
        for _ in 0..<2_000 {
            let text = (0..<Int.random(in: 1...30, using: &generator)).map { _ in
                pieces.randomElement(using: &generator) ?? ""
            }.joined()
            let spans = Redactor().redact(text).spans
            #expect(zip(spans, spans.dropFirst()).allSatisfy { $0.range.upperBound <= $1.range.lowerBound })
        }
    }

    @Test("SEN-5 Measured on presidio_pii and pii_synthetic_nano")
    func measured() throws {
        for set in ["presidio_pii", "pii_synthetic_nano"] {
            guard let measure = RedactionMeasure(set) else {
                print("SEN-5: \(set) is not on this machine; the examples above stand alone.")
                continue
            }
            for kind in Redaction.Kind.allCases {
                guard let figures = measure.figures[kind], let fair = measure.fairFigures[kind], figures.marked > 0
                else { continue }
                func percent(_ value: Double) -> String { "\((value * 1000).rounded() / 10) %" }
                print(
                    "SEN-5 \(set) \(kind.rawValue): precision \(percent(figures.precision)), recall \(percent(figures.recall)), F2 \(percent(figures.f2)) of \(Int(figures.marked)); without unmarked identifiers F2 \(percent(fair.f2))"
                )
            }
        }
        guard let presidio = RedactionMeasure("presidio_pii"), let nano = RedactionMeasure("pii_synthetic_nano") else {
            return
        }
        func pooled(_ figures: [Redaction.Kind: RedactionMeasure.Figures]...) -> RedactionMeasure.Figures {
            var sum = RedactionMeasure.Figures()
            for figures in figures {
                for kind in [Redaction.Kind.email, .card, .iban, .ssn, .ip, .url] { sum.add(figures[kind] ?? .init()) }
            }
            return sum
        }
        for (name, all, fair) in [
            ("presidio_pii", pooled(presidio.figures), pooled(presidio.fairFigures)),
            ("pii_synthetic_nano", pooled(nano.figures), pooled(nano.fairFigures)),
            ("both", pooled(presidio.figures, nano.figures), pooled(presidio.fairFigures, nano.fairFigures)),
        ] {
            print(
                "SEN-5 e-mail, card, IBAN, SSN, IP, URL of \(name): recall \(all.recall), F2 \(all.f2) of \(Int(all.marked)); without unmarked identifiers F2 \(fair.f2)"
            )
        }
        #expect(pooled(presidio.figures).f2 >= 0.97)
        // By the set's marks alone 0.88: 22 identifiers of these kinds in 74 texts are unmarked.
        #expect(pooled(nano.figures).recall >= 0.97)
        #expect(pooled(nano.fairFigures).f2 >= 0.97)
        #expect((presidio.figures[.phone] ?? .init()).f2 >= 0.90)
        #expect((presidio.figures[.name] ?? .init()).f2 >= 0.85)
        #expect((presidio.figures[.address] ?? .init()).f2 >= 0.75)
    }
}
