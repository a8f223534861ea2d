import Foundation

/// The address that sets up the app Health Auto Export: `com.HealthExport://automation?…`, as its documentation states
/// it (“Configuration & Deep Linking” in the wiki of Lybron/health-auto-export, “Deep Link Automation” in its help).
enum HealthAutoExportLink {
    /// An automation that sends new values every hour.
    ///
    /// `period=none` is the documented “Default”: the whole previous day and the day until now. “Since last sync” would
    /// miss what a watch delivers later for an earlier time. `aggregatedata=false`, because single values tell more.
    /// - Parameter url: where the app sends.
    static func automation(_ url: String, token: String) -> String {
        let parameters = [
            ("url", url), ("name", "Pulsum"), ("headers", "api-key,\(token)"),
            ("format", "json"), ("datatype", "healthmetrics"), ("aggregatedata", "false"), ("period", "none"),
            ("interval", "none"), ("syncinterval", "hours"), ("syncquantity", "1"), ("enabled", "true"),
        ]
        // A comma separates name and value of a header.
        let allowed = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~,")
        let query = parameters.map { name, value in
            "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: allowed) ?? "")"
        }
        return "com.HealthExport://automation?" + query.joined(separator: "&")
    }
}
