import Messages
import Testing

@testable import HealthFormats

@Suite struct OpenScaleTests {
    private let example = CompanionExample(OpenScaleReader.self)

    private func insert(_ weight: Double, _ time: String = "08:00", user: Int = 1, fat: Double = 0) -> String {
        #"{"id":11,"userId":\#(user),"username":"Mia","date":"2026-10-30T\#(time):00.000Z","weight":\#(weight),"body_fat":\#(fat),"water":0.0,"muscle":0.0,"event":"insert"}"#
    }

    @Test("COM-2 The 32-bit numbers of the app are the numbers that the scale showed, and 0 is not measured")
    func numbers() {
        let post = example.decode(insert(71.400_001_525_878_9, fat: 26.100_000_381_469_7))
        #expect(post.records.first?.readings.map(\.kind.name) == ["bodyFat", "bodyMass"])
        #expect(post.records.first?.readings.map(\.value) == [26.1, 71.4])
    }

    @Test("ING-2 A changed time is a deletion of the old and an insert of the new; clear removes a user's")
    func moved() {
        let deletion = #"{"event":"delete","userId":1,"date":"2026-10-30T08:00:00.000Z"}"#
        let moved = example.fold([insert(71.4), deletion, insert(71.4, "09:00")])
        #expect(moved.settled().map { $0.readings[0].start } == [CompanionExample.instant("2026-10-30T09:00:00Z")])
        // What is typed in again after a deletion is there again.
        #expect(CompanionExample.values(example.fold([insert(71.4), deletion, insert(71.6)]), "bodyMass") == [71.6])
        let cleared = example.fold([insert(71.4), insert(83.2, user: 2), #"{"event":"clear","userId":1}"#])
        #expect(CompanionExample.values(cleared, "bodyMass") == [83.2])
    }

    @Test("Only the chosen user of a shared scale counts; the others stay aside with their names") func users() {
        let fold = example.fold([insert(71.4), insert(83.2, "08:03", user: 2)])
        #expect(fold.batch(member: "1").samples[.bodyMass]?.map(\.value) == [71.4])
        #expect(fold.batch(member: "2").samples[.bodyMass]?.map(\.value) == [83.2])
        #expect(fold.batch().samples.isEmpty)
        #expect(example.decode(insert(71.4)).members == ["1": "Mia"])
    }

    @Test("Many measurements come as a list; values that the app computed are left out") func list() {
        let text =
            #"{"event":"update","measurements":[{"id":1,"userId":1,"date":"2026-10-30T08:00:00.000Z","weight":71.4,"values":[{"key":"waist","unit":"cm","isDerived":false,"value":82},{"key":"bmi","isDerived":true,"value":24},{"key":"comment","text":"x"},{"key":"custom_4","value":1},{"key":"aura","value":1}]},{"userId":1},7]}"#
        let post = example.decode(text)
        #expect(post.records.count == 1)
        #expect(post.records.first?.readings.map(\.kind.name) == ["bodyMass", "waist"])
        #expect(post.unknownFields == ["values.aura": 1])
        #expect(post.left.counts == [.badDate: 1, .badRow: 1])
        #expect(example.decode(#"{"event":"test"}"#).isTest)
    }
}
