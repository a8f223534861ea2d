import Messages

/// What a person in danger reads (SAF-4).
///
/// Follows the safe-messaging guidance of reportingonsuicide.org and the Samaritans: no method, no single cause, nothing that sounds inevitable, hope, and a
/// number to act on. For each reason other words and other lines.
enum CrisisCardWriter {
    static let disclaimer = "This app is not a substitute for professional mental health care."

    /// - Parameter inGerman: the person wrote German; the names of lines stay as those who run them give them.
    static func card(country code: String, reason: Verdict.Reason, inGerman: Bool = false) -> CrisisCard {
        let country = CrisisDirectory.country(code)
        let (title, message) = inGerman ? CrisisWordsGerman.words(reason, emergency: country.emergency) : words(reason, emergency: country.emergency)
        return CrisisCard(
            title: title, message: message, emergencyNumber: country.emergency, lines: lines(country, reason),
            disclaimer: inGerman ? CrisisWordsGerman.disclaimer + " " + disclaimer : disclaimer, country: country.code,
            checkedOn: CrisisDirectory.checkedOn, exercise: hasExercise(reason) ? SafetyPlanGuide.exercise(inGerman: inGerman) : nil,
            plan: hasPlan(reason) ? SafetyPlanGuide.offer(inGerman: inGerman) : nil)
    }

    /// Where the body is in danger, or the danger is somebody else's, nothing stands between the words and the number.
    private static func hasExercise(_ reason: Verdict.Reason) -> Bool { ![.medicalEmergency, .concernForOthers].contains(reason) }

    /// A plan is for one's own bad hours. It is not offered to who may be watched by somebody violent: what is written on this device could be read.
    private static func hasPlan(_ reason: Verdict.Reason) -> Bool { hasExercise(reason) && reason != .abuseOrDanger }

    private static func words(_ reason: Verdict.Reason, emergency: String) -> (title: String, message: String) {
        switch reason {
        case .abuseOrDanger:
            (
                "You deserve to be safe",
                "What happens to you is not your fault. If you are in danger now, call \(emergency). When it is safe to talk, the people at these lines listen, "
                    + "believe you and help you plan what comes next. If somebody checks this device, it may be safer to call from another one."
            )
        case .medicalEmergency:
            (
                "This may be an emergency: call \(emergency) now",
                "Call \(emergency), say what happened and where you are, and follow what they tell you. If somebody is near, ask them to stay with you. "
                    + "Call even if you are not sure: getting it checked is the right thing to do."
            )
        case .harmToOthers:
            (
                "Put some distance between you and this moment",
                "Feelings this strong pass, and acting on them can wait. Go somewhere else, away from anybody you might hurt, and talk to somebody now: "
                    + "these lines listen without judging. If anybody is in danger, call \(emergency)."
            )
        case .concernForOthers:
            (
                "You are worried about somebody",
                "Asking them openly how they are and listening helps more than finding perfect words. These lines advise you too. "
                    + "If they may be in danger right now, call \(emergency) and stay with them if you safely can."
            )
        case .selfHarm:
            (
                "You do not have to face this alone",
                "Thank you for putting it into words. What you feel now can change, and many people who felt this way have found their way through with help. "
                    + "Please talk to somebody now: the people at these lines are there to listen. If you are in danger or already hurt, call \(emergency), "
                    + "and ask somebody you trust to be with you."
            )
        default:
            (
                "Support is there",
                "You have been carrying a lot. Talking to somebody can make it lighter: a friend, a doctor, or the people at these lines. "
                    + "If it becomes an emergency, call \(emergency)."
            )
        }
    }

    private static func lines(_ country: CrisisDirectory.Country, _ reason: Verdict.Reason) -> [CrisisCard.Line] {
        let world = CrisisTable.international
        return switch reason {
        case .abuseOrDanger: country.abuse.isEmpty ? world.abuse + country.talk : country.abuse + (country.code.isEmpty ? country.talk : [])
        case .medicalEmergency: country.poison
        default: country.code.isEmpty ? country.talk : country.talk + [world.talk[0]]
        }
    }
}
