/// The reason for which the reply validator refused a reply (COA-9). The receipt's outcome names it: `secondWall: dose`.
enum ReplyFault: String, CaseIterable {
    /// Another shape than the schema's, empty, or too long.
    case schema
    /// HTML, markdown, lists, code.
    case markup
    /// A link, a host, an invitation to an app or a shop.
    case link
    /// A phone number, a handle, an address, an invitation to get in touch.
    case contact
    /// Another language than English, in whole or in part.
    case language
    /// Talk about the prompt, the model or its role, or an order to the reader's software.
    case instruction
    /// A question for the person's data.
    case question
    /// An amount of something that is taken.
    case dose
    /// A drug by name or kind.
    case drug
    /// A supplement or remedy by name or kind.
    case supplement
    /// Advice about a treatment or those who give it.
    case treatment
    /// An illness, a symptom, or the suggestion of one.
    case diagnosis
    /// Advice that may hurt: extreme exertion, fasting, held breath, alcohol, tired driving.
    case harm
    /// Blame or contempt.
    case shaming
    /// An effect stated as certain.
    case promise
    /// A number that the prompt does not hold.
    case number
    /// The name of a person, a product or a place that the prompt does not hold.
    case name
    /// A signal said to be above the usual where it is below, or the reverse.
    case direction
    /// Too few words of the prompt.
    case grounding
    /// The safety verdict was not `safe`, or there was none.
    case safety
}
