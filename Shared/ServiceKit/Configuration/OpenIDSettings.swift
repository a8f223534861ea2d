/// The identity provider through which people of a team sign in besides passwords (OpenID Connect).
public struct OpenIDSettings: Sendable, Equatable {
    /// Issuer URL exactly as the provider states it; empty without a provider.
    public internal(set) var issuer = ""
    /// This installation's name at the provider.
    public internal(set) var client = ""
    /// File of the client's secret; nil if not set.
    public internal(set) var secretFile: String?
    /// The provider's name on buttons; empty for the issuer's host.
    public internal(set) var name = ""
    /// PEM file of the only certificate authorities that count for the provider; nil for those of the system.
    public internal(set) var authorities: String?
    /// Requested scopes, separated by spaces; `openid` is one of them.
    public internal(set) var scopes = ""
    /// Claim of the ID token that names the groups.
    public internal(set) var groupsClaim = ""
    /// Groups whose members are people with data of their own.
    public internal(set) var personGroups: Set<String> = []
    /// Groups whose members see the operators' page.
    public internal(set) var operatorGroups: Set<String> = []
}

extension Configuration {
    /// The identity provider; nil if none is configured.
    /// - Throws: `StartFailure` if a part of it is missing.
    public func identityProvider() throws(StartFailure) -> OpenIDSettings? {
        guard !openID.issuer.isEmpty || !openID.client.isEmpty || openID.secretFile != nil else { return nil }
        guard !openID.issuer.isEmpty, !openID.client.isEmpty, openID.secretFile != nil else {
            throw StartFailure(
                "PULSUM_OPENID_ISSUER, PULSUM_OPENID_CLIENT and PULSUM_OPENID_SECRET_FILE belong together; set all or none.",
                status: StartFailure.badConfiguration)
        }
        return openID
    }
}

extension Setting {
    /// The keys of the identity provider.
    static let openID: [Setting] = [
        Setting(
            "PULSUM_OPENID_ISSUER", "",
            "Issuer URL of an identity provider in the private network, for sign-in of a team; empty for none."
        ) {
            text, configuration throws(Invalid) in
            if !text.isEmpty { _ = try url(text) }
            configuration.openID.issuer = text
        },
        Setting("PULSUM_OPENID_CLIENT", "", "This installation's client id at the identity provider.") {
            text, configuration throws(Invalid) in configuration.openID.client = try printable(text, "a client id")
        },
        Setting("PULSUM_OPENID_SECRET_FILE", "", "File of the client's secret at the identity provider.") {
            text, configuration throws(Invalid) in
            configuration.openID.secretFile = text.isEmpty ? nil : try path(text)
        },
        Setting("PULSUM_OPENID_NAME", "", "The identity provider's name on the page; empty for the issuer's host.") {
            text, configuration throws(Invalid) in
            guard text.count <= 40 else { throw Invalid(reason: "must have at most 40 characters") }
            configuration.openID.name = text
        },
        Setting(
            "PULSUM_OPENID_CA_FILE", "",
            "PEM file of the only certificate authorities that count for the identity provider; empty for those of the system."
        ) {
            text, configuration throws(Invalid) in
            configuration.openID.authorities = text.isEmpty ? nil : try path(text)
        },
        Setting("PULSUM_OPENID_SCOPES", "openid profile", "Scopes that are asked for, separated by spaces.") {
            text, configuration throws(Invalid) in
            guard text.split(separator: " ").contains("openid") else { throw Invalid(reason: "must contain openid") }
            configuration.openID.scopes = text
        },
        Setting("PULSUM_OPENID_GROUPS_CLAIM", "groups", "Claim of the ID token that names a person's groups.") {
            text, configuration throws(Invalid) in
            configuration.openID.groupsClaim = try printable(text, "the name of a claim")
        },
        Setting(
            "PULSUM_OPENID_PERSON_GROUPS", "pulsum", "Groups whose members have data of their own, comma-separated."
        ) {
            text, configuration throws(Invalid) in configuration.openID.personGroups = groups(text)
        },
        Setting(
            "PULSUM_OPENID_OPERATOR_GROUPS", "pulsum-operators",
            "Groups whose members see the operators' page, comma-separated."
        ) {
            text, configuration throws(Invalid) in configuration.openID.operatorGroups = groups(text)
        },
    ]

    private static func printable(_ text: String, _ subject: String) throws(Invalid) -> String {
        guard text.utf8.count <= 255, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw Invalid(reason: "must be \(subject) without spaces")
        }
        return text
    }

    private static func groups(_ text: String) -> Set<String> {
        Set(text.split(separator: ",").map { String($0.trimming(while: \.isWhitespace)) }.filter { !$0.isEmpty })
    }
}
