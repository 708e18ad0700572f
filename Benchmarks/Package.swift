// swift-tools-version: 6.2
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
let metrics = Target.Dependency.product(name: "Metrics", package: "swift-metrics")
let tracing = Target.Dependency.product(name: "Tracing", package: "swift-distributed-tracing")

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v14)],
  dependencies: [
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.4.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.5.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.3.0"),
  ],
  targets: [
    // The toolkit's own sources, through symbolic links: figures are taken of its inner parts too.
    .target(name: "StateCore", dependencies: [issueReporting]),
    .target(name: "StateRequests", dependencies: ["StateCore"]),
    .target(name: "StateFields", dependencies: ["StateCore"]),
    .target(name: "StateRecord", dependencies: ["StateCore", "StateFields"]),
    .target(
      name: "ScreenStateKit",
      dependencies: ["StateCore", "StateRequests", "StateFields", log, issueReporting]
    ),
    .target(
      name: "FeatureStore",
      dependencies: ["StateCore", "StateFields", log, issueReporting]
    ),
    .target(
      name: "FeatureTesting",
      dependencies: ["StateCore", "StateFields", "FeatureStore", log, issueReporting]
    ),
    .target(name: "ViewFeature", dependencies: ["FeatureStore", "FeatureTesting"]),
    .target(
      name: "StateQueries",
      dependencies: [
        "StateCore", "StateRequests", "ScreenStateKit", "FeatureStore", issueReporting,
      ]
    ),
    .target(name: "FeatureRecording", dependencies: ["StateCore", "StateRecord", "FeatureStore"]),
    .target(
      name: "ScreenRecording",
      dependencies: ["StateCore", "StateFields", "StateRecord", "ScreenStateKit"]
    ),
    .target(name: "StateJSON"),
    .target(
      name: "StateJournal",
      dependencies: [
        "StateCore", "StateFields", "StateRecord", "StateJSON", "FeatureRecording",
        "ScreenRecording", "ScreenStateKit", "FeatureStore",
      ]
    ),
    .target(
      name: "StatePersistence",
      dependencies: ["StateCore", "StateFields", "StateRecord", "StateJSON", log],
      exclude: ["PrivacyInfo.xcprivacy"]
    ),
    .target(
      name: "StateHistory",
      dependencies: [
        "StateCore", "StateFields", "StateRecord", "FeatureRecording", "ScreenRecording",
        "ScreenStateKit", "FeatureStore", log, issueReporting,
      ]
    ),
    .target(
      name: "StateOutbox",
      dependencies: [
        "StateCore", "StateRequests", "StateQueries", "StatePersistence", "ScreenStateKit",
        "FeatureStore", log, issueReporting,
      ]
    ),
    .target(
      name: "StateTelemetry",
      dependencies: [
        "StateCore", "StateFields", "StateRecord", "FeatureRecording", "ScreenRecording",
        "ScreenStateKit", "FeatureStore", metrics, tracing,
      ],
      swiftSettings: [.define("Telemetry")]
    ),
    .target(
      name: "StateTesting",
      dependencies: [
        "StateCore", "StateFields", "StateRecord", "FeatureRecording", "ScreenRecording",
        "ScreenStateKit", "StateHistory", "StateJournal", "FeatureStore", "FeatureTesting",
        issueReportingTestSupport,
      ]
    ),

    .target(name: "HeapStatistics"),
    .target(name: "Figures", dependencies: ["HeapStatistics"]),
    .executableTarget(
      name: "benchmark",
      dependencies: [
        "StateCore", "Figures", "ScreenStateKit", "StateJournal", "StatePersistence",
        "FeatureRecording", "StateHistory", "StateOutbox", "StateQueries", "StateRecord",
        "StateTelemetry", "ViewFeature", metrics, tracing,
      ]
    ),
    .executableTarget(
      name: "probes",
      dependencies: [
        "StateCore", "ScreenStateKit", "StateHistory", "StateJournal", "StateTesting",
        "ViewFeature",
      ]
    ),
    .testTarget(name: "FiguresTests", dependencies: ["Figures"]),
  ],
  swiftLanguageModes: [.v6]
)

// `scripts/test` sets this: the tests of the figures need nothing else.
if Context.environment["STATE_FIGURES_TESTS"] != nil {
  package.targets.removeAll { !["HeapStatistics", "Figures", "FiguresTests"].contains($0.name) }
}

for target in package.targets where target.name != "HeapStatistics" {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      .enableUpcomingFeature("InferIsolatedConformances"),
      .treatAllWarnings(as: .error),
    ]
}
