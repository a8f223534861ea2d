import FlyingFox
import FlyingSocks
import Foundation
import Messages
import Synchronization
import SystemKit

/// Serves `/health/live`, `/health/ready` and `/metrics` of one process. While it runs, the bound address is in
/// `{data}/run/{service}.{pid}.health`, and a Prometheus target (file_sd) in `{data}/run/{service}.{pid}.json`.
final class HealthServer: Sendable {
    private let host: ProcessHost
    private let server: HTTPServer?
    private let problem: String?
    private let isStopping = Mutex(false)

    init(host: ProcessHost) {
        self.host = host
        do {
            let address = host.configuration.health
            let name = address.host == "localhost" ? "127.0.0.1" : address.host
            let pool: some AsyncSocketPool = HTTPServer.defaultPool()
            server =
                name.contains(":")
                ? HTTPServer(
                    config: .init(
                        address: try sockaddr_in6.inet6(ip6: name, port: UInt16(address.port)), timeout: 5, pool: pool,
                        logger: .disabled))
                : HTTPServer(
                    config: .init(
                        address: try sockaddr_in.inet(ip4: name, port: UInt16(address.port)), timeout: 5, pool: pool,
                        logger: .disabled))
            problem = nil
        } catch {
            server = nil
            problem = "PULSUM_HEALTH=\(host.configuration.health): must begin with an IP address"
        }
    }

    var part: HostedTask {
        HostedTask("health", isVital: true, ending: .asked { await self.stop() }) { try await self.run() }
    }

    private var file: String { "\(host.configuration.run)/\(host.name).\(Platform.processID).health" }
    private var target: String { "\(host.configuration.run)/\(host.name).\(Platform.processID).json" }

    private func run() async throws {
        guard let server else { throw StartFailure(problem ?? "", status: StartFailure.badConfiguration) }
        await server.appendRoute("GET /health/live") { _ in HTTPResponse(statusCode: .ok, body: Data("live\n".utf8)) }
        await server.appendRoute("GET /health/ready") { [host] _ in
            let reasons = await host.unreadiness()
            let text = reasons.isEmpty ? "ready\n" : reasons.joined(separator: "\n") + "\n"
            return HTTPResponse(statusCode: reasons.isEmpty ? .ok : .serviceUnavailable, body: Data(text.utf8))
        }
        await server.appendRoute("GET /metrics") { [host] _ in
            HTTPResponse(
                statusCode: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
                body: Data(await host.metrics.text().utf8))
        }
        defer {
            Files.remove(file)
            Files.remove(target)
        }
        do {
            try await withThrowingTaskGroup { group in
                group.addTask { try await server.run() }
                group.addTask { [file, target, name = host.name, log = host.log] in
                    try await server.waitUntilListening(timeout: 10)
                    guard let bound = await server.listeningAddress.flatMap(HostPort.init) else { return }
                    try Files.replace(file, "\(bound)\n")
                    try Files.replace(
                        target, "[{\"targets\": [\"\(bound)\"], \"labels\": {\"service\": \"\(name)\"}}]\n")
                    log.debug("Health and metrics are served.", metadata: ["address": "\(bound)"])
                }
                try await group.waitForAll()
            }
        } catch {
            guard isStopping.withLock({ $0 }) || Task.isCancelled else {
                throw error as? StartFailure
                    ?? StartFailure(
                        "The health server cannot use \(host.configuration.health) (\(error)); set PULSUM_HEALTH to a free address."
                    )
            }
        }
    }

    private func stop() async {
        isStopping.withLock { $0 = true }
        await server?.stop()
    }
}

extension HostPort {
    fileprivate init?(_ address: Socket.Address) {
        switch address {
        case .ip4(let host, let port): self.init(host: host, port: Int(port))
        case .ip6(let host, let port): self.init(host: host, port: Int(port))
        case .unix: return nil
        }
    }
}
