// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

let log = Target.Dependency.product(name: "Logging", package: "swift-log")
let issueReporting = Target.Dependency.product(
  name: "IssueReporting",
  package: "xctest-dynamic-overlay"
)
let issueReportingTestSupport = Target.Dependency.product(
  name: "IssueReportingTestSupport",
  package: "xctest-dynamic-overlay"
)

/// A product of the package that the trait `Macros` fetches.
func syntax(_ product: String) -> Target.Dependency {
  .product(name: product, package: "swift-syntax", condition: .when(traits: ["Macros"]))
}

/// A product of the package that the trait `Inspector` fetches.
func server(_ product: String) -> Target.Dependency {
  .product(name: product, package: "FlyingFox", condition: .when(traits: ["Inspector"]))
}

/// GRDB, which the trait `SQLite` fetches.
let grdb = Target.Dependency.product(
  name: "GRDB",
  package: "GRDB.swift",
  condition: .when(traits: ["SQLite"])
)

/// swift-crypto, which the trait `Encryption` fetches.
let crypto = Target.Dependency.product(
  name: "Crypto",
  package: "swift-crypto",
  condition: .when(traits: ["Encryption"])
)

/// A product of a package that the trait `Telemetry` fetches.
func telemetry(_ product: String, _ package: String) -> Target.Dependency {
  .product(name: product, package: package, condition: .when(traits: ["Telemetry"]))
}

// Only Apple's systems read the privacy manifest. On other systems, a resource would add a bundle and Foundation.
#if canImport(Darwin)
let privacyManifest: [Resource] = [.copy("PrivacyInfo.xcprivacy")]
let excludedManifest: [String] = []
#else
let privacyManifest: [Resource] = []
let excludedManifest = ["PrivacyInfo.xcprivacy"]
#endif

let package = Package(
  name: "ScreenStateKit",
  platforms: [.iOS(.v17), .macOS(.v14), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
  products: [
    .library(name: "ScreenStateKit", targets: ["ScreenStateKit"]),
    .library(name: "ViewFeature", targets: ["ViewFeature"]),
    // ViewFeature without its test store.
    .library(name: "FeatureStore", targets: ["FeatureStore"]),
    .library(name: "StateTesting", targets: ["StateTesting"]),
    .library(name: "StateJournal", targets: ["StateJournal"]),
    .library(name: "StateInspector", targets: ["StateInspector"]),
    .library(name: "StateQueries", targets: ["StateQueries"]),
    .library(name: "StatePersistence", targets: ["StatePersistence"]),
    .library(name: "StateQueriesPersistence", targets: ["StateQueriesPersistence"]),
    .library(name: "StateOutbox", targets: ["StateOutbox"]),
    .library(name: "StateHistory", targets: ["StateHistory"]),
    .library(name: "StateHistoryPersistence", targets: ["StateHistoryPersistence"]),
    .library(name: "StateTelemetry", targets: ["StateTelemetry"]),
    .library(name: "StateMacros", targets: ["StateMacros"]),
  ],
  traits: [
    .trait(name: "Inspector", description: "Fetches FlyingFox for the server of StateInspector."),
    .trait(name: "Macros", description: "Fetches swift-syntax for the macros of StateMacros."),
    .trait(name: "SQLite", description: "Fetches GRDB for the databases of StatePersistence."),
    .trait(
      name: "Encryption",
      description: "Fetches swift-crypto for the encryption of StatePersistence."
    ),
    .trait(
      name: "Telemetry",
      description: "Fetches swift-metrics and swift-distributed-tracing for StateTelemetry."
    ),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.4.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", .upToNextMinor(from: "0.27.1")),
    .package(url: "https://github.com/swiftlang/swift-syntax", "602.0.0"..<"604.0.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-crypto", "3.0.0"..<"5.0.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.5.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.3.0"),
  ],
  targets: [
    .target(name: "StateCore", dependencies: [issueReporting]),
    // Shared loads.
    .target(name: "StateRequests", dependencies: ["StateCore"]),
    .target(name: "StateFields", dependencies: ["StateCore"]),
    .target(name: "StateRecord", dependencies: ["StateCore", "StateFields"]),
    .target(name: "StateJSON"),
    .target(
      name: "ScreenStateKit",
      dependencies: ["StateCore", "StateRequests", "StateFields", log, issueReporting]
    ),
    .target(
      name: "FeatureStore",
      dependencies: ["StateCore", "StateFields", log, issueReporting]
    ),
    // The test store.
    .target(
      name: "FeatureTesting",
      dependencies: ["StateCore", "StateFields", "FeatureStore", log, issueReporting]
    ),
    // Both, under one name.
    .target(name: "ViewFeature", dependencies: ["FeatureStore", "FeatureTesting"]),
    // Content by key, shared by the states of an app.
    .target(
      name: "StateQueries",
      dependencies: [
        "StateCore", "StateRequests", "ScreenStateKit", "FeatureStore", issueReporting,
      ]
    ),
    // The events of ViewFeature's stores.
    .target(name: "FeatureRecording", dependencies: ["StateCore", "StateRecord", "FeatureStore"]),
    // The events of ScreenStateKit's states and stores.
    .target(
      name: "ScreenRecording",
      dependencies: ["StateCore", "StateFields", "StateRecord", "ScreenStateKit"]
    ),
    .target(
      name: "StateJournal",
      dependencies: [
        "StateCore", "StateFields", "StateRecord", "StateJSON", "FeatureRecording",
        "ScreenRecording", "ScreenStateKit", "FeatureStore",
      ]
    ),
    .target(
      name: "StateInspector",
      dependencies: [
        "StateCore", "StateFields", "StateRecord", "StateJSON", "StateJournal", server("FlyingFox"),
        server("FlyingSocks"),
      ],
      exclude: ["Page/Files"]
    ),
    .target(
      name: "StatePersistence",
      dependencies: ["StateCore", "StateFields", "StateRecord", "StateJSON", log, grdb, crypto],
      exclude: excludedManifest,
      resources: privacyManifest
    ),
    // The content of queries on disk.
    .target(
      name: "StateQueriesPersistence",
      dependencies: ["StateCore", "StateRequests", "StateQueries", "StatePersistence"]
    ),
    // Changes that are sent once and in order, also after a launch.
    .target(
      name: "StateOutbox",
      dependencies: [
        "StateCore", "StateRequests", "StateQueries", "StatePersistence", "ScreenStateKit",
        "FeatureStore", log, issueReporting,
      ]
    ),
    .target(
      name: "StateHistory",
      dependencies: [
        "StateCore", "StateFields", "StateRecord", "FeatureRecording", "ScreenRecording",
        "ScreenStateKit", "FeatureStore", log, issueReporting,
      ]
    ),
    // The steps of histories on disk.
    .target(
      name: "StateHistoryPersistence",
      dependencies: [
        "StateCore", "StateFields", "StateRecord", "StateHistory", "StatePersistence",
      ]
    ),
    .target(
      name: "StateTelemetry",
      dependencies: [
        "StateCore", "StateFields", "StateRecord", "FeatureRecording", "ScreenRecording",
        "ScreenStateKit", "FeatureStore",
        telemetry("Metrics", "swift-metrics"), telemetry("Tracing", "swift-distributed-tracing"),
      ]
    ),
    .target(
      name: "StateTesting",
      dependencies: [
        "StateCore", "StateFields", "StateRecord", "FeatureRecording", "ScreenRecording",
        "ScreenStateKit", "StateHistory", "StateJournal", "FeatureStore", "FeatureTesting",
        issueReportingTestSupport,
      ]
    ),
    .macro(
      name: "StateMacrosPlugin",
      dependencies: [
        syntax("SwiftCompilerPlugin"), syntax("SwiftDiagnostics"), syntax("SwiftSyntax"),
        syntax("SwiftSyntaxBuilder"), syntax("SwiftSyntaxMacros"),
      ]
    ),
    .target(
      name: "StateMacros",
      dependencies: [
        "StateFields", .target(name: "StateMacrosPlugin", condition: .when(traits: ["Macros"])),
      ]
    ),
    .target(
      name: "StateTestSupport",
      dependencies: [
        "StateCore", "StateFields", "StateRecord", "StateTesting", log, issueReporting,
      ],
      path: "Tests/StateTestSupport"
    ),
    .testTarget(
      name: "StateCoreTests",
      dependencies: ["StateCore", "StateTesting", "StateTestSupport", issueReporting]
    ),
    .testTarget(
      name: "StateRequestsTests",
      dependencies: [
        "StateCore", "StateRequests", "ScreenStateKit", "ViewFeature", "StateTesting",
        "StateTestSupport",
      ]
    ),
    .testTarget(
      name: "StateQueriesTests",
      dependencies: [
        "StateCore", "StateRequests", "StateQueries", "ScreenStateKit", "StateJournal",
        "StateTesting", "StateTestSupport", "ViewFeature",
      ]
    ),
    .testTarget(
      name: "StateFieldsTests",
      dependencies: ["StateCore", "StateFields", "StateRecord", "StateTesting", "StateTestSupport"]
    ),
    .testTarget(
      name: "StateRecordTests",
      dependencies: ["StateCore", "StateFields", "StateRecord", "StateTesting", "StateTestSupport"]
    ),
    .testTarget(name: "StateJSONTests", dependencies: ["StateJSON"]),
    .testTarget(
      name: "ScreenStateKitTests",
      dependencies: [
        "StateCore", "StateRecord", "ScreenStateKit", "ScreenRecording", "StateTesting",
        "StateTestSupport", log, issueReporting,
      ]
    ),
    .testTarget(
      name: "ViewFeatureTests",
      dependencies: [
        "StateCore", "StateFields", "StateRecord", "FeatureStore", "FeatureTesting",
        "ViewFeature", "FeatureRecording", "ScreenRecording", "ScreenStateKit", "StateTesting",
        "StateTestSupport", log, issueReporting,
      ]
    ),
    .testTarget(
      name: "StateTestingTests",
      dependencies: [
        "StateCore", "StateFields", "StateRecord", "StateJSON", "ScreenStateKit", "StateJournal",
        "StateTesting", "StateTestSupport", "ViewFeature",
      ]
    ),
    .testTarget(
      name: "StateJournalTests",
      dependencies: [
        "StateCore", "StateFields", "StateRecord", "StateJSON", "StateJournal", "FeatureRecording",
        "ScreenRecording", "ScreenStateKit", "StateTesting", "StateTestSupport", "ViewFeature",
      ]
    ),
    .testTarget(
      name: "StatePersistenceTests",
      dependencies: [
        "StateCore", "StateFields", "StateJSON", "StatePersistence", "ScreenStateKit",
        "StateJournal", "StateTesting", "StateTestSupport", "ViewFeature", grdb, crypto,
      ]
    ),
    .testTarget(
      name: "StateQueriesPersistenceTests",
      dependencies: [
        "StateCore", "StateRequests", "StateQueries", "StatePersistence",
        "StateQueriesPersistence", "ScreenStateKit", "StateTesting", "StateTestSupport",
      ]
    ),
    .testTarget(
      name: "StateOutboxTests",
      dependencies: [
        "StateCore", "StateQueries", "StateOutbox", "StatePersistence", "ScreenStateKit",
        "StateJournal", "StateTesting", "StateTestSupport", "ViewFeature",
      ]
    ),
    .testTarget(
      name: "StateHistoryTests",
      dependencies: [
        "StateCore", "StateFields", "StateRecord", "StateHistory", "StateHistoryPersistence",
        "StatePersistence", "ScreenStateKit", "StateJournal", "StateQueries", "StateTesting",
        "StateTestSupport", "FeatureStore", "ViewFeature", issueReporting,
      ]
    ),
    .testTarget(
      name: "StateHistoryPersistenceTests",
      dependencies: [
        "StateCore", "StateFields", "StateHistory", "StateHistoryPersistence", "StatePersistence",
        "ScreenStateKit", "StateJournal", "StateTesting", "StateTestSupport", "ViewFeature",
      ]
    ),
    .testTarget(
      name: "StateTelemetryTests",
      dependencies: [
        "StateCore", "StateFields", "StateRecord", "StateTelemetry", "FeatureRecording",
        "ScreenRecording", "ScreenStateKit", "StateJournal", "StateOutbox", "StatePersistence",
        "StateQueries", "StateTesting", "StateTestSupport", "FeatureStore", "ViewFeature",
        telemetry("Metrics", "swift-metrics"), telemetry("MetricsTestKit", "swift-metrics"),
        telemetry("InMemoryTracing", "swift-distributed-tracing"),
        telemetry("Tracing", "swift-distributed-tracing"),
      ]
    ),
    .testTarget(
      name: "StateInspectorTests",
      dependencies: [
        "StateCore", "StateFields", "StateRecord", "StateJSON", "StateInspector", "StateJournal",
        "ScreenStateKit", "StateTestSupport", "StateTesting", "ViewFeature", server("FlyingFox"),
        server("FlyingSocks"),
      ]
    ),
    .testTarget(
      name: "StateMacrosTests",
      dependencies: [
        "StateMacros", "ScreenStateKit", "ViewFeature", "StateTesting",
        .target(name: "StateMacrosPlugin", condition: .when(traits: ["Macros"])),
        syntax("SwiftSyntax"), syntax("SwiftSyntaxBuilder"), syntax("SwiftSyntaxMacroExpansion"),
        syntax("SwiftSyntaxMacrosGenericTestSupport"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
]

// Swift 6.3 crashes where it optimizes the tests; `scripts/test -c release` sets this.
let testSettings: [SwiftSetting] =
  Context.environment["STATE_UNOPTIMIZED_TESTS"] == nil ? [] : [.unsafeFlags(["-Onone"])]

// `scripts/check-origins` sets this while the files of these targets exist.
if Context.environment["STATE_ORIGINS"] != nil {
  let corpus: [Target.Dependency] = [
    "ScreenStateKit", "ViewFeature", "StateTesting", "StateTestSupport",
  ]
  package.targets += [
    .testTarget(name: "SeedCorpusTests", dependencies: corpus),
    // The same files, through a symbolic link.
    .testTarget(
      name: "SeedCorpusMainActorTests",
      dependencies: corpus,
      swiftSettings: [.defaultIsolation(MainActor.self)]
    ),
  ]
}

// `scripts/test --macros` and its like set this: the only tests that need the trait.
if let tests = Context.environment["STATE_TRAIT_TESTS"] {
  package.targets.removeAll { $0.isTest && $0.name != tests }
  if tests == "StatePersistenceTests" {
    // What `scripts/kill-persistence`, `scripts/kill-outbox` and `scripts/kill-flight` kill.
    package.targets += [
      .executableTarget(
        name: "persistence-child",
        dependencies: ["StatePersistence", crypto],
        path: "Verification/PersistenceChild"
      ),
      .executableTarget(
        name: "outbox-child",
        dependencies: ["ScreenStateKit", "StateOutbox", "StatePersistence", crypto],
        path: "Verification/OutboxChild"
      ),
      .executableTarget(
        name: "flight-child",
        dependencies: [
          "StateCore", "FeatureStore", "FeatureTesting", "StateJournal", "StateTesting",
          "ViewFeature",
        ],
        path: "Verification/FlightChild"
      ),
    ]
  }
  // `scripts/inspect-page` runs them.
  if tests == "StateInspectorTests" {
    package.targets += ["InspectorServer", "InspectorProbe"].map { name in
      .executableTarget(
        name: name,
        dependencies: ["ScreenStateKit", "StateInspector", "StateJournal", "ViewFeature"],
        path: "Verification/InspectorServer/\(name)"
      )
    }
  }
}

// `scripts/test` sets this under a sanitizer: the corpus with another default isolation is for the compiler.
if Context.environment["TEST_SANITIZED"] != nil {
  package.targets.removeAll { $0.name == "SeedCorpusMainActorTests" }
}

for target in package.targets {
  // The corpus stands for user code, which need not be written for upcoming features.
  let isCorpus = target.name.hasPrefix("SeedCorpus")
  target.swiftSettings =
    (target.swiftSettings ?? []) + (isCorpus ? [] : strict) + (target.isTest ? testSettings : [])
    + [.treatAllWarnings(as: .error)]
}
