import Foundation
import ServiceKit
import SystemKit

/// The files of an installation's own certificate, in the folder `tls` of its data directory.
struct CertificateFiles {
    let folder: String

    init(data: String) { folder = data + "/tls" }

    /// The certificate and behind it the authority, which the page offers to phones.
    var certificate: String { folder + "/certificate.pem" }
    var key: String { folder + "/key.pem" }

    /// Issues a certificate, by the authority of `keptKey` if that file exists, or else by a new one.
    /// - Parameters:
    ///   - keptKey: path of the authority's key; nil destroys it once it has signed.
    ///   - replaces: whether a new authority may take the place of one that phones may trust.
    /// - Returns: the end of the certificate's validity.
    /// - Throws: `CLIError`, before any file is changed.
    func make(for names: CertificateNames, keptKey: String?, replaces: Bool, at now: Date) throws -> Date {
        let old = try Files.read(certificate).flatMap(Self.authority)
        let secret = try keptKey.flatMap { try Files.readSecret($0) }
        if secret != nil, replaces {
            throw CLIError("The file of the key exists; a new authority needs another one.")
        }
        let kept = try secret.map { try authority(keyPEM: $0, certificatePEM: old, for: names, at: now) }
        if kept == nil, old != nil, !replaces {
            throw CLIError(
                "There is an authority already, which phones may trust (\(certificate)). With --authority-key and its key the certificate is renewed; --new-authority makes another one, which each phone has to trust anew."
            )
        }
        let signer = try kept ?? LocalAuthority(for: names, at: now)
        let (issued, own) = (try signer.issue(for: names, at: now), try signer.certificatePEM)
        try PrivateFile.makeDirectory(folder)
        if kept == nil, let keptKey, try !PrivateFile.create(keptKey, Array(signer.keyPEM.utf8)) {
            throw CLIError("\(keptKey) exists and holds no key.")
        }
        // A process that reads between the two refuses the pair and keeps the one before.
        try PrivateFile.replace(key, Array(issued.key.utf8))
        try PrivateFile.replace(certificate, Array((issued.certificate + own).utf8))
        return issued.end
    }

    /// The last certificate of a chain; nil if it has one alone.
    private static func authority(of chain: String) -> String? {
        let begin = "-----BEGIN CERTIFICATE-----"
        let parts = chain.components(separatedBy: begin).dropFirst()
        return parts.count > 1 ? parts.last.map { begin + $0 } : nil
    }

    private func authority(keyPEM: String, certificatePEM: String?, for names: CertificateNames, at now: Date) throws
        -> LocalAuthority
    {
        guard let certificatePEM else {
            throw CLIError(
                "There is no authority in \(certificate) to use the key for: name another file for a new key.")
        }
        guard let kept = try? LocalAuthority(certificatePEM: certificatePEM, keyPEM: keyPEM) else {
            throw CLIError("The key is not that of the authority in \(certificate).")
        }
        guard kept.certificate.notValidAfter > now + 30 * 86_400 else {
            throw CLIError("The authority ends within a month: a new one is needed (--new-authority and another file).")
        }
        guard try kept.permits(names) else {
            throw CLIError(
                "The authority cannot vouch for all of these names: a new one is needed, which each phone has to trust (--new-authority and another file for its key)."
            )
        }
        return kept
    }
}
