/// The values of one screen. Stored properties are the names that its template uses.
public protocol Screen: Sendable {
    /// File name of the template, without its extension.
    static var template: String { get }
    /// Title of the document and of the screen.
    var title: String { get }
}

/// An entry of the navigation.
public enum Section: String, Sendable, CaseIterable {
    case today, coach, lookBack, ahead, settings
}

/// The frame of a screen: navigation, banner, toast.
public struct PageFrame: Sendable {
    /// The section to mark; nil outside of all.
    public var section: Section?
    /// nil before sign-in: then there is no navigation.
    public var person: Person?
    /// Path of a page of the settings, next to which a wide screen lists all of them; nil elsewhere.
    public var settingsPath: String?
    /// Step of the day's colour, 1 … 5; 3 without a comparison.
    public var step = 3
    /// A notice above the page; at most one.
    public var banner: String?
    /// Whether a button leads back from the example person to one's own account.
    public var leavesExample = false
    /// Shown once after an action.
    public var toast: String?
    /// The form that undoes the reported action.
    public var undo: Undo?
    /// Proofs of the forms of this session; nil before sign-in.
    public var proofs: FormProofs?

    public init(_ section: Section? = nil, person: Person? = nil) { (self.section, self.person) = (section, person) }

    /// The signed-in person.
    public struct Person: Sendable {
        /// First letter of the name, in the link to the settings.
        public let initial: String
        /// Shown to the person.
        public let name: String
        /// “light” or “dark”; nil to follow the system.
        public var theme: String?
        /// Whether open pages follow changes by themselves.
        public var followsChanges = true
        /// Whether a device that can vibrate does when something is saved.
        public var vibrates = true
        /// Identifies the person to the scripts of their own browser; nil if it stores nothing for them.
        public var tag: String?
        /// ISO 3166 alpha-2, for the safety page that the browser keeps; empty if unknown.
        public var country = ""

        public init(name: String) {
            (self.name, initial) = (name, name.first.map { $0.uppercased() } ?? "")
        }
    }

    /// A form that takes back an action.
    public struct Undo: Sendable {
        /// The path that the form posts to.
        public let action: String
        /// Idempotency key: the same form sent again has one effect.
        public let key: String
        public init(action: String, key: String) { (self.action, self.key) = (action, key) }
    }
}
