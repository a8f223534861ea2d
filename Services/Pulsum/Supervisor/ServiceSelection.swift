import ArgumentParser
import Messages

/// The processes that `pulsum up --only` starts, such as `broker,scoring`.
struct ServiceSelection: ExpressibleByArgument, Equatable {
    /// Every process.
    static let all = ServiceSelection(processes: Set(Topology.processes))

    let processes: Set<ServiceName>

    init(processes: Set<ServiceName>) { self.processes = processes }

    /// Parses names of processes, separated by commas; nil if one is unknown or none is there.
    init?(argument: String) {
        let texts = argument.split(separator: ",", omittingEmptySubsequences: false)
        let names = texts.compactMap { text in Topology.processes.first { $0.rawValue == text } }
        guard !names.isEmpty, names.count == texts.count else { return nil }
        processes = Set(names)
    }

    /// True if one of the services loads the sentence model.
    var loadsModel: Bool {
        Topology.entries.contains { $0.container?.loadsModel == true && processes.contains($0.name) }
    }

    /// The names in start order, for a sentence.
    var text: String { Topology.processes.filter(processes.contains).map(\.rawValue).joined(separator: ", ") }
}
