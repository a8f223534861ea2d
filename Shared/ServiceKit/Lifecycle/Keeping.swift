import Foundation
import Messages
import Storage
import SystemKit

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Checks the locations of the data and the master key for risks: a stolen disk or a copied folder that is readable.
public enum Keeping {
    /// The current risks; empty if there are none. Reads directories, so not for frequent calls.
    public static func warnings(_ configuration: Configuration) -> [KeepingWarning] {
        let data = configuration.data
        return [keyOnDataDisk(configuration), openToOthers(data), synchronised(data), unnamedProxy(configuration)]
            .compactMap(\.self) + openSecrets(configuration)
    }

    /// The database of an earlier release, in which rows without a proof may count and content is in the clear.
    static let rowsOfEarlierRelease = KeepingWarning(
        kind: "rowsOfEarlierRelease",
        text:
            "The database comes from an earlier release: names, labels and verdicts are in the clear as that release reads them, and rows without a proof may count, with which somebody who can write it could open accounts. Say “pulsum rows seal” once every process runs this release."
    )

    /// Secrets that are refused because others may read or write their files.
    private static func openSecrets(_ configuration: Configuration) -> [KeepingWarning] {
        configuration.secretFiles.compactMap { (setting, path) -> KeepingWarning? in
            // A pipe would be emptied, or waited for.
            guard let mode = status(path)?.st_mode, mode & S_IFMT == S_IFREG else { return nil }
            do throws(PrivateFile.Problem) {
                _ = try PrivateFile.read(path, .secret)
                return nil
            } catch PrivateFile.Problem.open {
                return KeepingWarning(
                    kind: "openSecret",
                    text:
                        "The secret \(path) (\(setting)) is not used, because others on this machine may read or write it; run: chmod 600 \(path)"
                )
            } catch {
                // Missing or unreadable: whoever uses it says so.
                return nil
            }
        }
    }

    private static func keyOnDataDisk(_ configuration: Configuration) -> KeepingWarning? {
        let (key, data) = (configuration.masterKey, configuration.data)
        // Before the first start the key file does not exist: checks its directory.
        let keyPlace = status(key) ?? status((key as NSString).deletingLastPathComponent)
        guard !configuration.masterKeyIsCredential, let keyStatus = keyPlace, let dataStatus = status(data),
            keyStatus.st_dev == dataStatus.st_dev
        else {
            return nil
        }
        // A locked key is useless without its passphrase.
        guard (try? KeyRotation.isLocked(key)) == false else { return nil }
        return KeepingWarning(
            kind: "keyBesideData",
            text:
                "The master key \(key) is on the same disk as the data that it opens: whoever gets that disk reads everything. "
                + "Lock the key with “pulsum master-key lock”, or keep it elsewhere (PULSUM_MASTER_KEY, or a systemd credential)."
        )
    }

    private static func openToOthers(_ data: String) -> KeepingWarning? {
        guard PrivateFile.isOpenToOthers(data) else { return nil }
        return KeepingWarning(
            kind: "openToOthers",
            text: "Others on this machine may look into the data directory \(data); run: chmod 700 \(data)")
    }

    /// A public address, but an address of this machine to listen on and no proxy that is named: all visitors then have
    /// the address of the proxy.
    private static func unnamedProxy(_ configuration: Configuration) -> KeepingWarning? {
        guard let host = configuration.publicURL?.host, host != "localhost",
            NetworkAddress(host)?.isLoopback != true, configuration.trustedProxies.isEmpty,
            (try? configuration.httpExposure()) == .loopback
        else { return nil }
        return KeepingWarning(
            kind: "unnamedProxy",
            text:
                "Pulsum is reached as \(host) through a proxy that it does not know: every visitor counts as the proxy, in the limits of wrong passwords and in the security record. Name the proxy in PULSUM_TRUSTED_PROXIES and let it send X-Forwarded-For."
        )
    }

    private static func synchronised(_ data: String) -> KeepingWarning? {
        guard let drive = drive(of: URL(fileURLWithPath: data).resolvingSymlinksInPath().path, markers: markers) else {
            return nil
        }
        return KeepingWarning(
            kind: "synchronised",
            text:
                "The data directory \(data) is in a folder that \(drive) synchronises: copies leave this machine, and databases can be damaged by it. "
                + "Move it elsewhere (PULSUM_DATA); a backup under a passphrase may lie there.")
    }

    /// The cloud drive that synchronises a directory, detected by folder names and marker files of it and its parents.
    /// - Parameter markers: returns the hidden file names of a directory.
    static func drive(of path: String, markers: (String) -> [String]) -> String? {
        var folder = path
        while folder.count > 1 {
            if let drive = drive(named: (folder as NSString).lastPathComponent)
                ?? markers(folder).lazy.compactMap(drive(marking:)).first
            {
                return drive
            }
            folder = (folder as NSString).deletingLastPathComponent
        }
        return nil
    }

    /// Matches the folder names of the drives' clients, with or without a suffix ("OneDrive - Firm", "Dropbox
    /// (Private)").
    private static func drive(named name: String) -> String? {
        let folders = [
            ("dropbox", "Dropbox"), ("onedrive", "OneDrive"), ("google drive", "Google Drive"),
            ("googledrive", "Google Drive"), ("nextcloud", "Nextcloud"),
            ("owncloud", "ownCloud"), ("icloud drive", "iCloud"), ("iclouddrive", "iCloud"),
            ("mobile documents", "iCloud"), ("cloudstorage", "a cloud drive"),
            ("pcloud", "pCloud"), ("syncthing", "Syncthing"),
        ]
        let lower = name.lowercased()
        return folders.first { folder, _ in
            lower == folder || [" ", "-", "("].contains { lower.hasPrefix(folder + $0) }
        }?.1
    }

    /// Matches the files that the clients place in the top folder.
    private static func drive(marking name: String) -> String? {
        switch name {
        case ".dropbox", ".dropbox.cache": "Dropbox"
        case ".849C9593-D756-4E56-8D6E-42412F2A707B": "OneDrive"
        case ".nextcloudsync.log": "Nextcloud"
        case ".owncloudsync.log": "ownCloud"
        case ".stfolder": "Syncthing"
        case ".tmp.drivedownload", ".tmp.driveupload": "Google Drive"
        default: [".sync_", "._sync_"].contains { name.hasPrefix($0) } && name.hasSuffix(".db") ? "Nextcloud" : nil
        }
    }

    private static func markers(_ folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        // Bounds the work for very large folders; clients create their marker files first.
        for _ in 0..<4096 {
            guard let entry = readdir(directory) else { break }
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: entry.pointee.d_name)) {
                    String(cString: $0)
                }
            }
            if name.hasPrefix(".") { names.append(name) }
        }
        return names
    }

    private static func status(_ path: String) -> stat? {
        var status = stat()
        return stat(path, &status) == 0 ? status : nil
    }
}
