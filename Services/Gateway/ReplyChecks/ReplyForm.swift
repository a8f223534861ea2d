import Language

/// Whether a reply is plain prose without a way to leave it: no markup, no address, no number to call.
enum ReplyForm {
    /// - Parameter parts: the reply's texts with their line breaks.
    static func reason(_ parts: [String], _ text: ReplyText) -> ReplyFault? {
        if parts.contains(where: isMarked) { return .markup }
        if text.text.contains("@") { return .contact }
        if hasAddress(text.text) || links.match(text.words) { return .link }
        if !Redaction.isClean(text.text) || contacts.match(text.words) { return .contact }
        return nil
    }

    /// True for HTML, markdown, code, and lists.
    private static func isMarked(_ text: String) -> Bool {
        if text.contains(where: { "<>{}[]|\\`#*_=~^$•‣◦▪→".contains($0) }) { return true }
        // Character references: "&lt;".
        if text.split(separator: "&").dropFirst().contains(where: { part in
            part.prefix(9).contains(";") && !(part.first?.isWhitespace ?? true)
        }) {
            return true
        }
        return text.split(whereSeparator: \.isNewline).contains { line in
            let line = line.drop(while: \.isWhitespace)
            let rest = line.drop(while: \.isNumber)
            let isNumbered = rest.count < line.count && (rest.first == "." || rest.first == ")") && rest.count > 1
            return line.hasPrefix("- ") || line.hasPrefix("+ ") || line.hasPrefix("– ") || line.hasPrefix("--")
                || isNumbered
        }
    }

    /// True for anything that a browser or a reader could take for an address.
    private static func hasAddress(_ text: String) -> Bool {
        if text.contains("://") || text.contains("//") { return true }
        // A dot or slash between letters is a host, a file or a method. "and/or" is prose.
        let letters = Array(text)
        return letters.indices.dropFirst().dropLast().contains { index in
            let (before, after) = (letters[index - 1], letters[index + 1])
            switch letters[index] {
            case ".": return after.isLetter && (before.isLetter || before.isNumber || before.isWhitespace)
            case ":": return after.isLetter && before.isLetter
            default: return false
            }
        }
    }

    private static let links = WordPatterns(
        """
        www|http|https|url|urls|html|hyperlink*
        dot com|org|net|io|de|app|health|co|uk|fit|care|life|me|info|shop|site|eu|us|ai|tv|link|xyz
        *dotcom
        link|links|website|websites|webpage|webpages|webshop|homepage
        our|the|this|my|your web|app|site|page|store|shop|channel|blog|newsletter|podcast|forum|portal
        click|clicking|tap|swipe|scan ..2 here|this|the|below|button|link|code|icon|banner
        click|clicking|download*|subscri*|unsubscri*
        sign|signing|log|logging up|in|on ..3 for|to|with|at|account|free|today|now
        install|uninstall|upgrade|coupon|voucher|discount|premium|promo|sponsor*|bitcoin|crypto*|refund
        purchase|buy now|online|our|this|it|one|from|today|yours
        order online|now|from|yours|one|some
        search|google online|it
        see|watch ..1 video|videos|clip|tutorial|post
        swipe up|left|right
        look ..2 online
        google|youtube|tiktok|amazon|spotify|netflix|headspace|ebay|appstore
        qr|online
        """)

    private static let contacts = WordPatterns(
        """
        call|text|phone|ring|email|mail|message|contact|write|reach|dm|follow|fax us|me|our|support|helpline|hotline
        call|text|dial|phone|ring ..1 this|the|toll number|line|free
        dial|hotline|helpline|whatsapp|telegram|instagram|facebook|snapchat|twitter|linkedin|discord|skype|wechat|viber
        phone|mobile|telephone number
        email|mail|e-mail|postal address
        reach out to us|me|our
        get in touch
        dm|dms|pm me|us
        find|follow|add|join|message me|us
        """)
}
