import Messages

/// Records a run and checks its guarantees:
/// (a) an acknowledged command took effect, none took effect twice, and each event is applied once;
/// (b) the consumer applies a user's events in commit order;
/// (c) every request ends within its budget;
/// (d) a watcher received each event or a notice that it missed some.
struct History {
    private struct Command {
        let user: Int
        /// The process that waits for it.
        let process: Int
        var effects = 0
        var isAcknowledged = false
        var reply: UInt64?
        /// Its caller died before the acknowledgement, or got the answer that its effect is unknown: both outcomes are right.
        var isAbandoned = false
        /// Its caller got the answer that it has no effect.
        var isRefused = false
        /// Refusals by the consumer, plus deaths of workers that held it, since the last manual redrive.
        var refusals = 0
    }

    private(set) var violations: [String] = []
    private var commands: [Command] = []
    private var committed: [[Int]]
    private var appliedCount: [Int]
    private var open: Set<UInt64> = []
    private var unseen: Set<UInt64> = []
    private(set) var applied = 0
    private(set) var answered = 0
    /// Hash of everything that happened: equal for equal runs.
    private(set) var fingerprint: UInt64 = 0xCBF2_9CE4_8422_2325

    init(users: Int) {
        committed = Array(repeating: [], count: users)
        appliedCount = Array(repeating: 0, count: users)
    }

    mutating func violate(_ sentence: String) { violations.append(sentence) }
    mutating func note(_ number: UInt64) { fingerprint = (fingerprint ^ number) &* 0x100_0000_01B3 }

    // MARK: (a) and (b)

    /// - Parameter process: the caller, or the process that does it of itself.
    mutating func newCommand(user: Int, of process: Int = 0) -> Int {
        commands.append(Command(user: user, process: process))
        return commands.count - 1
    }

    func user(of command: Int) -> Int { commands[command].user }
    func isAcknowledged(_ command: Int) -> Bool { commands[command].isAcknowledged }

    mutating func emitted(_ command: Int) {
        committed[commands[command].user].append(command)
        took(command)
    }

    mutating func took(_ command: Int) {
        commands[command].effects += 1
        if commands[command].effects > 1 {
            violate("command \(command) took effect \(commands[command].effects) times")
        }
        if commands[command].isRefused { violate("command \(command) took effect after it had failed") }
    }

    mutating func acknowledged(_ command: Int, reply: UInt64? = nil) {
        commands[command].isAcknowledged = true
        if commands[command].effects == 0 { violate("command \(command) was acknowledged without an effect") }
        if let first = commands[command].reply, first != reply {
            violate("command \(command) was answered with \(first), and then with another reply")
        }
        commands[command].reply = reply
    }

    /// - Parameter isKnown: its caller got the answer that nothing was changed.
    mutating func failed(_ command: Int, isKnown: Bool) {
        (commands[command].isAbandoned, commands[command].isRefused) = (true, isKnown)
        if isKnown, commands[command].effects > 0 { violate("command \(command) failed, and took effect") }
    }

    mutating func applied(_ command: Int, number: UInt64, user: Int) {
        applied += 1
        let expected = appliedCount[user]
        appliedCount[user] += 1
        guard expected < committed[user].count, committed[user][expected] == command, number == UInt64(expected + 1)
        else {
            return violate("user \(user): command \(command) was applied as number \(expected + 1), which is another's")
        }
    }

    mutating func refused(_ command: Int) { commands[command].refusals += 1 }
    mutating func redriven(_ command: Int) { commands[command].refusals = 0 }
    mutating func diedHolding(_ message: DeliverEvents) {
        for slice in message.slices { for event in slice.events { commands[Int(event.id.low)].refusals += 1 } }
    }

    mutating func parked(_ command: Int, attempts: Int) {
        if commands[command].refusals < attempts {
            violate(
                "command \(command)'s lane was parked after \(commands[command].refusals) refusals; \(attempts) are needed"
            )
        }
    }

    // MARK: (c)

    mutating func asked(_ exchange: UInt64) { open.insert(exchange) }
    mutating func answered(_ exchange: UInt64) {
        answered += 1
        open.remove(exchange)
    }

    /// The caller of these exchanges died.
    mutating func died(_ exchanges: [UInt64]) { open.subtract(exchanges) }
    mutating func died(process: Int) {
        for index in commands.indices where commands[index].process == process && !commands[index].isAcknowledged {
            commands[index].isAbandoned = true
        }
    }

    // MARK: (d)

    mutating func published(_ epoch: UInt64, _ sequence: UInt64) { unseen.insert(epoch &+ sequence) }
    mutating func saw(_ epoch: UInt64, _ sequence: UInt64) { unseen.remove(epoch &+ sequence) }
    /// After a gap notice, or as a new subscriber, the watcher fetches the whole state.
    mutating func refetched() { unseen = [] }

    // MARK: The end

    var isSettled: Bool {
        open.isEmpty && commands.allSatisfy { $0.isAcknowledged || $0.isAbandoned }
            && committed.indices.allSatisfy { appliedCount[$0] == committed[$0].count }
    }

    mutating func finish() {
        if !open.isEmpty { violate("\(open.count) requests never ended") }
        let waiting = commands.filter { !$0.isAcknowledged && !$0.isAbandoned }.count
        if waiting > 0 {
            violate("\(waiting) commands were never acknowledged, though nothing stood in the way at the end")
        }
        for user in committed.indices where appliedCount[user] < committed[user].count {
            violate("user \(user): \(committed[user].count - appliedCount[user]) events were never applied")
        }
        if !unseen.isEmpty { violate("\(unseen.count) events passed a watcher that was never told") }
    }

    var commandCount: Int { commands.count }
}
