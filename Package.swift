// swift-tools-version: 6.2
import PackageDescription

// Tests and CI treat warnings as errors; an owner's build with a newer compiler must not fail on that compiler's new
// warnings.
let strict: [SwiftSetting] = Context.environment["PULSUM_STRICT"] == "1" ? [.treatAllWarnings(as: .error)] : []

/// Optimises in debug builds too: the simulation runs millions of steps of the bus, the exploration those of the
/// consent barrier, the coach's benchmark ranks for hundreds of people. Release builds specialise generic code for the
/// messages of its clients. They keep the run-time check of exclusive access, because this code decodes bytes of others:
/// the check costs 2 to 5 % of the bus's processor time.
let optimised: [SwiftSetting] = [
    .unsafeFlags(["-O"], .when(configuration: .debug)),
    .unsafeFlags(["-cross-module-optimization"], .when(configuration: .release)),
]

/// Optimises in debug builds only: most tests import and score a history, and safety's benchmark reads tens of thousands
/// of texts. That saves the tests several times what it costs the build.
let quickInTests: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// Reading rows is generic code too: release builds specialise it for the types that services read.
let specialised: [SwiftSetting] = [
    .unsafeFlags(["-cross-module-optimization"], .when(configuration: .release))
]

let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")
let httpClient = Target.Dependency.product(name: "AsyncHTTPClient", package: "async-http-client")
let lifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let mustache = Target.Dependency.product(name: "Mustache", package: "swift-mustache")
let metricsAPI = Target.Dependency.product(name: "CoreMetrics", package: "swift-metrics")
let tracingAPI = Target.Dependency.product(name: "Tracing", package: "swift-distributed-tracing")
// JWTKit compiles it already.
let x509 = Target.Dependency.product(name: "X509", package: "swift-certificates")
let asn1 = Target.Dependency.product(name: "SwiftASN1", package: "swift-asn1")
let jwt = Target.Dependency.product(name: "JWTKit", package: "jwt-kit")
let hummingbirdTLS = Target.Dependency.product(name: "HummingbirdTLS", package: "hummingbird")

/// One product of each package that only other packages use. `dependencies` pins their versions too, and SwiftPM warns
/// about a dependency that no target uses. `SystemKit` uses these on a platform that is never built, so they are pinned
/// without a warning, and nothing more is compiled or linked.
let pinned: [Target.Dependency] = [
    ("Algorithms", "swift-algorithms"),
    ("AsyncAlgorithms", "swift-async-algorithms"),
    ("Atomics", "swift-atomics"),
    ("DequeModule", "swift-collections"),
    ("Configuration", "swift-configuration"),
    ("StructuredFieldValues", "swift-http-structured-headers"),
    ("HTTPTypes", "swift-http-types"),
    ("NIOCore", "swift-nio"),
    ("NIOExtras", "swift-nio-extras"),
    ("NIOHTTP2", "swift-nio-http2"),
    ("NIOSSL", "swift-nio-ssl"),
    ("NIOTransportServices", "swift-nio-transport-services"),
    ("RealModule", "swift-numerics"),
    ("ServiceContextModule", "swift-service-context"),
    ("SystemPackage", "swift-system"),
].map { .product(name: $0, package: $1, condition: .when(platforms: [.wasi])) }

/// The test target of `Tests/NAME`.
func suite(_ name: String, _ dependencies: [Target.Dependency]) -> [Target] {
    let excluded = [
        "Bus": ["Peer"], "EndToEnd": ["Web/Browser"], "Drawing": ["Golden"], "Language": ["Golden"],
        "Fuzz": ["libfuzzer"], "Gateway": ["ReplyChecks/Replies"], "GoalsCore": ["Likeness/Pairs"],
        "HealthFormats": ["Weeks"],
    ]
    return [
        .testTarget(
            name: name + "Tests", dependencies: dependencies + ["TestTraits"], path: "Tests/\(name)",
            exclude: excluded[name] ?? [],
            swiftSettings: strict + (["Simulation", "Gateway", "Coaching"].contains(name) ? optimised : []))
    ]
}

/// A shared library and its tests, which depend on it and on `tests`. `dependencies` point downward only. There is no
/// test target without `tests`: SwiftPM caches this manifest's result, so it cannot look whether `Tests/NAME` exists.
func shared(
    _ name: String, _ dependencies: [Target.Dependency] = [], tests: [Target.Dependency]? = nil
) -> [Target] {
    [
        .target(
            name: name, dependencies: dependencies, path: "Shared/\(name)",
            // Files that `CMoments`, `CCatalogues` and `CWordLists` compile in.
            exclude: ["Moments": ["Library"], "Localization": ["Catalogues"], "Language": ["Lists"]][name] ?? [],
            swiftSettings: strict
                + (["Wire", "Messages", "Bus"].contains(name) ? optimised : name == "Storage" ? specialised : [])
                + (["Arrivals", "HealthFormats", "Language", "Statistics"].contains(name) ? quickInTests : []))
    ] + (tests.map { suite(name, [.byName(name: name)] + $0) } ?? [])
}

/// A service and its tests, which depend on it, on the fixtures and on `tests`. One folder, one executable, one
/// process. A service depends on shared libraries, never on another service.
func service(
    _ name: String, _ dependencies: [Target.Dependency] = [], tests: [Target.Dependency]? = nil,
    resources: [Resource]? = nil
) -> [Target] {
    [
        .executableTarget(
            name: name, dependencies: ["SystemKit", "Messages", "Bus", "Storage", "ServiceKit"] + dependencies,
            path: "Services/\(name)",
            exclude: [
                "Safety": ["Models/MODEL.md"], "API": ["Pages", "Identity/OpenID"], "Coaching": ["Questions"],
                "Goals": ["Core"],
                "Plans": ["Core"],
            ][name] ?? [],
            resources: resources,
            swiftSettings: strict + (name == "Coaching" ? optimised : [])
                + (["Ingestion", "Safety", "Scoring"].contains(name) ? quickInTests : []))
    ] + (tests.map { suite(name, [.byName(name: name), "Fixtures"] + $0) } ?? [])
}

/// System libraries and C code.
let foreign: [Target] = [
    .systemLibrary(
        name: "CZeroMQ", path: "Shared/CZeroMQ", pkgConfig: "libzmq",
        providers: [.apt(["libzmq3-dev"]), .brew(["zeromq"])]),
    .systemLibrary(
        name: "CPostgres", path: "Shared/CPostgres", pkgConfig: "libpq",
        providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    // Calls of the C library that Swift cannot make directly.
    .systemLibrary(name: "CProcess", path: "Shared/CProcess"),
    .systemLibrary(
        name: "CQREncode", path: "Shared/CQREncode", pkgConfig: "libqrencode",
        providers: [.apt(["libqrencode-dev"]), .brew(["qrencode"])]),
    .systemLibrary(name: "CZlib", path: "Shared/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    // Files as constants: a list of bytes in Swift takes a minute to compile, #embed a tenth of a second.
    .target(name: "CMoments", path: "Shared/CMoments"),
    .target(name: "CCatalogues", path: "Shared/CCatalogues"),
    .target(name: "CWordLists", path: "Shared/CWordLists"),
    // Optimised in debug builds too: without it the sentence model is a hundred times slower.
    .target(
        name: "CKernels", path: "Shared/CKernels", cSettings: [.unsafeFlags(["-O3"])],
        linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
]

/// Shared libraries, each below those that depend on it.
let libraries: [[Target]] = [
    // Files, locks, memory and addresses of the operating system. The name System is taken: swift-nio imports a module
    // of that name if there is one.
    shared("SystemKit", ["CProcess"] + pinned, tests: []),
    shared("Wire", tests: ["Messages"]),
    shared("Messages", ["Wire"], tests: ["Wire"]),
    // Medians, quantiles and usual bands. Tested with Drawing and Scoring.
    shared("Statistics"),
    shared("LocalTime", ["SystemKit", "Messages"], tests: ["Messages"]),
    shared(
        "Bus", ["SystemKit", "Wire", "Messages", "CZeroMQ", tracingAPI],
        tests: ["BrokerCore", "SystemKit", "Messages", "Wire", "CZeroMQ", "Fixtures"]),
    // Crisis cards: a library, because a service must show them while another service is down.
    shared("CrisisCards", ["Messages", "Bus"], tests: ["Messages"]),
    shared(
        "Storage", ["SystemKit", "Wire", "Messages", "CPostgres", grdb, sqlite, crypto, cryptoExtras, tracingAPI],
        tests: ["Messages", "Wire", "Fixtures", crypto, grdb]),
    // Words, dates, numbers and units as a person reads them.
    shared("Localization", ["Messages", "CCatalogues"], tests: ["Messages"]),
    shared(
        "Language", ["Messages", "CKernels", "CWordLists", "Localization", crypto],
        tests: ["CKernels", "Fixtures", "Localization"]),
    // When the data of a device usually arrives, and what is wrong with it now: values in, values out.
    shared("Arrivals", tests: []),
    // Requests to servers on this machine and in its private network; refuses every other address. Tested with its users.
    shared("PrivateHTTP", ["SystemKit", httpClient]),
    // The only client of the owner's language model.
    shared("LocalModel", ["SystemKit", "Language", "PrivateHTTP", tracingAPI], tests: ["SystemKit", "Fixtures"]),
    // Health files, batches and posts of companion apps: bytes in, samples and daily metrics out; no bus, no database.
    // Tested here and with Ingestion.
    shared(
        "HealthFormats", ["SystemKit", "Messages", "LocalTime", "Statistics", "CZlib"],
        tests: ["Messages", "LocalTime", "Fixtures"]),
    // Drawings of a day and of its history: values in, SVG out.
    shared("Drawing", ["Statistics"], tests: ["Statistics", "CZlib"]),
    // Acts with a text of a person: checks, sends, and asks safety if the service did not. For API and command line.
    shared("Actions", ["Messages", "Bus", "CrisisCards", "LocalTime"]),
    // Two made-up years of an example person and its goals, sent as the same messages as real data.
    shared("ExamplePerson", ["Messages", "Bus", "LocalTime"], tests: ["Messages", "LocalTime"]),
    shared("Moments", ["Messages", "Wire", "CMoments", crypto], tests: ["Localization"]),
    shared(
        "ServiceKit",
        [
            "SystemKit", "Wire", "Messages", "Bus", "Storage", "CProcess",
            .product(name: "Logging", package: "swift-log"),
            crypto, lifecycle,
            .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            .product(name: "FlyingFox", package: "FlyingFox"), metricsAPI, tracingAPI,
        ], tests: ["SystemKit", "Messages", "Bus", "Fixtures"]),
]

/// Services, one entry each.
let services: [[Target]] = [
    // The broker's routing and sockets are a library too, so that the simulation and the benchmarks run them without
    // the process.
    [
        .target(
            name: "BrokerCore", dependencies: ["SystemKit", "Messages", "Bus", "CZeroMQ"], path: "Services/Broker/Core",
            swiftSettings: strict + optimised),
        .executableTarget(
            name: "Broker", dependencies: ["BrokerCore", "SystemKit", "Messages", "Bus", "ServiceKit"],
            path: "Services/Broker/Main", swiftSettings: strict),
    ],
    service(
        "Ingestion", ["Arrivals", "HealthFormats", "LocalTime", "Statistics"],
        tests: ["Arrivals", "HealthFormats", "LocalTime", "Statistics"]),
    service("Sentiment", ["CrisisCards", "Language", "LocalModel"], tests: ["CrisisCards", "Language"]),
    service("Safety", ["CrisisCards", "Language", "LocalModel", metricsAPI], tests: ["CrisisCards"]),
    service("Scoring", ["LocalTime", "Statistics", metricsAPI], tests: ["Statistics"]),
    // The rules of goals: pace, sentences, tables, likeness, matching, health; values in, values out; no bus.
    [
        .target(
            name: "GoalsCore", dependencies: ["Messages", "Language", "Localization"], path: "Services/Goals/Core",
            swiftSettings: strict + optimised)
    ] + suite("GoalsCore", ["GoalsCore", "Messages", "Language", "Localization", "Fixtures"]),
    service(
        "Goals", ["Wire", "GoalsCore", "Language", "LocalTime", "Localization", "Statistics"],
        tests: ["GoalsCore", "LocalTime", "Localization", "Statistics", "Wire", "Sentiment", "Language"]),
    // The science of plans: energy, targets, adaptive expenditure, care, schedule; values in, values out; no bus.
    [
        .target(
            name: "PlansCore", dependencies: ["Messages", "LocalTime"], path: "Services/Plans/Core",
            swiftSettings: strict + optimised)
    ] + suite("PlansCore", ["PlansCore", "Messages", "LocalTime", "Fixtures"]),
    service("Plans", ["Wire", "PlansCore", "LocalTime", metricsAPI], tests: ["PlansCore", "LocalTime", "Wire"]),
    // Questions to the coach: text in, question and answer out; no bus.
    [
        .target(
            name: "Questions", dependencies: ["Messages", "Language", "Localization", "Statistics"],
            path: "Services/Coaching/Questions",
            swiftSettings: strict)
    ] + suite("Questions", ["Questions", "Messages", "Localization", "Fixtures"]),
    service(
        "Coaching",
        ["CrisisCards", "Language", "LocalModel", "LocalTime", "Localization", "Moments", "Questions"],
        tests: ["Localization", "LocalModel", "Gateway"]),
    service(
        "Gateway", ["Language", "Moments", httpClient, crypto, tracingAPI], tests: ["Language", "Moments", "Safety"]),
    // The pages of the web application: values in, HTML out; no bus, no server.
    [
        .target(
            name: "Pages",
            dependencies: ["Messages", "Localization", "Drawing", "Moments", "Statistics", "CQREncode", mustache],
            path: "Services/API/Pages",
            resources: [.copy("Templates")], swiftSettings: strict)
    ] + suite("Pages", ["Pages", "Messages", "Localization", "Drawing", "HealthFormats", "Statistics", "Fixtures"]),
    // Sign-in through an identity provider: requests, keys and tokens of OpenID Connect; no bus, no database.
    [
        .target(
            name: "OpenID", dependencies: ["SystemKit", "Messages", "PrivateHTTP", crypto, jwt],
            path: "Services/API/Identity/OpenID", swiftSettings: strict)
    ] + suite("OpenID", ["OpenID", "Messages", "Fixtures", crypto]),
    service(
        "API",
        [
            "Actions", "Pages", "OpenID", "CrisisCards", "CZlib", "Drawing", "ExamplePerson", "Localization",
            "LocalTime",
            "Moments", "Wire",
            hummingbird, hummingbirdTLS, x509,
            crypto,
            cryptoExtras, lifecycle, metricsAPI, tracingAPI,
        ],
        tests: [
            "SystemKit", "CZlib", "Localization", "LocalTime", "OpenID",
            .product(name: "HummingbirdTesting", package: "hummingbird"),
        ],
        resources: [.copy("Assets")]),
    service(
        "Pulsum",
        [
            "Actions", "CrisisCards", "ExamplePerson", "LocalTime", "Localization", "Wire", crypto, x509, asn1,
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ],
        tests: ["Localization"]),
]

/// What only tests need, and suites over several modules.
let tests: [[Target]] = [
    [
        // Tags of suites, by which `deploy/checks/test-built` chooses their lanes.
        .target(name: "TestTraits", path: "Tests/Traits", swiftSettings: strict),
        .target(
            name: "Fixtures",
            dependencies: [
                "TestTraits", "Storage", "Messages", "Bus", "ServiceKit", "HealthFormats", "LocalTime", "CZlib",
                hummingbird, httpClient, crypto,
                cryptoExtras,
            ],
            path: "Tests/Fixtures", swiftSettings: strict),
    ],
    suite(
        "Architecture",
        [
            "API", "Coaching", "Fixtures", "Gateway", "Goals", "Ingestion", "Messages", "Plans", "Safety", "Scoring",
            "Sentiment", "Storage",
        ]),
    suite("Simulation", ["BrokerCore", "Bus", "Storage", "Messages"]),
    suite("Fuzz", ["BrokerCore", "Bus", "HealthFormats", "LocalTime", "Messages", "Wire"]),
    suite(
        "Security",
        [
            "API", "Bus", "Fixtures", "Gateway", "Messages", "Pulsum", "ServiceKit", "Storage", "Wire", crypto,
            httpClient,
        ]),
    suite(
        "EndToEnd",
        [
            "CrisisCards", "Fixtures", "Language", "Messages", "Bus", "Plans", "Scoring", "ServiceKit", "Storage",
            "SystemKit", "Wire",
            .product(name: "Logging", package: "swift-log"),
        ]),
]

let package = Package(
    name: "pulsum",
    platforms: [.macOS(.v15)],
    // All packages by exact version, and one in a line: deploy/sbom compares what was built with them.
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-metrics", exact: "2.13.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", exact: "1.7.3"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
        .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", exact: "2.1.1"),
        .package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1"),
        .package(url: "https://github.com/vapor/jwt-kit", exact: "5.7.1"),
        // Packages of these packages, see `pinned`.
        .package(url: "https://github.com/apple/swift-algorithms.git", exact: "1.2.1"),
        .package(url: "https://github.com/apple/swift-asn1.git", exact: "1.7.4"),
        .package(url: "https://github.com/apple/swift-async-algorithms.git", exact: "1.1.4"),
        .package(url: "https://github.com/apple/swift-atomics.git", exact: "1.3.0"),
        .package(url: "https://github.com/apple/swift-certificates.git", exact: "1.21.1"),
        .package(url: "https://github.com/apple/swift-collections.git", exact: "1.6.0"),
        .package(url: "https://github.com/apple/swift-configuration.git", exact: "1.4.0"),
        .package(url: "https://github.com/apple/swift-http-structured-headers.git", exact: "1.7.0"),
        .package(url: "https://github.com/apple/swift-http-types.git", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-nio.git", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras.git", exact: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-http2.git", exact: "1.46.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl.git", exact: "2.37.6"),
        .package(url: "https://github.com/apple/swift-nio-transport-services.git", exact: "1.28.0"),
        .package(url: "https://github.com/apple/swift-numerics.git", exact: "1.1.1"),
        .package(url: "https://github.com/apple/swift-service-context.git", exact: "1.5.1"),
        .package(url: "https://github.com/apple/swift-system.git", exact: "1.8.1"),
    ],
    targets: foreign + (libraries + services + tests).flatMap { $0 }
)

// The benchmarks measure `package` declarations, so they are a target of this package. Only `deploy/bench` builds them.
if Context.environment["PULSUM_BENCHMARKS"] == "1" {
    package.targets.append(
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "BrokerCore", "SystemKit", "Wire", "Messages", "Bus", "Storage", "Language", "Moments", "ServiceKit",
                "Fixtures", "CZlib", "PlansCore", "Arrivals", crypto,
            ],
            path: "Benchmarks",
            exclude: [
                "c", "py", "Coach/acceptance.jsonl", "Coach/acceptance-fresh.jsonl", "Coach/acceptance-second.jsonl",
                "Coach/acceptance-third.jsonl", "Coach/kinds.txt",
            ], swiftSettings: strict))
}

// `deploy/run` and the images build programs only: tests and fixtures are not compiled and may be absent.
if Context.environment["PULSUM_PROGRAMS_ONLY"] == "1" {
    package.targets.removeAll { $0.type == .test || ["Fixtures", "TestTraits"].contains($0.name) }
}

// Each executable is a product: `pulsum`, and `pulsum-NAME` for the others.
package.products = package.targets.filter { $0.type == .executable }.map { target in
    let names = ["Pulsum": "pulsum", "Benchmarks": "pulsum-bench"]
    return .executable(name: names[target.name] ?? "pulsum-" + target.name.lowercased(), targets: [target.name])
}
// Health files for other packages: `HealthFile`.
package.products.append(.library(name: "HealthFormats", targets: ["HealthFormats"]))

// PULSUM_TESTS=Ingestion,Scoring compiles these test suites and their dependencies only.
if let suites = Context.environment["PULSUM_TESTS"]?.split(separator: ",").map({ "\($0)Tests" }) {
    package.targets.removeAll { $0.type == .test && !suites.contains($0.name) }
}
