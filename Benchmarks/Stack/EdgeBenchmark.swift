import Fixtures
import Foundation
import Messages

/// Page latency for a signed-in user while 5,000 slow connections are open to the API, from one address and from 500.
enum EdgeBenchmark {
    static func run(arguments: [String]) async throws {
        let seconds =
            arguments.firstIndex(of: "--seconds").flatMap { arguments.dropFirst($0 + 1).first.flatMap { Int($0) } }
            ?? 60
        let count = 5_000
        do {
            try SlowConnections.takeDescriptors(atLeast: count + 500)
        } catch {
            throw BenchmarkError("this needs \(count + 500) descriptors; raise the hard limit (ulimit -Hn)")
        }
        var table = Table(
            "Edge: pages of somebody signed in under \(count) slow connections, \(seconds) s each",
            ["attack", "answers", "failures", "median ms", "p99 ms", "worst ms", "API peak MB", "opened", "ended"])
        var (worst, memory) = (0.0, 0.0)
        for (name, sources) in [
            ("none", []), ("from one address", ["127.0.0.2"]), ("from 500 addresses", SlowConnections.addresses(500)),
        ] {
            try await Stack.run { stack in
                let address = try stack.httpAddress()
                _ = try await stack.makeAccount()
                let browser = Browser(stack.url)
                let status = try await browser.post(
                    "/v1/sessions", ["name": "Ada", "password": "correct horse battery"]
                ).status
                guard status == 201, let cookie = browser.cookie, let process = stack.processIDs(of: .api).first else {
                    throw BenchmarkError("nobody could sign in (\(status))")
                }
                let attack = sources.isEmpty ? nil : SlowConnections(to: address, count: count, from: sources)
                defer { attack?.stop() }
                if let attack {
                    _ = try await eventually("the attack is under way", within: .seconds(60)) {
                        attack.figures.opened >= count ? true : nil
                    }
                }
                let figures = await PageTimeout.measure(
                    address, cookie: cookie, from: "127.0.0.9",
                    for: .seconds(attack == nil ? min(10, seconds) : seconds))
                let peak = ResidentMemory.peakMegabytes(of: process)
                guard stack.processIDs(of: .api) == [process] else { throw BenchmarkError("the API did not survive") }
                table.row(
                    name, "\(figures.milliseconds.count)", "\(figures.failures)", Table.number(figures.median),
                    Table.number(figures.p99),
                    Table.number(figures.milliseconds.last ?? .infinity), Table.number(peak),
                    "\(attack?.figures.opened ?? 0)", "\(attack?.figures.ended ?? 0)")
                (worst, memory) = (max(worst, figures.p99), max(memory, peak))
                guard figures.failures == 0 else { throw BenchmarkError("\(figures.failures) pages did not come") }
            }
        }
        table.print()
        Table.goal("ms p99 of a page under slow connections", measured: worst, atMost: 200)
        Table.goal("MB of the API under slow connections", measured: memory, atMost: 150)
    }
}
