import Foundation
import ServiceKit
import SystemKit

/// What dead processes left in the run directory: addresses of health servers, the locks by which gateways prove that they live, and half-made backups.
enum Remains {
    /// Removes a file only under proof of death: no process has its number, or the kernel's lock on it is free. Safe at any time and more than once.
    static func clear(_ run: String) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: run)) ?? [] {
            let path = "\(run)/\(name)"
            let parts = name.split(separator: ".")
            if parts.count == 2, parts[0] == "backup" {
                if let processID = pid_t(parts[1]), processID > 0, kill(processID, 0) != 0, errno == ESRCH { try? FileManager.default.removeItem(atPath: path) }
                continue
            }
            guard parts.count == 3 else { continue }
            switch parts[2] {
            case "health", "json":
                if let processID = pid_t(parts[1]), processID > 0, kill(processID, 0) != 0, errno == ESRCH { Files.remove(path) }
            case "lock" where parts[0] == "gateway":
                removeIfFree(path)
            default: continue
            }
        }
    }

    /// True while a gateway lives, also one whose “pulsum up” was killed: it may be calling, by the receipts of the database it has open.
    static func hasLivingGateway(_ run: String) -> Bool {
        clear(run)
        return ((try? FileManager.default.contentsOfDirectory(atPath: run)) ?? []).contains { $0.hasPrefix("gateway.") && $0.hasSuffix(".lock") }
    }

    /// Removed while the lock is held, so that nobody can take it in between; a gateway that had just opened the file sees that it is gone.
    private static func removeIfFree(_ path: String) {
        let file = open(path, O_RDWR | O_CLOEXEC)
        guard file >= 0 else { return }
        if FileLock.take(file) { Files.remove(path) }
        close(file)
    }
}
