/// Derives a browser's name for the list of sessions, such as “Firefox on Linux”, from the User-Agent header. Nothing
/// else of the header is stored.
enum BrowserFamily {
    /// The first match wins, because other browsers also name Chrome and Safari.
    private static let browsers = [
        ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"), ("Firefox/", "Firefox"),
        ("FxiOS/", "Firefox"), ("Chrome/", "Chrome"),
        ("CriOS/", "Chrome"), ("Safari/", "Safari"), ("curl/", "curl"),
    ]
    private static let systems = [
        ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"), ("Mac OS X", "macOS"),
        ("CrOS", "ChromeOS"), ("Linux", "Linux"),
    ]

    static func name(_ userAgent: String?) -> String {
        let text = userAgent?.prefix(512) ?? ""
        let browser = browsers.first { text.contains($0.0) }?.1 ?? "Browser"
        guard let system = systems.first(where: { text.contains($0.0) })?.1 else { return browser }
        return "\(browser) on \(system)"
    }
}
