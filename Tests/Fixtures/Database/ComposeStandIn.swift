import Foundation
import Messages

/// A program in the place of `docker compose` for the scripts in `deploy/compose`: it runs each service's commands in a
/// directory as its volume, and notes what it stops and starts.
public struct ComposeStandIn: Sendable {
    /// Path of the program.
    public let path: String
    /// A line for each `stop` and `up`, with the arguments.
    public let calls: String

    /// Writes the program.
    /// - Parameter services: those with a volume for data and one for keys.
    public init(_ services: [String], in scratch: Scratch) throws {
        (path, calls) = (scratch.file("compose"), scratch.file("calls"))
        let volumes = services.flatMap { ["\($0)-data", "\($0)-keys"] }.joined(separator: " ")
        try Data(Self.script.replacing("ALL_VOLUMES", with: volumes).utf8).write(to: URL(fileURLWithPath: path))
        chmod(path, 0o755)
    }

    /// Variables of a script that uses it, with those of the processes that tests start.
    /// - Parameters:
    ///   - volumes: directory of the services' directories; with `url` also of their `pgpass.NAME`.
    ///   - pulsum: path of the command line.
    ///   - url: address of the database for each service; empty with SQLite.
    ///   - programs: directory of the database's programs.
    public func environment(
        volumes: String, pulsum: String, url: String = "", programs: String = ""
    ) -> [String: String] {
        [
            "COMPOSE": path, "CALLS": calls, "VOLUMES": volumes, "PULSUM": pulsum, "URL": url, "PROGRAMS": programs,
        ].merging(SentenceModel.environment) { $1 }
    }

    private static let script = #"""
        #!/usr/bin/env bash
        set -euo pipefail
        while [ "${1#-}" != "$1" ]; do shift 2; done
        command=$1; shift
        case $command in
            config) [ "$1" = --services ] && echo roles || printf '%s\n' ALL_VOLUMES ;;
            exec)
                [ "$1" = -T ]; service=$2; shift 2
                if [ "$service" = postgres ]; then PATH=$PROGRAMS:$PATH exec "$@"; fi
                [ "$1" = pulsum ]; shift
                PULSUM_DATA=$VOLUMES/$service exec "$PULSUM" "$@" ;;
            run)
                mount="" entry=""
                while [ "${1#-}" != "$1" ]; do
                    case $1 in
                        -v) mount=${2%%:*}; shift 2 ;;
                        --entrypoint) entry=$2; shift 2 ;;
                        --rm | --no-deps | -T) shift ;;
                        *) exit 64 ;;
                    esac
                done
                service=$1; shift
                [ "$service" != roles ] || exit 0
                export PULSUM_DATA=$VOLUMES/$service
                [ -z "$URL" ] || export PULSUM_DATABASE="$URL&passfile=$VOLUMES/pgpass.$service"
                case $entry in
                    sh) exec sh "${@//\/data/$PULSUM_DATA}" ;;
                    pulsum) set -- "${@//\/backups/$mount}"; exec "$PULSUM" "${@//\/lists/$mount}" ;;
                    *) exit 64 ;;
                esac ;;
            stop | up) echo "$command $*" >>"$CALLS" ;;
            *) exit 64 ;;
        esac
        """#
}
