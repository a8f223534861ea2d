import OpenID

extension Problem {
    /// A failed sign-in through the identity provider.
    init(_ error: OpenIDError) {
        switch error {
        case .unreachable:
            self.init(
                status: .serviceUnavailable, code: "providerUnreachable",
                detail: "The identity provider does not answer.")
        case .unfit:
            self.init(
                status: .serviceUnavailable, code: "providerUnfit",
                detail: "The identity provider does not answer as it should.")
        case .wrongState:
            self.init(
                status: .badRequest, code: "loginState",
                detail: "This sign-in did not begin in this browser, was used already, or took longer than ten minutes."
            )
        case .expiredCode:
            self.init(
                status: .badRequest, code: "loginExpired",
                detail: "The identity provider does not accept this sign-in any more.")
        case .clockSkew:
            self.init(
                status: .forbidden, code: "clockSkew",
                detail: "The clocks of this machine and of the identity provider differ by more than a minute.")
        case .cancelled:
            self.init(
                status: .forbidden, code: "loginCancelled", detail: "The identity provider ended the sign-in.")
        case .refused:
            self.init(
                status: .forbidden, code: "loginRefused",
                detail: "What the identity provider said about you could not be verified.")
        case .notFresh:
            self.init(
                status: .forbidden, code: "loginNotFresh",
                detail: "The identity provider did not ask you to sign in anew.")
        case .noGroup:
            self.init(
                status: .forbidden, code: "noGroup", detail: "None of your groups has access to this installation.")
        case .otherPerson:
            self.init(
                status: .forbidden, code: "otherPerson", detail: "You signed in as somebody else than before.")
        case .linked:
            self.init(
                status: .conflict, code: "identityLinked",
                detail: "This sign-in or this account is linked already, to another one.")
        }
    }

    static var operatorNeeded: Problem {
        Problem(status: .forbidden, code: "operatorNeeded", detail: "Only operators of this installation see this.")
    }
}

extension OpenIDError {
    /// One word for the log, and for a fault of the provider a sentence without content.
    var logText: String {
        switch self {
        case .unfit(let cause): "unfit: \(cause)"
        case .refused(let fault): "refused: \(fault.rawValue)"
        default: "\(self)"
        }
    }

    /// True if an intruder may be trying to get in: fail2ban counts these.
    var isSuspicious: Bool {
        switch self {
        case .refused, .otherPerson, .noGroup: true
        default: false
        }
    }
}
