import Foundation

/// Generates malformed and almost correct requests; the same seed gives the same requests.
public struct RandomRequests {
    /// One generated request.
    public struct Request: Sendable {
        /// Exact bytes to send.
        public let bytes: [UInt8]
        /// Method and path without parameters, for failure reports.
        public let name: String
        /// Whether it is valid HTTP, which the server must answer.
        public let isWellFormed: Bool
    }

    /// A route of the API.
    public struct Route: Sendable, Hashable {
        /// HTTP method.
        public let method: String
        /// Path with `{name}` for each parameter.
        public let path: String

        /// A route of this method and path.
        public init(_ method: String, _ path: String) { (self.method, self.path) = (method, path) }
    }

    private var random: SplitMix
    private let routes: [Route]
    private let host: String

    /// A generator for these routes.
    /// - Parameter host: value of the `Host` header.
    public init(seed: UInt64, routes: [Route], host: String) {
        (random, self.routes, self.host) = (SplitMix(seed: seed), routes, host)
    }

    /// The next request; `cookie` may be sent with it.
    public mutating func next(cookie: String?) -> Request {
        let route = routes.randomElement(using: &random) ?? Route("GET", "/")
        let isStray = chance(10)
        let method =
            chance(10) ? pick(["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"]) : route.method
        let path = isStray ? pick(Self.strayPaths) : filled(route.path)
        var lines = ["\(method) \(path)\(query()) HTTP/1.1", "Host: \(host)", "Connection: close"]
        // Requests that end the session or the account are rare; otherwise most requests would come without a session.
        let endsSession = route.path.contains("session") && route.method == "DELETE" || route.path.hasSuffix("/erase")
        if let cookie, endsSession ? number(2_000) == 0 : !chance(10) { lines.append("Cookie: \(cookie)") }
        for _ in 0..<number(3) { lines.append(header()) }
        var body: [UInt8] = []
        if ["POST", "PUT", "PATCH"].contains(method) || chance(5) {
            body = self.body(for: route)
            if chance(15) {
                lines.append("Transfer-Encoding: chunked")
                body = chunked(body)
            } else {
                lines.append("Content-Length: \(body.count)")
            }
        }
        var bytes = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
        let isBroken = chance(15)
        if isBroken { for _ in 0...number(4) { change(&bytes) } }
        return Request(bytes: bytes, name: "\(method) \(isStray ? path : route.path)", isWellFormed: !isBroken)
    }

    // MARK: Parts of a request

    private static let strayPaths = [
        "/", "/coach", "/journal", "/v1", "/v1/", "//v1/me", "/v1/../etc/passwd", "/v1/%2e%2e/%2e%2e/etc/passwd",
        "/v1/me%00", "/.git/config", "/v1/score/",
        "/%ff%fe", "/v1/imports/%2F", "*", "/v1/journal/" + String(repeating: "a", count: 5_000),
    ]
    private static let words = [
        "", " ", "a", "0", "-1", "1", "7", "8", "null", "true", "2026-11-22", "2026-13-45", "0000-00-00", "9999-12-31",
        "9223372036854775807",
        "-9223372036854775808",
        "9223372036854775808", "1e308", "NaN", "DE", "de", "en", "selfHarm", "metric", "Europe/Berlin", "Mars/Base",
        "ms", "count/min",
        "HKQuantityTypeIdentifierHeartRate", "HKQuantityTypeIdentifierHeartRateVariabilitySDNN", "2026-11-21T07:25:00Z",
        "2026-11-21T07:25:00.123456789Z",
        "00000000-0000-0000-0000-000000000000", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "accepted", "completed",
        "dismissed", "illness", "travel", "😀",
        "e\u{301}",
        "\u{202E}desrever", "' OR 1=1 --", "<script>alert(1)</script>", "../../etc/passwd", "%s%n%x",
        "${jndi:ldap://127.0.0.1/a}", "\u{0}",
        "\r\nX-Injected: 1",
        "How can I sleep better?", "A calm day with a long walk.", String(repeating: "x", count: 300),
        String(repeating: "lang ", count: 4_000),
    ]
    /// Valid bodies, from which others are mutated.
    private static let bodies = [
        #"{"name":"Eve","password":"another horse battery","timeZone":"UTC","country":"DE","code":"abc"}"#,
        #"{"password":"wrong horse battery"}"#,
        #"{"text":"A calm day with a long walk."}"#, #"{"stress":3,"energy":5,"sleepQuality":5}"#,
        #"{"flags":["illness"]}"#, #"{"order":["Watch","Phone"]}"#,
        #"{"label":"phone","scope":"ingest","scopes":["ingest","read"],"expires":1800000000000}"#,
        #"{"granted":true,"copyVersion":1}"#, #"{"key":"sk-test"}"#,
        #"{"action":"accepted"}"#,
        #"{"device":"d","kind":"HKQuantityTypeIdentifierHeartRate","newAnchor":"1","samples":[{"id":"f81d4fae-7dec-11d0-a765-00a0c91e6bf6","start":"2026-11-21T07:25:00Z","value":60,"unit":"count/min","source":"Watch"}],"deleted":[]}"#,
        #"{"data":{"metrics":[{"name":"heart_rate","units":"count/min","data":[{"date":"2026-11-21 07:25:00 +0000","qty":60}]}]}}"#,
        #"{"revision":1,"timeZones":[{"since":0,"zone":"UTC"}],"country":"DE","sourceOrder":[],"units":"metric"}"#,
        #"{"steps":[{"kind":"warningSigns","entries":["a"]}],"contacts":[{"name":"a","phone":"1"}],"language":"en"}"#,
        "kind,start,end,value,unit,source\nheart_rate,2026-11-21T07:25:00Z,2026-11-21T07:25:00Z,60,count/min,Watch\n",
        "<?xml version=\"1.0\"?><HealthData locale=\"en\"><Record type=\"HKQuantityTypeIdentifierStepCount\"/></HealthData>",
        "PK\u{3}\u{4}",
    ]

    private mutating func filled(_ path: String) -> String {
        path.split(separator: "/").map { $0.first == "{" ? escaped(pick(Self.words)) : String($0) }.reduce("") {
            $0 + "/" + $1
        }
    }

    private mutating func query() -> String {
        guard chance(50) else { return "" }
        let names = ["day", "from", "through", "before", "limit", "name", "replace", "language", "reason", "x"]
        return "?" + (0...number(3)).map { _ in "\(pick(names))=\(escaped(pick(Self.words)))" }.joined(separator: "&")
    }

    private mutating func header() -> String {
        let name = pick([
            "Idempotency-Key", "Authorization", "api-key", "Origin", "Sec-Fetch-Site", "X-Forwarded-For",
            "Content-Type", "Accept", "Expect", "Range",
            "If-Match", "Cookie",
            "traceparent", "X-Trace-ID", "Upgrade", "TE",
        ])
        let value = pick(
            Self.words + [
                "Bearer x", "Bearer ", "same-origin", "null", "https://evil.example", "100-continue", "bytes=0-",
                "websocket", "pulsum_session=x",
            ])
        return name + ": "
            + String(
                value.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }.prefix(2_000).map(Character.init))
    }

    private mutating func body(for route: Route) -> [UInt8] {
        switch number(10) {
        case 0: return []
        case 1: return (0..<number(2_000)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        case 2: return Array(String(repeating: "[", count: 1 + number(20_000)).utf8)
        case 3: return Array(repeating: UInt8(ascii: " "), count: number(1 << 17))
        default: break
        }
        var text = pick(Self.bodies)
        for _ in 0..<number(3) {
            // Replaces one value by another.
            let values = text.matches(of: /:("[^"]*"|[0-9]+|true|false|\[[^\]]*\])/)
            guard let match = values.randomElement(using: &random) else { break }
            let value = pick([
                "null", "[]", "{}", "-1", "1e400", "99999999999999999999", "0.1", "true", "\"\(pick(Self.words))\"",
                "[[[[1]]]]",
            ])
            text.replaceSubrange(
                match.range, with: ":" + value.replacing("\r\n", with: "\\r\\n").replacing("\0", with: "\\u0000"))
        }
        return Array(text.utf8)
    }

    private mutating func chunked(_ body: [UInt8]) -> [UInt8] {
        var chunks: [UInt8] = []
        var rest = body[...]
        while !rest.isEmpty {
            let size = 1 + number(rest.count)
            chunks += Array("\(String(size, radix: 16))\r\n".utf8) + rest.prefix(size) + Array("\r\n".utf8)
            rest = rest.dropFirst(size)
        }
        return chunks + Array("0\r\n\r\n".utf8)
    }

    private mutating func change(_ bytes: inout [UInt8]) {
        let at = number(min(bytes.count, chance(70) ? 300 : bytes.count) + 1)
        switch number(5) {
        case 0 where at < bytes.count: bytes[at] = UInt8(truncatingIfNeeded: random.next())
        case 1 where at < bytes.count: bytes[at] ^= 1 << UInt8(number(8))
        case 2: bytes.removeSubrange(at..<min(bytes.count, at + 1 + number(8)))
        case 3:
            bytes.insert(
                contentsOf: Array(
                    pick([
                        "\r\n", "\n", "\r", "\0", " ", ":", "Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n",
                        "HTTP/1.1", "\t",
                    ]).utf8), at: at)
        default: bytes.removeSubrange(at...)
        }
    }

    // MARK: Chance

    private mutating func number(_ limit: Int) -> Int { limit < 1 ? 0 : Int.random(in: 0..<limit, using: &random) }
    private mutating func chance(_ percent: Int) -> Bool { number(100) < percent }
    private mutating func pick(_ values: [String]) -> String { values.randomElement(using: &random) ?? "" }

    private func escaped(_ text: String) -> String {
        text.utf8.map { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                ? String(UnicodeScalar(byte)) : "%" + String(Int(byte) + 256, radix: 16).dropFirst()
        }.joined()
    }
}
