import ArgumentParser
import Foundation
import Messages

struct ReceiptsCommand: PersonCommand {
    static let configuration = CommandConfiguration(
        commandName: "receipts", abstract: "Shows the bytes that left this machine, all of them, newest first.")
    @Option(help: "Shows at most so many.") var limit: Int?
    @OptionGroup var whose: PersonOption
    @OptionGroup var output: Output
    @OptionGroup var common: Common

    func run(_ session: Session, _ person: Person) async throws {
        var query = ReceiptsQuery(user: person.user)
        var receipts: [Receipt] = []
        while receipts.count < limit ?? .max {
            let page = try await session.bus.request(query).receipts
            receipts += page
            guard page.count == ReceiptsQuery.limit, let last = page.last else { break }
            (query.before, query.beforeID) = (last.at, last.id)
        }
        try output.print(ReceiptsQuery.Reply(receipts: Array(receipts.prefix(limit ?? .max)))) { reply in
            guard !reply.receipts.isEmpty else { return "Nothing has left this machine." }
            return reply.receipts.map { receipt in
                let time = receipt.at.iso8601
                return
                    "\(time)  \(receipt.destination)  \(receipt.outcome)  consent \(receipt.consentVersion)\n\(receipt.body)"
            }.joined(separator: "\n\n")
        }
    }
}
