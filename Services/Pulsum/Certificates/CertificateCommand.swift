import ArgumentParser
import Foundation
import ServiceKit
import SystemKit

/// `pulsum certificate`: encryption at home, without a domain.
struct CertificateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "certificate", abstract: "Makes a certificate for this machine, for https at home.",
        discussion: """
            The certificate is signed by an authority of this machine, which each phone has to trust once; the page “Reach it from your phone” shows how. The \
            authority can vouch for servers of the names given here and the names below them only, and its key is destroyed once it has signed. The certificate is valid for two \
            years. Keep the authority's key on another medium (--authority-key) to renew the certificate later without touching the phones.
            """)

    @Argument(
        help: ArgumentHelp(
            "Names and addresses under which phones reach this machine; its own name and private addresses by default.",
            valueName: "name"))
    var names: [String] = []
    @Option(
        help: ArgumentHelp(
            "The file of the authority's key, apart from this machine: used if it exists, made if not.",
            valueName: "file"))
    var authorityKey: String?
    @Flag(help: "Replaces an authority that phones trust already: each has to trust the new one.")
    var newAuthority = false
    @OptionGroup var common: Common

    func run() async throws {
        do {
            let configuration = try common.settings()
            let chosen = names.isEmpty ? CertificateNames.ofThisMachine(ProcessInfo.processInfo.hostName) : names
            let names = try CertificateNames(chosen)
            guard names.first != nil else {
                throw CLIError("This machine has no name and no address for a phone: give one, such as 192.168.1.5.")
            }
            let files = CertificateFiles(data: configuration.data)
            let keptKey = authorityKey.map(absolute)
            let end = try files.make(for: names, keptKey: keptKey, replaces: newAuthority, at: Date())
            let day = end.formatted(.iso8601.year().month().day())
            Terminal.say(
                """
                A certificate for \((names.hosts + names.addresses.map { "\($0)" }).joined(separator: ", ")), valid through \(day), is in \(files.folder).
                \(keptKey.map { "The authority's key is in \($0): keep it apart from this machine." } ?? "The authority's key is destroyed.")
                Start Pulsum with it, then open “Reach it from your phone” in the settings:

                \(Self.start(files, names))
                """)
        } catch let error as CertificateNames.Refused {
            throw CLIError(error.reason)
        } catch {
            throw CLIError(error)
        }
    }

    private static func start(_ files: CertificateFiles, _ names: CertificateNames) -> String {
        let hosts = names.hosts.dropFirst().joined(separator: ",")
        func quoted(_ path: String) -> String { "'" + path.replacing("'", with: "'\\''") + "'" }
        return "PULSUM_TLS_CERT=\(quoted(files.certificate)) PULSUM_TLS_KEY=\(quoted(files.key))"
            + (hosts.isEmpty ? "" : " PULSUM_HTTP_NAMES=\(hosts)") + " pulsum up --http 0.0.0.0:8443"
    }
}
