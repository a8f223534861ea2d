import Bus
import Messages

extension KeyManager {
    /// The names of the files that processes of a machine without a broker need and that are not here: the broker's
    /// public key, each process's secret key, a service's capability key, and all capability keys for the API.
    public func missing(for names: [ServiceName]) -> [String] {
        let services = names.contains(.api) ? Topology.services : names.filter(Topology.services.contains)
        return
            ([KeyStore(directory: directory).publicPath(.broker)]
            + names.map { KeyStore(directory: directory).secretPath($0) }
            + services.map { CapabilityKeys.path(of: $0, in: directory) })
            .filter { !Files.exists($0) }.map { String($0.dropFirst(directory.count + 1)) }
    }
}
