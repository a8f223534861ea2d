import ArgumentParser
import Foundation
import Messages

/// `pulsum consent`: shows or changes the consent to cloud phrasing.
struct ConsentCommand: PersonCommand {
    static let configuration = CommandConfiguration(
        commandName: "consent", abstract: "Shows, gives or withdraws consent to phrasing by a cloud model.")
    enum Change: String, ExpressibleByArgument, CaseIterable { case on, off }
    @Argument(help: "on or off; nothing shows the state.") var change: Change?
    @OptionGroup var whose: PersonOption
    @OptionGroup var output: Output
    @OptionGroup var common: Common

    func run(_ session: Session, _ person: Person) async throws {
        var state = try await session.bus.request(ConsentQuery(user: person.user))
        if let change {
            if change == .on { Terminal.tell(state.banner) }
            state = try await session.bus.request(
                SetConsent(
                    user: person.user, granted: change == .on, copyVersion: state.copyVersion, at: person.at,
                    follows: state.record),
                budget: .seconds(30))
            await session.record(change == .on ? .consentGiven : .consentWithdrawn, of: person.user)
        }
        try output.print(state) { state in
            var text =
                state.granted ? "Consent is given." : "Consent is not given; everything stays on this machine."
            if state.endedBy == "restore" { text += " It ended because a backup was restored." }
            if state.endedBy == "wording" { text += " It was given for another provider or model." }
            if state.pending { text += " A call in flight ends first." }
            if !state.hasKey { text += " No key is stored; “pulsum key” stores one." }
            return text
        }
    }
}
