import Fixtures
import Foundation

/// Paths of the benchmark programs.
enum Executables {
    static var own: URL { Executable.folder.appendingPathComponent("pulsum-bench") }

    /// A program that `deploy/bench` compiled next to this one; nil if it was not compiled.
    static func compiled(_ name: String) -> String? {
        let path = Executable.folder.appendingPathComponent(name).path
        return FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }

    static func script(_ name: String) -> String {
        Repository.path("Benchmarks/py/\(name)")
    }

    /// A server of another project: from the packages that `deploy/bench` unpacked (`PULSUM_BENCH_PEERS`), or
    /// installed; nil where it is not there.
    static func server(_ name: String) -> String? {
        let roots = [environment["PULSUM_BENCH_PEERS"], ""].compactMap { $0 }
        let postgres = roots.flatMap { root in
            let versions = (try? FileManager.default.contentsOfDirectory(atPath: root + "/usr/lib/postgresql")) ?? []
            return versions.sorted().reversed().map { root + "/usr/lib/postgresql/\($0)/bin" }
        }
        let folders = roots.flatMap { [$0 + "/usr/bin", $0 + "/usr/sbin", $0 + "/usr/local/bin"] } + postgres
        return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// What a server from unpacked packages needs to find its libraries.
    static var serverEnvironment: [String: String] {
        guard let libraries = environment["PULSUM_BENCH_LIBRARIES"] else { return [:] }
        return ["LD_LIBRARY_PATH": libraries]
    }

    static var environment: [String: String] { ProcessInfo.processInfo.environment }
}
