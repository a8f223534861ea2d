import SystemKit

/// Names and addresses of one machine, as its certificate lists them. `localhost` and 127.0.0.1 are always among them.
struct CertificateNames: Equatable {
    /// DNS names in lower case.
    private(set) var hosts = ["localhost"]
    private(set) var addresses = NetworkAddress("127.0.0.1").map { [$0] } ?? []

    /// The first one that another machine can use, for a subject's name; nil if there is none.
    var first: String? { hosts.dropFirst().first ?? addresses.dropFirst().first.map { "\($0)" } }

    /// Why a text names no machine.
    struct Refused: Error, Equatable {
        let name: String
        var reason: String { "\(name) is no name of a machine, such as pulsum.home.arpa, and no IP address." }
    }

    /// - Parameter names: host names of at least two labels, and addresses. A name of one label is refused: as a
    ///   constraint it would permit a whole top-level domain.
    /// - Throws: `Refused` with the first that is neither.
    init(_ names: [String]) throws(Refused) {
        for name in names {
            if let address = NetworkAddress(name) {
                if !addresses.contains(address) { addresses.append(address) }
            } else {
                let host = name.lowercased()
                guard Self.isHost(host) else { throw Refused(name: name) }
                if !hosts.contains(host) { hosts.append(host) }
            }
        }
    }

    /// RFC 1123 §2.1: labels of 1 to 63 letters, digits and inner hyphens, 253 characters at most.
    private static func isHost(_ name: String) -> Bool {
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count >= 2, name.utf8.count <= 253, labels.last?.contains(where: \.isLetter) == true else {
            return false
        }
        return labels.allSatisfy { label in
            (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                && label.utf8.allSatisfy { byte in
                    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
                }
        }
    }

    /// The name of this machine, with `.local` where it has one label, and its private IPv4 addresses.
    static func ofThisMachine(_ hostName: String) -> [String] {
        let name = hostName.lowercased()
        let host = name.contains(".") ? name : name + ".local"
        return (isHost(host) && !host.hasPrefix("localhost") ? [host] : [])
            + NetworkAddress.ofThisMachine().filter(\.isPrivate).map { "\($0)" }
    }
}
