#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension NetworkAddress {
    /// Interfaces of containers and virtual machines, which no other device reaches.
    private static let inner = ["docker", "br-", "veth", "virbr", "vmnet", "cni", "podman", "lxc"]

    /// The IPv4 addresses under which other devices of the network may reach this machine, in the order of its
    /// interfaces; none without a network.
    public static func ofThisMachine() -> [NetworkAddress] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var (addresses, entry) = ([NetworkAddress](), list)
        while let current = entry {
            defer { entry = current.pointee.ifa_next }
            guard let socket = current.pointee.ifa_addr, socket.pointee.sa_family == sa_family_t(AF_INET)
            else { continue }
            let name = String(cString: current.pointee.ifa_name)
            let bytes = socket.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                withUnsafeBytes(of: $0.pointee.sin_addr) { Array($0) }
            }
            guard let address = NetworkAddress(bytes.map(String.init).joined(separator: ".")),
                !address.isLoopback, !address.isLinkLocal, !inner.contains(where: name.hasPrefix),
                !addresses.contains(address)
            else { continue }
            addresses.append(address)
        }
        return addresses
    }
}
