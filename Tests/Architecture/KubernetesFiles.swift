import Messages

/// The parts of `deploy/kubernetes` that list services.
enum KubernetesFiles {
    /// Private memory of an idle process over SQLite where it is not `usual`, MiB: measured on a two-core machine.
    private static let idle: [ServiceName: Int] = [.goals: 18, .coaching: 103]
    /// Private memory of the other idle services, MiB: the largest of 13 to 25.
    private static let usual = 25
    /// Proportional set size of a process over PostgreSQL, MiB: the largest of three values of
    /// `deploy/checks/measure-memory` on a two-core machine.
    private static let used: [ServiceName: Int] = [
        .ingestion: 23, .sentiment: 48, .safety: 52, .scoring: 20, .coaching: 107, .goals: 20, .plans: 18,
    ]
    /// Requests that a process takes at once from each of two brokers. Callers use one of them while it answers.
    private static let credit = 16
    /// Requests that wait for a service, per process, above which another one starts.
    private static let queued = credit
    /// Requests that processes of a service work on, each, above which another one starts. Without it, processes that
    /// are busy but have no queue would be removed.
    private static let inFlight = credit * 3 / 4
    /// Undelivered events for a service, per process, above which another one starts.
    private static let pending = 1_000

    static let parts: [GeneratedPart] = [
        part("base/accounts.yaml", "accounts", documents(Topology.processes.map(account))),
        part("base/disruption.yaml", "budgets", documents(Topology.processes.map(budget))),
        part("overlays/small/services.yaml", "services", documents(services.map(keeper))),
        part("overlays/production/services.yaml", "services", documents(services.map(worker))),
        part("overlays/production/autoscalers.yaml", "autoscalers", documents(services.map(autoscaler))),
        part("overlays/production/migrations.yaml", "migrations", documents(Topology.services.map(migration))),
        part("examples/move/kustomization.yaml", "volumes", Topology.services.flatMap(moved)),
        part("examples/back/claims.yaml", "claims", documents(Topology.services.map(claim))),
        part("examples/database/cluster.yaml", "schemas", Topology.services.flatMap(schema)),
        part("examples/database/cluster.yaml", "roles", Topology.services.map(role)),
    ]

    /// The services whose workload is not written by hand.
    private static let services = Topology.entries.filter { $0.container != nil }

    private static func part(_ file: String, _ name: String, _ lines: [String]) -> GeneratedPart {
        GeneratedPart(file: "deploy/kubernetes/\(file)", name: name, lines: lines)
    }

    private static func documents(_ blocks: [String]) -> [String] {
        blocks.flatMap { ["---"] + $0.components(separatedBy: "\n") }
    }

    /// One process with a volume, over SQLite. `pods/pod.yaml` and `overlays/small/keeper.yaml` add what all have in
    /// common.
    private static func keeper(_ entry: ServiceEntry) -> String {
        let name = entry.name
        return """
            # \(entry.container?.reason ?? "")
            apiVersion: apps/v1
            kind: StatefulSet
            metadata:
              name: \(name)
              labels: \(labels(name, ", pulsum/keeps: data"))
            spec:
              replicas: 1
              serviceName: processes

            """ + template(entry, second: "migrate", memory: idle[name] ?? usual)
    }

    /// Processes without a volume of their own, over PostgreSQL. `pods/pod.yaml` and `tables.yaml` add what all have in
    /// common, the autoscaler their number.
    private static func worker(_ entry: ServiceEntry) -> String {
        """
        # \(entry.container?.reason ?? "")
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: \(entry.name), labels: \(labels(entry.name)) }
        spec:

        """ + template(entry, second: "place", memory: used[entry.name] ?? 0) + "\n" + password(entry.name)
    }

    /// - Parameters:
    ///   - second: the container that runs once, after that of the keys.
    ///   - memory: what the process requests, MiB.
    private static func template(_ entry: ServiceEntry, second: String, memory: Int) -> String {
        let name = entry.name
        return """
              selector: { matchLabels: { app.kubernetes.io/name: \(name) } }
              template:
                metadata: { labels: \(labels(name)) }
                spec:
                  serviceAccountName: \(name)
                  initContainers:
                    - { name: keys, image: pulsum/\(name) }
                    - { name: \(second), image: pulsum/\(name) }
                  containers:
                    - name: service
                      image: pulsum/\(name)
                      resources:
                        requests: { cpu: 50m, memory: \(memory)Mi }
                        limits: { memory: \(entry.container?.memory ?? 0)Mi }
                  volumes:
                    - { name: given-keys, secret: { secretName: \(name)-keys, defaultMode: 0440 } }
                    - { name: master-key, secret: { secretName: \(name)-master-key, defaultMode: 0440 } }
            """
    }

    /// The volume with the password of a service's login.
    private static func password(_ name: ServiceName) -> String {
        """
                - name: password
                  secret: { secretName: \(name)-database, items: [{ key: pgpass, path: pgpass, mode: 0440 }] }
        """
    }

    private static func account(_ name: ServiceName) -> String {
        """
        apiVersion: v1
        kind: ServiceAccount
        metadata: { name: \(name), labels: \(labels(name)) }
        automountServiceAccountToken: false
        """
    }

    private static func budget(_ name: ServiceName) -> String {
        """
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: { name: \(name), labels: \(labels(name)) }
        spec:
          maxUnavailable: 1
          selector: { matchLabels: { app.kubernetes.io/name: \(name) } }
        """
    }

    /// Scales on what waits and is worked on at the brokers, and on the events that no producer has delivered yet.
    private static func autoscaler(_ entry: ServiceEntry) -> String {
        let name = entry.name
        var metrics = [
            external("pulsum_broker_queued", "service", name, queued),
            external("pulsum_broker_in_flight", "service", name, inFlight),
        ]
        if !Topology.consumed(by: name).isEmpty {
            metrics.append(external("pulsum_outbox_pending", "consumer", name, pending))
        }
        return """
            apiVersion: autoscaling/v2
            kind: HorizontalPodAutoscaler
            metadata: { name: \(name), labels: \(labels(name)) }
            spec:
              scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: \(name) }
              minReplicas: 2
              maxReplicas: 4
              behavior: { scaleDown: { stabilizationWindowSeconds: 600 } }
              metrics:
            \(metrics.joined(separator: "\n"))
            """
    }

    /// - Parameters:
    ///   - label: whose value is the name of the service.
    ///   - target: for each process.
    private static func external(_ metric: String, _ label: String, _ name: ServiceName, _ target: Int) -> String {
        """
            - type: External
              external:
                metric: { name: \(metric), selector: { matchLabels: { \(label): \(name) } } }
                target: { type: AverageValue, averageValue: "\(target)" }
        """
    }

    /// Migrates a service's tables once. `job.yaml` and `tables.yaml` add what all have in common.
    private static func migration(_ name: ServiceName) -> String {
        """
        apiVersion: batch/v1
        kind: Job
        metadata: { name: migrate-\(name), labels: { app.kubernetes.io/part-of: pulsum, pulsum/job: migrate } }
        spec:
          template:
            metadata: { labels: { app.kubernetes.io/part-of: pulsum, pulsum/job: migrate } }
            spec:
              serviceAccountName: \(name)
              initContainers: [{ name: place, image: pulsum/\(name) }]
              containers: [{ name: service, image: pulsum/\(name) }]
              volumes:
                - { name: master-key, secret: { secretName: \(name)-master-key, defaultMode: 0440 } }

        """ + password(name)
    }

    /// Adds the volume that a service has in the small overlay to its job.
    private static func moved(_ name: ServiceName) -> [String] {
        [
            "- target: { kind: Job, name: migrate-\(name) }",
            "  patch: |-", "    apiVersion: batch/v1", "    kind: Job", "    metadata: { name: any }",
            "    spec:", "      template:", "        spec:",
            "          volumes: [{ name: old, persistentVolumeClaim: { claimName: data-\(name)-0 } }]",
        ]
    }

    /// The volume that a service has in the small overlay, as `overlays/small/keeper.yaml` claims it.
    private static func claim(_ name: ServiceName) -> String {
        """
        apiVersion: v1
        kind: PersistentVolumeClaim
        metadata: { name: data-\(name)-0, labels: \(labels(name, ", pulsum/part: claims")) }
        spec:
          accessModes: [ReadWriteOncePod]
          resources: { requests: { storage: 2Gi } }
        """
    }

    /// Statements of the example database's superuser: a login without a password yet, and its schema.
    private static func schema(_ name: ServiceName) -> [String] {
        [
            "- CREATE ROLE pulsum_\(name) LOGIN", "- GRANT CONNECT ON DATABASE health TO pulsum_\(name)",
            "- CREATE SCHEMA pulsum_\(name) AUTHORIZATION pulsum_\(name)",
        ]
    }

    /// The operator gives the login its password. The gateway may see what a standby is: a base backup is none.
    private static func role(_ name: ServiceName) -> String {
        let more = name == .gateway ? ", inRoles: [pg_read_all_stats]" : ""
        return "- { name: pulsum_\(name), login: true, passwordSecret: { name: \(name)-database }\(more) }"
    }

    private static func labels(_ name: ServiceName, _ more: String = "") -> String {
        "{ app.kubernetes.io/name: \(name), app.kubernetes.io/part-of: pulsum\(more) }"
    }
}
