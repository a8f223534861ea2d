import Foundation
import Logging
import NIOSSL
import ServiceKit
import Synchronization

/// The server's TLS certificate. `reload` replaces it for new connections; existing connections keep theirs.
final class ServerCertificate: Sendable {
    private let certificate: String
    private let key: String
    private let current: Mutex<Loaded>

    private struct Loaded {
        let context: NIOSSLContext
        let authority: OwnAuthority?
    }

    /// The TLS context for a new connection.
    var context: NIOSSLContext { current.withLock { $0.context } }
    /// The authority that other devices have to trust; nil where they trust the certificate without it.
    var authority: OwnAuthority? { current.withLock { $0.authority } }

    /// Loads both files.
    /// - Parameters:
    ///   - certificate: path of a PEM file: the certificate, then its chain.
    ///   - key: path of a PEM file.
    /// - Throws: `StartFailure` if a file is missing or unreadable, others may read or write the key, or the key does
    ///   not match the certificate.
    init(certificate: String, key: String) throws(StartFailure) {
        (self.certificate, self.key) = (certificate, key)
        current = Mutex(try Self.load(certificate, key))
    }

    /// The certificate of a configuration; nil for plain HTTP.
    /// - Throws: `StartFailure` as of the other initialiser.
    convenience init?(_ configuration: Configuration) throws(StartFailure) {
        guard let certificate = configuration.tlsCertificate, let key = configuration.tlsKey else { return nil }
        try self.init(certificate: certificate, key: key)
    }

    /// Reloads both files. A failure is logged and keeps the current certificate.
    func reload(_ log: Logger) {
        do {
            let loaded = try Self.load(certificate, key)
            current.withLock { $0 = loaded }
            log.notice("The certificate was reloaded; new connections use it.")
        } catch {
            log.error("The certificate could not be reloaded: \(error.message)")
        }
    }

    private static func load(_ certificate: String, _ key: String) throws(StartFailure) -> Loaded {
        let chain: [NIOSSLCertificate]
        do {
            chain = try NIOSSLCertificate.fromPEMFile(certificate)
        } catch {
            throw StartFailure(
                "PULSUM_TLS_CERT=\(certificate): this is no readable certificate in PEM format.",
                status: StartFailure.badConfiguration)
        }
        guard !chain.isEmpty else {
            throw StartFailure(
                "PULSUM_TLS_CERT=\(certificate): the file holds no certificate.", status: StartFailure.badConfiguration)
        }
        guard let text = try Files.readSecret(key) else {
            throw StartFailure("PULSUM_TLS_KEY=\(key): the file is missing.", status: StartFailure.badConfiguration)
        }
        let secret: NIOSSLPrivateKey
        do {
            secret = try NIOSSLPrivateKey(bytes: Array(text.utf8), format: .pem)
        } catch {
            throw StartFailure(
                "PULSUM_TLS_KEY=\(key): this is no readable private key in PEM format.",
                status: StartFailure.badConfiguration)
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(secret))
        // RFC 8996 deprecates TLS 1.0 and 1.1.
        configuration.minimumTLSVersion = .tlsv12
        // RFC 9325, section 4: of TLS 1.2 only suites with forward secrecy and authenticated encryption.
        configuration.cipherSuiteValues = [
            .TLS_AES_128_GCM_SHA256, .TLS_AES_256_GCM_SHA384, .TLS_CHACHA20_POLY1305_SHA256,
            .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384,
            .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
            .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
        ]
        configuration.applicationProtocols = ["http/1.1"]
        do {
            return Loaded(
                context: try NIOSSLContext(configuration: configuration), authority: OwnAuthority(chain: chain))
        } catch {
            throw StartFailure(
                "PULSUM_TLS_CERT=\(certificate) and PULSUM_TLS_KEY=\(key) do not belong together: the key is that of another certificate.",
                status: StartFailure.badConfiguration)
        }
    }
}
