import Crypto
import Foundation

extension Moments {
    /// SHA-256 of `Library/moments.json`. After a reviewed change of the library, this command updates it:
    ///
    ///     sed -i "s/\"[0-9a-f]\{64\}\"/\"$(sha256sum Shared/Moments/Library/moments.json | cut -c 1-64)\"/" \
    ///         Shared/Moments/LibraryPin.swift
    private static let pin = "e0435c960a6dda3b788f70f9308b801e77cfb0209f36295d61217fec4338d274"

    /// Verifies the compiled-in library. Processes that use it must not start with an unreviewed one, because it is
    /// advice to people, and the gateway may quote it to a cloud model.
    /// - Throws: `LibraryAltered` if the library differs from the pinned one.
    public static func requirePinned() throws(LibraryAltered) { try requirePinned(PackageResources.moments_json) }

    static func requirePinned(_ library: [UInt8]) throws(LibraryAltered) {
        let digest = SHA256.hash(data: library).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        guard digest == pin else { throw LibraryAltered() }
    }
}

/// The compiled-in library differs from the reviewed one.
public struct LibraryAltered: Error, Equatable, CustomStringConvertible {
    public var description: String {
        "The library of suggestions is not the one that was released; build or install Pulsum again, or renew the pin in LibraryPin.swift if the change is yours."
    }
}
