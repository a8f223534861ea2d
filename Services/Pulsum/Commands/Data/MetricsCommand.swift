import ArgumentParser
import Foundation
import Messages
import ServiceKit

struct MetricsCommand: PersonCommand {
    static let configuration = CommandConfiguration(
        commandName: "metrics", abstract: "Daily metrics of a range of days.")
    @Option(help: "First day, yyyy-mm-dd; two weeks before the last by default.") var from: Day?
    @Option(help: "Last day, yyyy-mm-dd; today by default.") var through: Day?
    @OptionGroup var whose: PersonOption
    @OptionGroup var output: Output
    @OptionGroup var common: Common

    func run(_ session: Session, _ person: Person) async throws {
        let last = through ?? person.today
        let first = from ?? last.advanced(by: -13)
        guard first <= last else { throw CLIError("--from \(first) is after --through \(last).") }
        var days: [DailyMetrics] = []
        // A page covers at most 400 days.
        for start in stride(from: first, through: last, by: 400) {
            let page = MetricsQuery(user: person.user, from: start, through: min(last, start.advanced(by: 399)))
            days += try await session.bus.request(page, budget: .seconds(15)).days
        }
        try output.print(MetricsQuery.Reply(days: days)) { ReplyFormatter.metrics($0, from: first, through: last) }
    }
}
