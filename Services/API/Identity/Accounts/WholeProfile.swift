import Messages

/// A profile with the body profile, in JSON one object: the fields of the profile, `body`, and `numbersHidden`.
struct WholeProfile: Codable, Sendable, Equatable {
    var profile: Profile
    /// Nil in a request to leave it as it is.
    var body: BodyProfile?
    /// True if weight, target weight and body fat are left out, because the person sees no numbers (PLN-10). In a
    /// request: those that `body` does not state stay as they are.
    var numbersHidden: Bool?

    enum CodingKeys: String, CodingKey { case body, numbersHidden }

    init(profile: Profile, body: BodyProfile?, numbersHidden: Bool? = nil) {
        (self.profile, self.body, self.numbersHidden) = (profile, body, numbersHidden)
    }

    init(from decoder: any Decoder) throws {
        profile = try Profile(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        body = try container.decodeIfPresent(BodyProfile.self, forKey: .body)
        numbersHidden = try container.decodeIfPresent(Bool.self, forKey: .numbersHidden)
    }

    func encode(to encoder: any Encoder) throws {
        try profile.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(body, forKey: .body)
        try container.encodeIfPresent(numbersHidden, forKey: .numbersHidden)
    }

    /// The profile as it is shown while the person sees no numbers.
    var withoutNumbers: WholeProfile {
        guard let body, body.hasNumbers else { return self }
        return WholeProfile(profile: profile, body: body.withoutNumbers, numbersHidden: true)
    }
}

/// The stored reply of a change of both.
struct SavedProfile: Message {
    var profile: Profile
    var body: BodyProfile
    enum CodingKeys: Int, CodingKey { case profile = 1, body }
}
