// swift-tools-version: 6.2
import PackageDescription

// Tests and CI treat warnings as errors; an owner's build with a newer compiler must not fail on that compiler's new
// warnings.
let strict: [SwiftSetting] = Context.environment["PULSUM_STRICT"] == "1" ? [.treatAllWarnings(as: .error)] : []

/// Optimises in debug builds too: the simulation runs millions of steps of the bus, the exploration those of the
/// consent barrier. Release builds specialise generic code for the messages of its clients, and skip the run-time check
/// of exclusive access to class properties, which the tests run with.
let optimised: [SwiftSetting] = [
    .unsafeFlags(["-O"], .when(configuration: .debug)),
    .unsafeFlags(["-cross-module-optimization", "-enforce-exclusivity=unchecked"], .when(configuration: .release)),
]

let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")
let httpClient = Target.Dependency.product(name: "AsyncHTTPClient", package: "async-http-client")
let lifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let hummingbirdTLS = Target.Dependency.product(name: "HummingbirdTLS", package: "hummingbird")

/// A shared library. `dependencies` point downward only.
func shared(_ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource]? = nil) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Shared/\(name)", resources: resources,
        swiftSettings: strict + (["Wire", "Messages", "Bus"].contains(name) ? optimised : []))
}

/// One folder, one executable, one process. A service depends on shared libraries, never on another service.
func service(_ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource]? = nil) -> Target {
    .executableTarget(
        name: name, dependencies: ["SystemKit", "Messages", "Bus", "Storage", "ServiceKit"] + dependencies,
        path: "Services/\(name)",
        exclude: name == "Safety" ? ["Models/MODEL.md"] : [], resources: resources,
        swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(
        name: name + "Tests", dependencies: dependencies, path: "Tests/\(name)",
        exclude: ["Bus": ["Peer"], "Language": ["Golden"], "Fuzz": ["libfuzzer"], "Security": ["Page"]][name] ?? [],
        swiftSettings: strict + (["Simulation", "Gateway"].contains(name) ? optimised : []))
}

let package = Package(
    name: "pulsum",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    ],
    targets: [
        .systemLibrary(
            name: "CZeroMQ", path: "Shared/CZeroMQ", pkgConfig: "libzmq",
            providers: [.apt(["libzmq3-dev"]), .brew(["zeromq"])]),
        // Calls of the C library that Swift cannot make directly.
        .systemLibrary(name: "CProcess", path: "Shared/CProcess"),
        .systemLibrary(name: "CZlib", path: "Shared/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        // Files, locks, memory and addresses of the operating system. The name System is taken: swift-nio imports a
        // module of that name if there is one.
        shared("SystemKit", ["CProcess"]),
        shared("Wire"),
        shared("Messages", ["Wire"]),
        shared("LocalTime", ["SystemKit", "Messages"]),
        shared("Bus", ["SystemKit", "Wire", "Messages", "CZeroMQ"]),
        // Crisis cards: a library, because a service must show them while another service is down.
        shared("CrisisCards", ["Messages", "Bus"]),
        shared("Storage", ["SystemKit", "Wire", "Messages", grdb, sqlite, crypto, cryptoExtras]),
        // Optimised in debug builds too: without it the sentence model is a hundred times slower.
        .target(
            name: "CKernels", path: "Shared/CKernels", cSettings: [.unsafeFlags(["-O3"])],
            linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
        shared("Language", ["Messages", "CKernels", crypto]),
        // The only client of the owner's language model; refuses every address that is not private.
        shared("LocalModel", ["SystemKit", "Language", httpClient]),
        // Health files and batches: bytes in, samples and daily metrics out; no bus, no database.
        shared("HealthFormats", ["SystemKit", "Messages", "LocalTime", "CZlib"]),
        shared("Moments", ["Messages", crypto], resources: [.embedInCode("Library/moments.json")]),
        shared(
            "ServiceKit",
            [
                "SystemKit", "Wire", "Messages", "Bus", "Storage", "CProcess",
                .product(name: "Logging", package: "swift-log"),
                crypto, lifecycle,
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
                .product(name: "FlyingFox", package: "FlyingFox"),
            ]),

        // The broker's routing and sockets as a library, so that the simulation and the benchmarks run them without the
        // process.
        .target(
            name: "BrokerCore", dependencies: ["SystemKit", "Messages", "Bus", "CZeroMQ"], path: "Services/Broker/Core",
            swiftSettings: strict + optimised),
        .executableTarget(
            name: "Broker", dependencies: ["BrokerCore", "SystemKit", "Messages", "Bus", "ServiceKit"],
            path: "Services/Broker/Main",
            swiftSettings: strict),
        service("Ingestion", ["HealthFormats", "LocalTime"]),
        service("Sentiment", ["Language", "LocalModel"]),
        service("Safety", ["CrisisCards", "Language", "LocalModel"]),
        service("Scoring", ["LocalTime"]),
        service("Coaching", ["CrisisCards", "Language", "LocalTime", "Moments"]),
        service("Gateway", ["Language", "Moments", httpClient, crypto]),
        service(
            "API", ["CrisisCards", "LocalTime", hummingbird, hummingbirdTLS, crypto, cryptoExtras, lifecycle],
            resources: [.copy("Web/Assets")]),
        service(
            "Pulsum", ["CrisisCards", "LocalTime", .product(name: "ArgumentParser", package: "swift-argument-parser")]),

        .target(
            name: "Fixtures",
            dependencies: ["Messages", "Bus", "ServiceKit", "CZlib", hummingbird, httpClient, crypto],
            path: "Tests/Fixtures",
            swiftSettings: strict),
        tests("SystemKit", ["SystemKit"]),
        tests("Wire", ["Wire", "Messages"]),
        tests("Messages", ["Messages", "Wire"]),
        tests("Architecture", ["Fixtures", "Messages"]),
        tests("LocalTime", ["LocalTime", "Messages"]),
        tests("CrisisCards", ["CrisisCards", "Messages"]),
        tests("Bus", ["BrokerCore", "Bus", "SystemKit", "Messages", "Wire", "CZeroMQ", "Fixtures"]),
        tests("Storage", ["Storage", "Messages", "Wire", crypto, grdb]),
        tests("Language", ["Language", "CKernels", "Fixtures"]),
        tests("LocalModel", ["LocalModel", "SystemKit", "Fixtures"]),
        tests("Moments", ["Moments"]),
        tests("ServiceKit", ["ServiceKit", "Messages"]),
        tests("Ingestion", ["HealthFormats", "Ingestion", "Fixtures", "LocalTime"]),
        tests("Sentiment", ["Sentiment", "Fixtures", "Language"]),
        tests("Safety", ["CrisisCards", "Fixtures", "Safety"]),
        tests("Scoring", ["Scoring", "Fixtures"]),
        tests("Coaching", ["Coaching", "Fixtures"]),
        tests("Gateway", ["Gateway", "Fixtures"]),
        tests("API", ["API", "SystemKit", "Fixtures", .product(name: "HummingbirdTesting", package: "hummingbird")]),
        tests("Pulsum", ["Pulsum"]),
        tests("Simulation", ["BrokerCore", "Bus", "Storage", "Messages"]),
        tests("Fuzz", ["BrokerCore", "Bus", "HealthFormats", "LocalTime", "Messages", "Wire"]),
        tests(
            "Security",
            [
                "API", "Bus", "Fixtures", "Gateway", "Messages", "Pulsum", "ServiceKit", "Storage", "Wire", crypto,
                httpClient,
            ]),
        tests(
            "EndToEnd",
            [
                "CrisisCards", "Fixtures", "Language", "Messages", "Bus", "Scoring", "ServiceKit", "Storage", "Wire",
                .product(name: "Logging", package: "swift-log"),
            ]),
    ]
)

// The benchmarks measure `package` declarations, so they are a target of this package. Only `deploy/bench` builds them.
if Context.environment["PULSUM_BENCHMARKS"] == "1" {
    package.targets.append(
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "BrokerCore", "SystemKit", "Wire", "Messages", "Bus", "Storage", "Language", "ServiceKit", "Fixtures",
                "CZlib", grdb,
            ],
            path: "Benchmarks", exclude: ["c", "py"], swiftSettings: strict))
}

// `deploy/run` and the images build programs only: tests and fixtures are not compiled and may be absent.
if Context.environment["PULSUM_PROGRAMS_ONLY"] == "1" {
    package.targets.removeAll { $0.type == .test || $0.name == "Fixtures" }
}

// Each executable is a product: `pulsum`, and `pulsum-NAME` for the others.
package.products = package.targets.filter { $0.type == .executable }.map { target in
    let names = ["Pulsum": "pulsum", "Benchmarks": "pulsum-bench"]
    return .executable(name: names[target.name] ?? "pulsum-" + target.name.lowercased(), targets: [target.name])
}

// PULSUM_TESTS=Ingestion,Scoring compiles these test suites and their dependencies only.
if let suites = Context.environment["PULSUM_TESTS"]?.split(separator: ",").map({ "\($0)Tests" }) {
    package.targets.removeAll { $0.type == .test && !suites.contains($0.name) }
}
