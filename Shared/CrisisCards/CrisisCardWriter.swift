import Messages

/// Writes crisis cards (SAF-4).
///
/// The text follows the safe-messaging guidance of reportingonsuicide.org and the Samaritans: no method, no single
/// cause, nothing that sounds inevitable, hope, and a number to act on. Text and lines depend on the reason.
public enum CrisisCardWriter {
    /// The disclaimer on every card: one fixed text for each language.
    public static func disclaimer(inGerman: Bool) -> String {
        inGerman
            ? CrisisWordsGerman.disclaimer : "This app is not a substitute for professional mental health care."
    }

    /// The card for a country and a reason.
    /// - Parameters:
    ///   - code: ISO 3166 alpha-2; unknown or empty for the international card.
    ///   - reason: reason of the verdict.
    ///   - inGerman: whether the person wrote German. Names of help lines stay as published.
    ///   - isAboutWords: whether the card answers a text; if so, it thanks for one about self-harm.
    public static func card(
        country code: String, reason: Verdict.Reason, inGerman: Bool = false, isAboutWords: Bool = true
    ) -> CrisisCard {
        let country = CrisisDirectory.country(code)
        let emergencies = emergencies(country, reason, inGerman: inGerman)
        let number = emergencies.first?.phone ?? country.emergency
        let (title, message) =
            inGerman ? CrisisWordsGerman.words(reason, emergency: number) : words(reason, emergency: number)
        let thanks = inGerman ? CrisisWordsGerman.thanks : thanks
        return CrisisCard(
            title: title, message: reason == .selfHarm && isAboutWords ? "\(thanks) \(message)" : message,
            emergencyNumber: number,
            lines: inGerman ? lines(country, reason).map(CrisisWordsGerman.line) : lines(country, reason),
            disclaimer: disclaimer(inGerman: inGerman), country: country.code,
            checkedOn: CrisisDirectory.checkedOn,
            exercise: hasExercise(reason) ? SafetyPlanGuide.exercise(inGerman: inGerman) : nil,
            plan: hasPlan(reason) ? SafetyPlanGuide.offer(inGerman: inGerman) : nil, reason: reason,
            emergencies: emergencies,
            countryHint: country.code.isEmpty ? hint(isSet: !code.isEmpty, inGerman: inGerman) : nil)
    }

    /// Police and ambulance if their numbers differ. The police comes first for danger from people.
    private static func emergencies(_ country: CrisisCountry, _ reason: Verdict.Reason, inGerman: Bool)
        -> [CrisisCard.Emergency]
    {
        guard country.police != country.emergency else { return [] }
        let police = CrisisCard.Emergency(name: inGerman ? "Polizei" : "Police", phone: country.police)
        let ambulance = CrisisCard.Emergency(name: inGerman ? "Rettungsdienst" : "Ambulance", phone: country.emergency)
        return [.abuseOrDanger, .harmToOthers].contains(reason) ? [police, ambulance] : [ambulance, police]
    }

    /// How to find the local numbers. 112 from mobile phones: GSM 02.30. An iPhone's Emergency SOS calls the local
    /// emergency number (Apple, "Use Emergency SOS on your iPhone").
    private static func hint(isSet: Bool, inGerman: Bool) -> String {
        let (why, next) =
            switch (isSet, inGerman) {
            case (false, false):
                (
                    "No country is set, so your local numbers cannot be shown.",
                    "Choose your country in the settings under “You” to see them here."
                )
            case (true, false):
                ("The numbers of your country are not listed here yet.", "The directories below list lines by country.")
            case (false, true):
                (
                    "Es ist kein Land eingestellt, deshalb fehlen deine örtlichen Nummern.",
                    "Wähl dein Land in den Einstellungen unter „Du“, dann stehen sie hier."
                )
            case (true, true):
                (
                    "Die Nummern deines Landes stehen hier noch nicht.",
                    "Die Verzeichnisse unten nennen Telefone nach Ländern."
                )
            }
        let how =
            inGerman
            ? "112 erreicht von Mobiltelefonen in den meisten Ländern den Notruf. Der Sperrbildschirm eines Telefons hat eine Taste „Notfall“; auf dem iPhone ruft der "
                + "Notruf SOS (Seitentaste und eine Lautstärketaste halten) die örtliche Nummer an. Oder bitte jemanden in der Nähe, anzurufen."
            : "112 reaches the emergency services from mobile phones in most countries. The lock screen of a phone has an “Emergency” button; on an iPhone, Emergency SOS "
                + "(hold the side button and a volume button) calls the local number. Or ask somebody near you to call."
        return "\(why) \(how) \(next)"
    }

    /// Whether the card offers an exercise. In a medical emergency, or if the danger is another person's, nothing may
    /// delay the call.
    private static func hasExercise(_ reason: Verdict.Reason) -> Bool {
        ![.medicalEmergency, .concernForOthers].contains(reason)
    }

    /// Whether the card offers a safety plan. It is not offered in case of abuse, because a violent person might read
    /// it on this device.
    private static func hasPlan(_ reason: Verdict.Reason) -> Bool {
        hasExercise(reason) && reason != .abuseOrDanger && reason != .unavailable
    }

    /// First sentence of a card that answers a text about self-harm.
    private static let thanks = "Thank you for putting it into words."

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
                "What you feel now can change, and many people who felt this way have found their way through with help. "
                    + "Please talk to somebody now: the people at these lines are there to listen. If you are in danger or already hurt, call \(emergency), "
                    + "and ask somebody you trust to be with you."
            )
        case .unavailable:
            (
                "Support is there",
                "What you wrote could not be read for signs of danger right now. If you are in danger, call \(emergency). If things feel too heavy, talk to somebody: "
                    + "the people at these lines listen."
            )
        default:
            (
                "Support is there",
                "You have been carrying a lot. Talking to somebody can make it lighter: a friend, a doctor, or the people at these lines. "
                    + "If it becomes an emergency, call \(emergency)."
            )
        }
    }

    private static func lines(_ country: CrisisCountry, _ reason: Verdict.Reason) -> [CrisisCard.Line] {
        let world = CrisisTable.international
        return switch reason {
        case .abuseOrDanger:
            country.abuse.isEmpty
                ? world.abuse + country.talk : country.abuse + (country.code.isEmpty ? country.talk : [])
        // An overdose may have been a suicide attempt.
        case .medicalEmergency: country.poison + country.talk
        case .harmToOthers: country.harm + country.talk
        default: country.code.isEmpty ? country.talk : country.talk + [world.talk[0]]
        }
    }
}
