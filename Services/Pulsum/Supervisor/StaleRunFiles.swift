import Foundation
import ServiceKit
import SystemKit

/// Files of dead processes in the run directory: addresses of health servers, gateways' lock files, and partial
/// backups.
enum StaleRunFiles {
    /// Removes a file only if its process is proven dead: no process has its id, or the kernel's lock on it is free.
    /// Safe at any time and repeatedly.
    static func clear(_ run: String) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: run)) ?? [] {
            let path = "\(run)/\(name)"
            let parts = name.split(separator: ".")
            if parts.count == 2, parts[0] == "backup" {
                if let processID = pid_t(parts[1]), processID > 0, kill(processID, 0) != 0, errno == ESRCH {
                    try? FileManager.default.removeItem(atPath: path)
                }
                continue
            }
            guard parts.count == 3 else { continue }
            switch parts[2] {
            case "health", "json":
                if let processID = pid_t(parts[1]), processID > 0, kill(processID, 0) != 0, errno == ESRCH {
                    Files.remove(path)
                }
            case "lock" where parts[0] == "gateway":
                removeIfFree(path)
            default: continue
            }
        }
    }

    /// True while any gateway lives, even one whose “pulsum up” was killed: it may still be calling the cloud model
    /// with receipts in the open database.
    static func hasLivingGateway(_ run: String) -> Bool {
        clear(run)
        return ((try? FileManager.default.contentsOfDirectory(atPath: run)) ?? []).contains {
            $0.hasPrefix("gateway.") && $0.hasSuffix(".lock")
        }
    }

    /// Removes the file while holding its lock, so that no other process can take it in between. A gateway that had
    /// just opened the file detects the removal.
    private static func removeIfFree(_ path: String) {
        let file = open(path, O_RDWR | O_CLOEXEC)
        guard file >= 0 else { return }
        if FileLock.take(file) { Files.remove(path) }
        close(file)
    }
}
