import Crypto
import Foundation
import Messages

extension Moments {
    /// SHA-256 of the reviewed files in `Library`. After a reviewed change, this command updates them, and
    /// `deploy/generate` the vectors:
    ///
    ///     for file in moments explanations; do
    /// sed -i "/\"$file.json\"/s/[0-9a-f]\{64\}/$(sha256sum Shared/Moments/Library/$file.json | cut -c 1-64)/" \
    ///             Shared/Moments/LibraryPin.swift
    ///     done
    private static let pins = [
        // SHA-256 digests.
        "moments.json": "8410cd7b83c36ebeaddea87b416a685623c05c9dc53fa2d0eba966b593088b80",
        "explanations.json": "4b24bc4e3b011e07de2fc23d7870bf2f2c3a9648f48fcabe7132d1351a973129",
    ]

    /// Verifies the compiled-in libraries. Processes that use them must not start with unreviewed ones, because they
    /// are advice to people, and the gateway may quote them to a cloud model.
    /// - Throws: `LibraryAltered` if a library differs from the pinned one.
    public static func requirePinned() throws(LibraryAltered) {
        try requirePinned(LibraryFiles.moments, "moments.json")
        try requirePinned(LibraryFiles.explanations, "explanations.json")
    }

    static func requirePinned(_ library: some DataProtocol, _ file: String) throws(LibraryAltered) {
        let digest = SHA256.hash(data: library).hexadecimal
        guard digest == pins[file] else { throw LibraryAltered() }
    }
}

/// A compiled-in library differs from the reviewed one.
public struct LibraryAltered: Error, Equatable, CustomStringConvertible {
    public var description: String {
        "The library of suggestions is not the one that was released; build or install Pulsum again, or renew the pin in LibraryPin.swift if the change is yours."
    }
}
