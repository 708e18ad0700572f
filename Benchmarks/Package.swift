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

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v14)],
  dependencies: [
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.4.0"),
  ],
  targets: [
    // The toolkit's own sources, through symbolic links: figures are taken of its inner parts too.
    .target(name: "StateEngine"),
    .target(name: "ScreenStateKit", dependencies: ["StateEngine", log]),
    .target(name: "ViewFeature", dependencies: ["StateEngine", log, issueReporting]),
    .target(name: "StateJournal", dependencies: ["StateEngine", "ScreenStateKit", "ViewFeature"]),
    .target(name: "StatePersistence", dependencies: ["StateEngine", log]),
    .target(
      name: "StateTesting",
      dependencies: [
        "StateEngine", "ScreenStateKit", "StateJournal", "ViewFeature", issueReportingTestSupport,
      ]
    ),

    .target(name: "HeapStatistics"),
    .target(name: "Figures", dependencies: ["HeapStatistics"]),
    .executableTarget(
      name: "benchmark",
      dependencies: [
        "Figures", "ScreenStateKit", "StateEngine", "StateJournal", "StatePersistence",
        "ViewFeature",
      ]
    ),
    .executableTarget(
      name: "probes",
      dependencies: ["ScreenStateKit", "StateEngine", "StateTesting", "ViewFeature"]
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
