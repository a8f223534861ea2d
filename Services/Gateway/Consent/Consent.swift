import Crypto
import Foundation
import Messages
import Wire

/// The text a person agrees to (GAT-1). It names the configured provider and model; each wording is a version, and
/// consent to another version does not count.
struct ConsentCopy: Sendable, Equatable {
    /// 1 for the wording that names GPT-5; for others a number made from the wording.
    let version: Int32
    let banner: String
    /// What the wording calls the model.
    let name: String

    /// - Parameters:
    ///   - model: name of the model at its provider.
    ///   - address: where it is called.
    init(model: String, address: CloudAddress) {
        let isDefault = model == "gpt-5" && address.isOpenAI
        name = isDefault ? "GPT-5" : "\(model) (\(address.isOpenAI ? "OpenAI" : address.host))"
        banner =
            "Pulsum can optionally use \(name) to phrase brief coaching text. If you allow cloud processing, Pulsum sends only minimized context (no journals, no raw health data, no identifiers). PII is redacted. You can turn this off anytime in Settings ▸ Cloud Processing."
        version = isDefault ? 1 : Self.version(of: banner)
    }

    /// The first bits of the wording's SHA-256, above every version that is given by hand.
    private static func version(of banner: String) -> Int32 {
        let bits = SHA256.hash(data: Data(banner.utf8)).prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return Int32(bits >> 2 | 1 << 30)
    }
}

/// One consent record: a grant or a withdrawal.
struct Consent: Message, Equatable {
    /// Counts a person's records from 1.
    var version: Int64
    var granted: Bool
    /// Version of the consent text the person saw.
    var copyVersion: Int32
    var at: Milliseconds
    /// Random; nil only in a stored reply of the previous release.
    var id: EntityID?
    enum CodingKeys: Int, CodingKey { case version = 1, granted, copyVersion, at, id }

    /// True if the record allows calls under this text.
    func allows(_ copy: ConsentCopy) -> Bool { granted && copyVersion == copy.version }
}
