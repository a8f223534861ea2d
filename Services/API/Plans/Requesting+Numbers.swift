import Bus
import Messages

extension Requesting {
    /// Whether a person sees no numbers of food and weight (PLN-10); true if plans do not answer.
    func hidesNumbers(of user: UserID) async -> Bool {
        (try? await request(PlanNumbers(user: user)))?.numbersHidden ?? true
    }
}
