import Crypto
import Foundation

extension Moments {
    /// SHA-256 of `Library/moments.json`. After a change of the library that was reviewed, this line renews it:
    ///
    ///     sed -i "s/\"[0-9a-f]\{64\}\"/\"$(sha256sum Shared/Moments/Library/moments.json | cut -c 1-64)\"/" Shared/Moments/LibraryPin.swift
    private static let pin = "e0435c960a6dda3b788f70f9308b801e77cfb0209f36295d61217fec4338d274"

    /// The library is advice to people and what the gateway may quote to a cloud, so a process that uses it does not start with another one than was reviewed.
    /// - Throws: `LibraryAltered` where the library that was compiled in is not the pinned one.
    public static func requirePinned() throws(LibraryAltered) { try requirePinned(PackageResources.moments_json) }

    static func requirePinned(_ library: [UInt8]) throws(LibraryAltered) {
        let digest = SHA256.hash(data: library).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        guard digest == pin else { throw LibraryAltered() }
    }
}

public struct LibraryAltered: Error, Equatable, CustomStringConvertible {
    public var description: String {
        "The library of suggestions is not the one that was released; build or install Pulsum again, or renew the pin in LibraryPin.swift if the change is yours."
    }
}
