import Messages
import Wire

/// The text a person agrees to (GAT-1). A changed text needs a new version; consent to an older version does not count.
enum ConsentCopy {
    static let version: Int32 = 1
    static let banner =
        "Pulsum can optionally use GPT-5 to phrase brief coaching text. If you allow cloud processing, Pulsum sends only minimized context (no journals, no raw health data, no identifiers). PII is redacted. You can turn this off anytime in Settings ▸ Cloud Processing."
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

    /// True if the record allows calls under the current text.
    var allows: Bool { granted && copyVersion == ConsentCopy.version }
}
