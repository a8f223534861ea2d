import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// Companion apps against real processes.
@Suite(.serialized, .tags(.processes)) struct CompanionTests {
    /// The statuses that each app takes for success.
    private static let weeks: [(format: String, companion: String, accepted: Int)] = [
        ("hc-webhook", "hc-webhook", 200), ("open-wearables-ios", "open-wearables", 202),
        ("health-bridge", "health-bridge", 202), ("openscale", "openscale", 200),
        ("health-auto-export", "health-auto-export", 200),
    ]

    @Test(
        "ING-16 SEC-11 A week of each companion over HTTP, with deaths of ingestion, gives the days of the truth",
        .timeLimit(.minutes(10)))
    func goldenWeeks() async throws {
        try await Stack.run { stack in
            for week in Self.weeks {
                let (posted, phone) = (try PostedWeek(week.format), try await PairedPhone(week.companion, stack))
                let step = max(1, posted.posts.count / 3)
                for (index, post) in posted.posts.enumerated() {
                    if index % step == step / 2 {
                        // In the middle of a post: the app does not know whether it was taken, and sends it again.
                        async let lost = try? phone.send(post.body)
                        for process in stack.processIDs(of: .ingestion) { kill(process, SIGKILL) }
                        _ = await lost
                    }
                    let answer = try await phone.deliver(post.body)
                    #expect(
                        answer.status == (post.status == "409" ? 409 : week.accepted),
                        "\(week.format) \(index): \(answer.status) \(answer.text)")
                }
                if week.companion == "open-wearables" { try await Self.refresh(phone) }
                let (first, last) = (try #require(posted.days.first), try #require(posted.days.last))
                let metrics = MetricsQuery(user: phone.user, from: first, through: last)
                let faults = try await eventually("the days of \(week.format)", within: .seconds(60)) {
                    let found = posted.faults(of: try await stack.bus.request(metrics).days)
                    return found.isEmpty ? found : nil
                }
                #expect(faults.isEmpty)
                try await Self.opensNothingElse(phone, stack)
            }
            #expect(!stack.logText.contains("\"error\":\"fatal"))
        }
    }

    /// Open Wearables: a lost answer to a refresh, and the token before.
    private static func refresh(_ phone: PairedPhone) async throws {
        let old = phone.refresh
        let path = "/api/v1/token/refresh"
        let answer = try await phone.phone.post(path, ["refresh_token": old])
        let again = try await phone.phone.post(path, ["refresh_token": old])
        #expect(answer.status == 200 && again.status == 200)
        #expect(answer.json["access_token"] as? String == again.json["access_token"] as? String)
        #expect(answer.json["refresh_token"] as? String == again.json["refresh_token"] as? String)
        #expect(answer.json["refresh_token"] as? String != old)
        phone.keep(answer)
        #expect(try await phone.send(Array("{}".utf8)).status == 202)
        #expect(try await phone.phone.post(path, ["refresh_token": "rt-unknown"]).status == 401)
        let report =
            #"{"events":[{"eventType":"historical_data_sync_start","dataTypeCounts":[{"type":"heartRate","count":89}]}]}"#
        let logs = phone.path.replacing("/sync", with: "/logs")
        #expect(try await phone.phone.post(logs, bytes: Data(report.utf8), headers: phone.headers).status == 202)
        let sources = try await phone.browser.get("/v1/companions").list
        #expect((sources.first?["types"] as? [String: Int]) == ["heartRate": 89])
    }

    /// SEC-1: a phone's token posts for its own companion and its own person, and does nothing else.
    private static func opensNothingElse(_ phone: PairedPhone, _ stack: Stack) async throws {
        let bare = Browser(stack.url)
        var seen: [String: Int] = [:]
        for (route, access) in try await phone.browser.documentedRoutes() where access != "open" {
            let parts = route.split(separator: " ").map(String.init)
            let path = parts[1].replacing("{user}", with: "\(phone.user)".lowercased()).replacing(
                /\{\w+\}/, with: "2026-10-22")
            if access == "companion", phone.owns(path) { continue }
            seen[access, default: 0] += 1
            let answer = try await bare.ask(
                parts[0], path, parts[0] == "GET" || parts[0] == "DELETE" ? nil : [:], headers: phone.headers)
            #expect(answer.status == 403, "\(route): \(answer.status)")
        }
        // Uploads, files, anchored queries; the routes of the other companions; all that need a session.
        #expect(seen["ingest", default: 0] >= 5 && seen["companion", default: 0] >= 4, "\(seen)")
        #expect(seen["session", default: 0] > 20 && seen["read", default: 0] > 2 && seen["recent", default: 0] > 2)
        let path = "/api/v1/sdk/users/\(EntityID.random())/sync"
        #expect(try await bare.post(path, [:], headers: phone.headers).status == 403)
    }

    @Test(
        "ING-16 SEC-11 What each app hears for a wrong token, a broken body, too many bytes and a service that is away",
        .timeLimit(.minutes(5)))
    func answers() async throws {
        try await Stack.run { stack in
            var phones: [PairedPhone] = []
            for week in Self.weeks {
                let phone = try await PairedPhone(week.companion, stack)
                phones.append(phone)
                let wrong = try await phone.phone.post(
                    phone.path, [:], headers: ["Authorization": "Bearer wrong", "Content-Type": "application/json"])
                #expect(wrong.status == 401, "\(week.companion): \(wrong.status)")
                // Never a success for a GET: a redirection makes HC Webhook send one.
                let got = try await phone.phone.get(phone.path, headers: phone.headers)
                #expect(got.status == 405, "\(week.companion): \(got.status)")
                for body in ["{\"records\":[", "no JSON", "[]"] {
                    let broken = try await phone.send(Array(body.utf8))
                    #expect(
                        broken.status == week.accepted, "\(week.companion) \(body): \(broken.status) \(broken.text)")
                }
                let aside = try await phone.browser.get("/v1/companions/aside").json["bodies"] as? [[String: Any]]
                #expect(aside?.count == 3, "\(week.companion): \(aside?.count ?? -1)")
                for body in aside ?? [] {
                    let id = body["id"] as? String ?? ""
                    #expect(try await phone.browser.delete("/v1/companions/aside/\(id)").status == 204)
                }
            }
            for process in stack.processIDs(of: .ingestion) { kill(process, SIGSTOP) }
            let away = try await withThrowingTaskGroup(of: (String, Int, Int?).self) { group in
                for phone in phones {
                    let (path, headers, name) = (phone.path, phone.headers, phone.companion)
                    let sender = Browser(stack.url)
                    group.addTask {
                        let answer = try await sender.post(path, bytes: Data("{}".utf8), headers: headers)
                        return (name, answer.status, answer.retryAfter)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            for process in stack.processIDs(of: .ingestion) { kill(process, SIGCONT) }
            for (name, status, retryAfter) in away {
                #expect(status == 503 && retryAfter != nil, "\(name): \(status)")
            }
            let phone = phones[0]
            #expect(try await phone.deliver(Array("{}".utf8)).status == 200)
            try await Self.unpair(phone)
        }
    }

    /// An ended pairing opens nothing and keeps the data, which can be undone afterwards.
    private static func unpair(_ phone: PairedPhone) async throws {
        let body = #"{"weight":[{"kilograms":71,"time":"2026-10-19T04:00:00Z"}]}"#
        #expect(try await phone.deliver(Array(body.utf8)).status == 200)
        let source = try #require(try await phone.browser.get("/v1/companions").list.first)
        let id = source["id"] as? String ?? ""
        // As in settings: the token has the pairing's id.
        #expect(try await phone.browser.delete("/v1/tokens/\(id)").status == 204)
        #expect(try await phone.send(Array(body.utf8)).status == 401)
        #expect(try await phone.browser.get("/v1/companions").list.first?["ended"] != nil)
        let undone = try await phone.browser.delete("/v1/companions/\(id)/data")
        #expect(undone.json["removed"] as? Int == 1 && undone.json["hasMore"] as? Bool == false, "\(undone.text)")
        #expect(try await phone.browser.get("/v1/companions").list.isEmpty)
    }
}
