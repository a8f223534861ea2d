import Messages

@testable import Bus

/// Payload of a simulated message.
enum Body {
    case ready(Ready)
    case error(ServiceError)
    /// A command by its number; a retry carries the same number.
    case command(Int)
    case question
    case deliver(DeliverEvents)
    case receipt(DeliverReceipt)
    /// The reply of a command: another one for each execution.
    case number(UInt64)
    case done
}

struct Message {
    var header: Header
    var body: Body?
}

/// A transport connection between a process and a broker; it lives until either end dies or the path between them
/// breaks.
final class Connection {
    let peer: UInt32
    let process: Int
    let link: Int
    let broker: Int
    /// Each end detects the lost connection independently.
    var isOpenAtProcess = true
    var isOpenAtBroker = true
    var toBroker = Way()
    var toProcess = Way()

    struct Way {
        /// Later messages arrive after this time, because a connection preserves order.
        var last: Int64 = 0
        /// Messages sent at this time are lost.
        var loss: Int64?
    }

    init(peer: UInt32, process: Int, link: Int, broker: Int) {
        (self.peer, self.process, self.link, self.broker) = (peer, process, link, broker)
    }
}

/// A disturbed path between one process and one broker.
struct Disturbance {
    enum Kind { case delayed, cut }
    var kind: Kind
    var until: Int64
}

enum Event {
    case toBroker(Connection, Message)
    case toProcess(Connection, Message)
    case closedAtProcess(Connection)
    case closedAtBroker(Connection)
    case connect(process: Int, life: Int, link: Int, opening: Int)
    case brokerTick(Int, life: Int)
    case processTick(Int, life: Int, tick: Int)
    case work(process: Int, life: Int, slot: UInt64)
    case look(process: Int, life: Int)
    case relayBeat(process: Int, life: Int)
    case settle(process: Int, life: Int)
    case write(WriteEvent, process: Int, life: Int, id: UInt64)
    case ownWrite(process: Int, life: Int)
    case lease(LeaseEvent, process: Int, life: Int, tenure: UInt64)
    case issue
    case retry(command: Int, life: Int)
    case ask
    case mirror(MirrorEvent, life: Int)
    case fault
    case recover(Recovery)
}

enum Recovery {
    case startBroker(Int)
    case startProcess(Int)
    case resumeBroker(Int)
    case resumeProcess(Int)
    case redrive
}

/// Roles: the caller sends requests, the producer executes commands and emits events, the consumer consumes them.
enum Cast {
    static let caller = ServiceName.api
    static let producer = ServiceName.scoring
    static let consumer = ServiceName.coaching
    static let command = SubmitCheckIn.type
    static let question = CardsQuery.type
    static let event = ScoreUpdated.type

    static func wireName(_ service: ServiceName) -> WireName { WireName(service) ?? .nobody }
    static func user(_ index: Int) -> UserID { UserID(high: 7, low: UInt64(index)) }
}
