import Drawing
import Localization
import Messages
import Testing

@testable import Pages

/// The forms about the body, in each person's units.
@Suite struct BodyDraftTests {
    private typealias World = PlanFixtures

    private static func fields(_ texts: [String: String]) -> [(name: String, value: String)] {
        texts.map { (name: $0.key, value: $0.value) }
    }

    @Test("PLN-1 what is stored comes back exactly as long as its text is unchanged", arguments: World.readers)
    func unchanged(reader: Reader) {
        var body = World.body
        (body.weightKilograms, body.heightCentimetres) = (75.123, 170.4)
        (body.bodyFatPercent, body.isPregnantOrNursing) = (24.5, true)
        let draft = BodyDraft(fields: Self.fields(BodyDraft(body, for: reader).texts))
        let (read, faults) = draft.reading(over: body, for: reader)
        #expect(read == body)
        #expect(faults.isEmpty)
    }

    @Test(
        "PLN-10 a form without numbers keeps the stored ones, takes typed ones, and names no limits",
        arguments: World.readers)
    func away(reader: Reader) {
        var body = World.body
        (body.weightKilograms, body.targetKilograms, body.bodyFatPercent) = (75.123, 68.4, 24.5)
        let shown = BodyDraft(body.withoutNumbers, for: reader)
        func read(_ more: [String: String]) -> (body: BodyProfile, faults: [String: String]) {
            BodyDraft(fields: Self.fields(shown.texts.merging(more) { $1 })).reading(
                over: body, isAway: true, for: reader)
        }
        #expect(read([:]).body == body)
        #expect(read([:]).faults.isEmpty)
        #expect(read(["aim": "maintain"]).body.weightKilograms == 75.123)
        let typed = read(["weight": "190", "bodyFat": "30"])
        #expect(typed.body.weightKilograms != 75.123)
        #expect(typed.body.bodyFatPercent == 30)
        #expect(typed.body.targetKilograms == 68.4)
        let wrong = read(["weight": "1", "target": "9999", "bodyFat": "90"])
        #expect(Set(wrong.faults.keys) == ["weight", "target", "bodyFat"])
        #expect(wrong.faults.values.allSatisfy { !$0.contains { $0.isNumber } })
        // A form that was opened before the numbers were put away is shown again with what was typed alone.
        var open = BodyDraft(body, for: reader)
        open.texts["target"] = "71"
        let again = open.withoutNumbers(of: body, for: reader)
        #expect(again.texts["weight"] == nil && again.texts["bodyFat"] == nil && again.texts["target"] == "71")
        #expect(again.texts["aim"] == "lose")
    }

    @Test("PLN-1 metric and imperial weights and heights are read by the person's units")
    func units() {
        let (us, de, uk) = (World.readers[0], World.readers[1], World.readers[2])
        func kilograms(_ texts: [String: String], _ reader: Reader) -> Double? {
            reader.kilograms(typed: texts, in: "weight")
        }
        #expect(kilograms(["weight": "72,4"], de) == 72.4)
        #expect(kilograms(["weight": "72.4"], de) == 72.4)
        #expect(kilograms(["weight": "100"], us).map { abs($0 - 45.359_237) < 1e-9 } == true)
        #expect(kilograms(["weightStones": "11", "weight": "5.6"], uk).map { abs($0 - 72.393_3) < 1e-3 } == true)
        for texts in [["weight": "29.9"], ["weight": "301"], ["weight": "many"], ["weight": "-80"], [:]] {
            #expect(kilograms(texts, de) == nil)
        }
        #expect(MassParts("weight", .unitedKingdom).texts(75, for: uk) == ["weightStones": "11", "weight": "11.3"])
        #expect(MassParts("weight", .metric).texts(75.04, for: de) == ["weight": "75"])
        let height = HeightParts(.unitedStates)
        #expect(height.texts(180.34, for: us) == ["heightFeet": "5", "height": "11"])
        #expect(
            height.centimetres(["heightFeet": "5", "height": "11"], for: us).map { abs($0 - 180.34) < 1e-9 } == true)
    }

    @Test("PLN-1 each wrong field has its sentence, and everything typed is kept", arguments: World.readers)
    func faults(reader: Reader) throws {
        let texts = [
            "birthday": "2030-01-01", "height": "wide", "weight": "5", "target": "999", "bodyFat": "90",
            "sex": "female",
        ]
        let draft = BodyDraft(fields: Self.fields(texts))
        let (_, faults) = draft.reading(over: BodyProfile(user: World.body.user), for: reader)
        #expect(Set(faults.keys) == ["birthday", "height", "weight", "target", "bodyFat"])
        let page = try World.html(
            PlanProfileScreen(draft, revision: 0, key: "k", faults: TypedForm(faults: faults), for: reader), reader)
        #expect(World.isWhole(page))
        #expect(page.matches(of: /aria-invalid="true"/).count == 5)
        #expect(page.contains("value=\"wide\""))
        #expect(page.contains("value=\"999\""))
        #expect(page.contains("<option value=\"female\" selected"))
    }

    @Test(
        "PLN-1 PLN-10 only what is not stated is offered, each field says where it comes from, and away has no weight",
        arguments: World.readers)
    func offer(reader: Reader) throws {
        let (user, at) = (World.body.user, World.at - 86_400_000)
        let arrived = ArrivedBody(
            sex: .male, birthday: Day(year: 1970, month: 1, day: 2), exported: at, kilograms: 81.234, weighed: at)
        func offer(_ stored: BodyProfile, _ arrived: ArrivedBody?, isAway: Bool = false) -> BodyOffer {
            BodyOffer(
                stored, arrived, isAway: isAway, day: { Day(number: Int32($0 / 86_400_000)) }, for: reader)
        }
        #expect(offer(World.body, arrived).body == World.body)
        #expect(offer(World.body, arrived).origins.isEmpty && offer(World.body, arrived).weighed == nil)
        let empty = BodyProfile(user: user)
        let all = offer(empty, arrived)
        #expect(all.body.sex == .male && all.body.birthday == arrived.birthday)
        #expect(all.body.weightKilograms == 81.234 && all.weighed == at)
        #expect(Set(all.origins.keys) == ["sex", "birthday", "weight"])
        let away = offer(empty, arrived, isAway: true)
        #expect(Set(away.origins.keys) == ["sex", "birthday"])
        #expect(away.body.weightKilograms == nil && away.weighed == nil)
        let wrong = ArrivedBody(birthday: World.today.advanced(by: 1), exported: at, kilograms: 5, weighed: at)
        for nothing in [nil, ArrivedBody(), ArrivedBody(exported: at), wrong] {
            #expect(offer(empty, nothing).body == empty && offer(empty, nothing).origins.isEmpty)
        }
        var half = empty
        half.sex = .female
        #expect(offer(half, arrived).body.sex == .female && offer(half, arrived).origins["sex"] == nil)

        let page = try World.html(
            PlanProfileScreen(
                BodyDraft(all.body, for: reader), revision: 0, key: "k", offer: all, for: reader), reader)
        #expect(World.isWhole(page))
        for origin in all.origins.values { #expect(page.contains(escapedMarkup(origin)), "\(origin)") }
        #expect(page.contains("<option value=\"male\" selected"))
        // What comes back unchanged is as exact as it arrived; a weight that was cleared is none.
        var draft = BodyDraft(fields: Self.fields(BodyDraft(all.body, for: reader).texts))
        #expect(draft.reading(over: all.body, for: reader).body == all.body)
        for name in MassParts("weight", reader.settings.units).parts.map(\.name) { draft.texts[name] = "" }
        #expect(draft.reading(over: all.body, for: reader).body.weightKilograms == nil)
        #expect(draft.reading(over: all.body, for: reader).faults.isEmpty)
    }

    @Test("PLN-1 an empty profile is allowed and names what a plan needs")
    func missing() {
        let empty = BodyProfile(user: World.body.user)
        let read = BodyDraft(fields: []).reading(over: World.body, for: World.readers[0])
        #expect(read.faults.isEmpty)
        #expect(read.body.missing == empty.missing)
        #expect(empty.missing == ["sex", "birthday", "height", "weight", "aim", "activity"])
        #expect(World.body.missing.isEmpty)
    }

    @Test("PLN-4 changes by hand are read in the person's units, and their limits are told in them")
    func adjustment() {
        var settings = DisplaySettings(language: .english, region: "IE")
        settings.energy = .kilojoules
        let reader = Reader(settings, today: World.today, minute: 600)
        let read = reader.adjustment(typed: ["kilocalories": "8,368", "proteinGrams": "150", "waterMillilitres": ""])
        #expect(read.values == ["kilocalories": 2_000, "proteinGrams": 150])
        #expect(read.faults.isEmpty)
        #expect(reader.adjustment(typed: ["proteinGrams": "lots"]).faults.count == 1)
        let error = FieldError(field: "kilocalories", code: .outOfRange, low: 1_500, high: 2_500)
        #expect(reader.adjustmentFault(error).contains("6,276\u{202F}kJ"))
    }

    @Test("PLN-1 the form takes exactly the values that the profile takes")
    func limits() {
        let reader = Reader(DisplaySettings(language: .english, region: "IE"), today: World.today, minute: 600)
        func faults(_ name: String, _ text: String) -> Set<String> {
            let draft = BodyDraft(fields: [(name: name, value: text)])
            return Set(draft.reading(over: BodyProfile(user: World.body.user), for: reader).faults.keys)
        }
        let ranges = [
            ("height", BodyLimits.heights), ("weight", BodyLimits.weights), ("target", BodyLimits.weights),
            ("bodyFat", BodyLimits.bodyFats),
        ]
        for (name, range) in ranges {
            for bound in [range.lowerBound, range.upperBound] { #expect(faults(name, "\(bound)").isEmpty, "\(name)") }
            for beyond in [range.lowerBound - 0.1, range.upperBound + 0.1] {
                #expect(faults(name, "\(beyond)") == [name], "\(name) \(beyond)")
            }
        }
        let days = BodyLimits.birthdays(until: World.today)
        #expect(faults("birthday", "\(days.lowerBound)").isEmpty)
        #expect(faults("birthday", "\(days.upperBound)").isEmpty)
        #expect(faults("birthday", "\(days.lowerBound.advanced(by: -1))") == ["birthday"])
        #expect(faults("birthday", "\(days.upperBound.advanced(by: 1))") == ["birthday"])
    }
}
