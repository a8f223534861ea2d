import Mustache

/// A form that changes cloud, keys or security, confirms an export, or destroys something. It carries a
/// proof that Pulsum made it for this session, so that a form planted in a page is refused. Values are escaped, so that
/// nothing is planted in the first place. The safety plan's form has none: a proof of an ended session would lose what
/// the person wrote.
///
/// In a template, `{{proof.NAME}}` is the proof of the form of that name.
public enum GuardedForm: String, Sendable, CaseIterable {
    case cloud = "settings/cloud"
    case cloudKey = "settings/cloud/key"
    case cloudTest = "settings/cloud/test"
    case password = "settings/security/password"
    case endSession = "settings/security/sessions/{id}/end"
    case endSessions = "settings/security/sessions/end"
    case beginFactor = "settings/security/second-factor"
    case confirmFactor = "settings/security/second-factor/confirm"
    case disableFactor = "settings/security/second-factor/disable"
    case unlink = "settings/security/openid/remove"
    case pair = "sources/add/{app}"
    case endPairing = "sources/pairings/{id}/end"
    case undoPairing = "sources/pairings/{id}/undo"
    case deleteAside = "sources/aside/{id}/delete"
    case answerGroup = "sources/groups/{group}"
    case removeKind = "kinds/{kind}/delete"
    case makeToken = "settings/data/tokens"
    case revokeToken = "settings/data/tokens/{id}/revoke"
    case confirm
    case erase = "settings/account/erase"
    case undoImport = "imports/{job}/undo"
    case deleteConversation = "coach/conversation/delete"

    /// The route that the form posts to, without its leading slash.
    public var route: String { rawValue }
    /// Name of the form's field with the proof.
    public static let field = "proof"
    /// The templates with such a form.
    public static let templates: Set = [
        "coach", "confirm", "connect-source", "import", "kind", "settings-account", "settings-cloud", "settings-data",
        "settings-security", "sources",
    ]
}

/// The proofs of a session's forms, made when a template asks for one.
public struct FormProofs: Sendable {
    private let proof: @Sendable (GuardedForm) -> String

    /// - Parameter proof: makes the proof of a form.
    public init(_ proof: @escaping @Sendable (GuardedForm) -> String) { self.proof = proof }
}

extension FormProofs: MustacheParent {
    /// The proof of the form of this name; nil for any other name.
    public func child(named name: String) -> Any? { GuardedForm.allCases.first { "\($0)" == name }.map(proof) }
}
