import Messages

/// Management of capability keys: a service holds its own, the API holds all.
extension KeyManager {
    /// The paths of a service's capability key: in the API's directory and its own.
    private func places(of name: ServiceName) -> [String] {
        [ServiceName.api, name].map { CapabilityKeys.path(of: name, in: store(of: $0).directory) }
    }

    /// Creates missing keys, and replaces a service's copy that differs from the API's.
    func createCapabilityKeys(_ names: [ServiceName]) throws(StartFailure) {
        for name in names where Topology.services.contains(name) {
            try Files.makeDirectory(store(of: .api).directory)
            var texts: [String] = []
            for place in places(of: name) { if let text = try Files.readSecret(place) { texts.append(text) } }
            try write(texts.first ?? CapabilityKeys.line() + "\n", name)
        }
    }

    /// Adds a second key. The API signs with it and the service accepts both; each reads its file within five minutes.
    /// - Throws: `StartFailure` if the key files cannot be read or written.
    public func rotateCapability(_ name: ServiceName) throws(StartFailure) {
        try write(CapabilityKeys.line() + "\n" + (try newest(name)) + "\n", name)
    }

    /// Removes all but the newest key.
    /// - Throws: `StartFailure` if the key files cannot be read or written.
    public func revokeCapability(_ name: ServiceName) throws(StartFailure) { try write(try newest(name) + "\n", name) }

    private func newest(_ name: ServiceName) throws(StartFailure) -> String {
        guard let place = places(of: name).first, let text = try Files.readSecret(place),
            let line = text.split(whereSeparator: \.isNewline).first
        else {
            throw StartFailure("\(name) has no capability key yet; make one with “pulsum keys create \(name)”.")
        }
        return String(line)
    }

    /// Writes the service's file first, so that it accepts the new key before the API uses it.
    private func write(_ text: String, _ name: ServiceName) throws(StartFailure) {
        for place in places(of: name).reversed() {
            if try Files.readSecret(place) != text { try Files.replace(place, text) }
        }
    }
}
