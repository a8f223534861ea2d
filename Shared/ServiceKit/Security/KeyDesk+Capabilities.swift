import Messages

/// The capability keys: a service has its own, the API those of all.
extension KeyDesk {
    /// Where a service's capability key has to be: with the API, and with itself.
    private func places(of name: ServiceName) -> [String] {
        [ServiceName.api, name].map { CapabilityKeys.path(of: name, in: store(of: $0).directory) }
    }

    /// Makes the keys that are missing, and gives a service the API's copy where they differ.
    func createCapabilityKeys(_ names: [ServiceName]) throws(StartFailure) {
        for name in names where Topology.services.contains(name) {
            try Files.makeDirectory(store(of: .api).directory)
            var texts: [String] = []
            for place in places(of: name) { if let text = try Files.readSecret(place) { texts.append(text) } }
            try write(texts.first ?? CapabilityKeys.line() + "\n", name)
        }
    }

    /// A second key: the API uses it and the service accepts both, each five minutes after it has its file at the latest.
    public func rotateCapability(_ name: ServiceName) throws(StartFailure) {
        try write(CapabilityKeys.line() + "\n" + (try newest(name)) + "\n", name)
    }

    /// Leaves the newest key only.
    public func revokeCapability(_ name: ServiceName) throws(StartFailure) { try write(try newest(name) + "\n", name) }

    private func newest(_ name: ServiceName) throws(StartFailure) -> String {
        guard let place = places(of: name).first, let text = try Files.readSecret(place), let line = text.split(whereSeparator: \.isNewline).first else {
            throw StartFailure("\(name) has no capability key yet; make one with “pulsum keys create \(name)”.")
        }
        return String(line)
    }

    /// The service first, which accepts what the API does not use yet.
    private func write(_ text: String, _ name: ServiceName) throws(StartFailure) {
        for place in places(of: name).reversed() {
            if try Files.readSecret(place) != text { try Files.replace(place, text) }
        }
    }
}
