import PlansCore
import Testing

@Suite struct SexTests {
    @Test("PLN-1 The equations distinguish two sexes, named as in the API")
    func names() {
        #expect(Sex.allCases.map(\.rawValue) == ["female", "male"])
    }
}
