import Messages

/// A profile with the body profile, in JSON one object: the fields of the profile, and `body`.
struct WholeProfile: Codable, Sendable, Equatable {
    var profile: Profile
    /// Nil in a request to leave it as it is.
    var body: BodyProfile?

    enum CodingKeys: String, CodingKey { case body }

    init(profile: Profile, body: BodyProfile?) { (self.profile, self.body) = (profile, body) }

    init(from decoder: any Decoder) throws {
        profile = try Profile(from: decoder)
        body = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(BodyProfile.self, forKey: .body)
    }

    func encode(to encoder: any Encoder) throws {
        try profile.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(body, forKey: .body)
    }
}

/// The stored reply of a change of both.
struct SavedProfile: Message {
    var profile: Profile
    var body: BodyProfile
    enum CodingKeys: Int, CodingKey { case profile = 1, body }
}
