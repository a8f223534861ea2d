import Fixtures
import Foundation
import Messages
import TestTraits
import Testing

extension Security {
    /// `deploy/compose/upgrade` with a program in the place of `docker compose` that notes its arguments.
    @Suite(.tags(.processes)) struct ComposeUpgradeTests {
        private static let compose = #"""
            #!/usr/bin/env bash
            set -euo pipefail
            while [ "${1#-}" != "$1" ]; do shift 2; done
            command=$1; shift
            case $command in
                config) printf '%s\n' $SERVICES; exit ;;
                ps)
                    case "$*" in
                        "-q scoring") printf '%s\n' a b c ;;
                        "-a -q api") printf '%s\n' d ;;
                    esac
                    exit ;;
                up) if [ "$1" = --help ]; then echo "$OPTIONS"; exit; fi ;;
                build | run) ;;
                *) exit 64 ;;
            esac
            echo "$command" "$@" >>"$CALLS"
            set -- "$command" "$@"
            [ "${@: -1}" != "$FAULTY" ]
            """#

        private func upgrade(
            _ arguments: [String] = [], services: String = "keys api", faulty: String = "none",
            options: String = "--no-build --wait", files: String = "docker-compose.yml", named: String = ""
        ) async throws -> (result: Executable.Result, calls: [String]) {
            let scratch = try Scratch()
            defer { scratch.remove() }
            let (compose, calls) = (scratch.file("compose"), scratch.file("calls"))
            try Data(Self.compose.utf8).write(to: URL(fileURLWithPath: compose))
            chmod(compose, 0o755)
            // Tells which files the API's container was made with.
            let docker = scratch.file("docker")
            try Data("#!/bin/sh\n[ \"$1 ${4:-}\" = 'inspect d' ] && echo '\(files)'\n".utf8).write(
                to: URL(fileURLWithPath: docker))
            chmod(docker, 0o755)
            let script = Repository.root.appendingPathComponent("deploy/compose/upgrade").path
            let result = try await Executable.run(
                "/usr/bin/env", ["bash", script] + arguments,
                environment: [
                    "COMPOSE": compose, "CALLS": calls, "SERVICES": services, "FAULTY": faulty, "OPTIONS": options,
                    "COMPOSE_FILE": named, "PATH": "\(scratch.path):/usr/bin:/bin",
                ])
            let text = FileManager.default.contents(atPath: calls).map { String(decoding: $0, as: UTF8.self) } ?? ""
            return (result, text.split(separator: "\n").map(String.init))
        }

        private func replaced(_ order: [ServiceName]) -> [String] {
            order.map { "up -d --no-build --no-deps --wait --scale \($0)=\($0 == .scoring ? 3 : 1) \($0)" }
        }

        private static let keys = "run --rm --no-deps keys"

        @Test(
            "DESIGN: an upgrade of containers makes keys and logins first, then replaces each process before its callers"
        )
        func order() async throws {
            let files = try await upgrade()
            #expect(files.result.status == 0, "\(files.result)")
            #expect(files.calls == ["build", Self.keys] + replaced(Topology.upgradeOrder))
            let server = try await upgrade(services: "keys roles api")
            #expect(
                server.calls == ["build", Self.keys, "run --rm --no-deps roles"] + replaced(Topology.upgradeOrder))
            let back = try await upgrade(["--back"])
            #expect(back.calls == ["build", Self.keys] + replaced(Topology.upgradeOrder.reversed()))
        }

        @Test("DESIGN: an upgrade of containers replaces nothing without images, keys or logins, and stops at a fault")
        func faults() async throws {
            for (faulty, calls) in [
                ("build", ["build"]), ("keys", ["build", Self.keys]),
                ("roles", ["build", Self.keys, "run --rm --no-deps roles"]),
            ] {
                let stopped = try await upgrade(services: "keys roles", faulty: faulty)
                #expect(stopped.result.status == 1 && stopped.calls == calls, "\(stopped)")
                #expect(stopped.result.errors.contains("nothing was replaced"))
            }
            let sick = try await upgrade(faulty: "safety")
            let order = Topology.upgradeOrder
            let place = try #require(order.firstIndex(of: .safety))
            #expect(sick.result.status == 1 && sick.result.errors.contains("safety does not become healthy"))
            #expect(sick.calls == ["build", Self.keys] + replaced(Array(order[...place])))
            let postgres = "/srv/pulsum/docker-compose.yml,/srv/pulsum/deploy/compose/postgresql.yml"
            let unnamed = try await upgrade(files: postgres)
            #expect(unnamed.result.status == 1 && unnamed.calls.isEmpty, "services would begin with empty files")
            #expect(unnamed.result.errors.contains("postgresql.yml, which is not named now"), "\(unnamed)")
            let named = try await upgrade(
                files: postgres, named: "docker-compose.yml:deploy/compose/postgresql.yml")
            #expect(named.result.status == 0, "\(named)")
            let watched = try await upgrade(files: "/srv/docker-compose.yml,/srv/deploy/compose/monitoring.yml")
            #expect(watched.result.status == 0, "it changes no container of Pulsum: \(watched)")
            let old = try await upgrade(options: "--no-build")
            #expect(old.result.status == 1 && old.calls.isEmpty && old.result.errors.contains("version 2"))
        }
    }
}
