import Foundation
import Testing

@testable import Messages
@testable import Wire

@Suite struct RoundTripTests {
    @Test("Every message round-trips through the wire format", arguments: EveryMessage.all.indices)
    func everyMessage(index: Int) throws { try roundTrip(EveryMessage.all[index]) }

    /// Compares values by their JSON, which is independent of the codec.
    private func roundTrip<M: Message>(_ type: M.Type) throws {
        let json = JSONEncoder()
        json.outputFormatting = .sortedKeys
        for seed in 0..<200 as Range<UInt64> {
            let value = try Probe.value(type, seed: seed)
            let bytes = try WireEncoder().encode(value)
            let back = try WireDecoder().decode(type, from: bytes)
            #expect(try json.encode(back) == json.encode(value), "\(type), seed \(seed)")
            #expect(try WireEncoder().encode(back) == bytes, "\(type), seed \(seed)")
        }
    }

    @Test("The cause of an error is neither encoded nor compared") func cause() throws {
        struct Full: CodedError {
            let codeText = "errno 28"
            let content = "a journal entry"
        }
        let plain = ServiceError(.storage, "The disk is full.", retryAfter: 5)
        let caused = ServiceError(.storage, "The disk is full.", retryAfter: 5, cause: Full())
        #expect(caused == plain)
        #expect(try WireEncoder().encode(caused) == WireEncoder().encode(plain))
        #expect(try WireDecoder().decode(ServiceError.self, from: WireEncoder().encode(caused)).cause == nil)
        #expect(ServiceError.logText(caused) == "storage, caused by Full (errno 28)")
        #expect(ServiceError.logText(plain) == "storage")
    }

    @Test("Every request and event of the topology is tested") func complete() {
        let requests = Set(EveryMessage.files.flatMap(\.requests).map { $0.type })
        let events = Set(EveryMessage.files.flatMap(\.events).map { $0.type })
        #expect(Set(Topology.requests.map(\.type)) == requests)
        #expect(requests.isDisjoint(with: Topology.reserved), "a removed request's number is never used again")
        // Appears on the mirror only, without a payload.
        #expect(
            Set(Topology.events.map(\.type)).subtracting([ImportProgressed.type] + ReplyStage.allCases.map(\.type))
                == events)
    }

    @Test("Field numbers are 1 and up, each once, and none is protobuf's own", arguments: EveryMessage.all.indices)
    func fieldNumbers(index: Int) throws {
        let world = Probe.World(seed: 1, isComplete: true)
        _ = try Probe.make(EveryMessage.all[index], world)
        for (message, fields) in world.schema.messages {
            let numbers = fields.map(\.number)
            #expect(Set(numbers).count == numbers.count, "\(message)")
            #expect(numbers.allSatisfy { $0 >= 1 && !(19_000...19_999).contains($0) }, "\(message)")
        }
    }
}
