// swift-tools-version: 6.2
import PackageDescription

let log = Target.Dependency.product(name: "Logging", package: "swift-log")
let flyingFox = Target.Dependency.product(name: "FlyingFox", package: "FlyingFox")
let flyingSocks = Target.Dependency.product(name: "FlyingSocks", package: "FlyingFox")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let tracing = Target.Dependency.product(name: "Tracing", package: "swift-distributed-tracing")
let issueReporting = Target.Dependency.product(
  name: "IssueReporting",
  package: "xctest-dynamic-overlay"
)
let issueReportingTestSupport = Target.Dependency.product(
  name: "IssueReportingTestSupport",
  package: "xctest-dynamic-overlay"
)

// `import SwiftUI` and `canImport(SwiftUI)` mean the stand-in in the targets that have this setting,
// and only there.
let standsInForSwiftUI: SwiftSetting = .unsafeFlags(["-module-alias", "SwiftUI=SwiftUIStandIn"])

let package = Package(
  name: "Verification",
  platforms: [.macOS(.v14), .iOS(.v17)],
  dependencies: [
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.4.0"),
    // The first example's.
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.3.0"),
  ],
  targets: [
    .target(name: "SwiftUIStandIn", path: "SwiftUIStandIn"),

    // The package's own sources, through symbolic links.
    .target(name: "StateCore", dependencies: [issueReporting], path: "StateCore"),
    .target(name: "StateRequests", dependencies: ["StateCore"], path: "StateRequests"),
    .target(name: "StateFields", dependencies: ["StateCore"], path: "StateFields"),
    .target(
      name: "StateRecord",
      dependencies: ["StateCore", "StateFields"],
      path: "StateRecord"
    ),
    .target(name: "StateJSON", path: "StateJSON"),
    .target(
      name: "StatePersistence",
      dependencies: ["StateCore", "StateFields", "StateRecord", "StateJSON", log],
      path: "StatePersistence",
      exclude: ["PrivacyInfo.xcprivacy"]
    ),
    .target(
      name: "ScreenStateKit",
      dependencies: [
        "StateCore", "StateRequests", "StateFields", "SwiftUIStandIn", log, issueReporting,
      ],
      path: "ScreenStateKit",
      swiftSettings: [standsInForSwiftUI]
    ),
    .target(
      name: "FeatureStore",
      dependencies: ["StateCore", "StateFields", "SwiftUIStandIn", log, issueReporting],
      path: "FeatureStore",
      swiftSettings: [standsInForSwiftUI]
    ),
    .target(
      name: "FeatureTesting",
      dependencies: ["StateCore", "StateFields", "FeatureStore", log, issueReporting],
      path: "FeatureTesting",
      swiftSettings: [standsInForSwiftUI]
    ),
    .target(
      name: "ViewFeature",
      dependencies: ["FeatureStore", "FeatureTesting"],
      path: "ViewFeature",
      swiftSettings: [standsInForSwiftUI]
    ),
    .target(
      name: "StateQueries",
      dependencies: [
        "StateCore", "StateRequests", "ScreenStateKit", "FeatureStore", "SwiftUIStandIn",
        issueReporting,
      ],
      path: "StateQueries",
      swiftSettings: [standsInForSwiftUI]
    ),

    .target(
      name: "StateQueriesPersistence",
      dependencies: ["StateCore", "StateRequests", "StateQueries", "StatePersistence"],
      path: "StateQueriesPersistence"
    ),
    .target(
      name: "StateOutbox",
      dependencies: [
        "StateCore", "StateRequests", "StateQueries", "StatePersistence", "ScreenStateKit",
        "FeatureStore", log, issueReporting,
      ],
      path: "StateOutbox"
    ),

    .target(
      name: "FeatureRecording",
      dependencies: ["StateCore", "StateRecord", "FeatureStore"],
      path: "FeatureRecording"
    ),
    .target(
      name: "ScreenRecording",
      dependencies: ["StateCore", "StateFields", "StateRecord", "ScreenStateKit"],
      path: "ScreenRecording"
    ),
    .target(
      name: "StateHistory",
      dependencies: [
        "StateCore", "StateFields", "StateRecord", "FeatureRecording", "ScreenRecording",
        "ScreenStateKit", "FeatureStore", "SwiftUIStandIn", log, issueReporting,
      ],
      path: "StateHistory",
      swiftSettings: [standsInForSwiftUI]
    ),
    .target(
      name: "StateHistoryPersistence",
      dependencies: [
        "StateCore", "StateFields", "StateRecord", "StateHistory", "StatePersistence",
      ],
      path: "StateHistoryPersistence"
    ),

    // The blocks of the main README.
    .target(
      name: "UserReadme",
      dependencies: ["ScreenStateKit", "SwiftUIStandIn", "ViewFeature"],
      path: "UserReadme",
      swiftSettings: [standsInForSwiftUI]
    ),

    // The examples', through symbolic links.
    .target(
      name: "LexiconCore",
      dependencies: [
        "ScreenStateKit", "StateHistory", "StateHistoryPersistence", "StatePersistence",
        "StateQueries", "SwiftUIStandIn", "ViewFeature", tracing,
      ],
      path: "LexiconCore",
      swiftSettings: [standsInForSwiftUI]
    ),
    .target(
      name: "LexiconSwiftUI",
      dependencies: ["LexiconCore", "ScreenStateKit", "SwiftUIStandIn", "ViewFeature"],
      path: "LexiconSwiftUI",
      swiftSettings: [standsInForSwiftUI]
    ),

    .target(
      name: "LexiconDatabase",
      dependencies: ["LexiconCore", grdb, tracing],
      path: "LexiconDatabase"
    ),
    .target(
      name: "WordService",
      dependencies: [flyingFox, flyingSocks, tracing],
      path: "WordService",
      resources: [.copy("Resources/words.json"), .copy("Resources/WORDNET-LICENSE")]
    ),
    // A library: it is compiled, but the stand-in's apps cannot be run.
    .target(
      name: "LexiconApp",
      dependencies: [
        "LexiconCore", "LexiconDatabase", "LexiconSwiftUI", "SwiftUIStandIn", "WordService",
      ],
      path: "LexiconApp",
      swiftSettings: [standsInForSwiftUI]
    ),

    .target(
      name: "MeetingsCore",
      dependencies: [
        "ScreenStateKit", "StateHistory", "StateOutbox", "StatePersistence", "StateQueries",
        "StateQueriesPersistence", "SwiftUIStandIn", "ViewFeature",
      ],
      path: "MeetingsCore",
      swiftSettings: [standsInForSwiftUI]
    ),
    .target(
      name: "MeetingsSwiftUI",
      dependencies: [
        "MeetingsCore", "ScreenStateKit", "StateHistory", "SwiftUIStandIn", "ViewFeature",
      ],
      path: "MeetingsSwiftUI",
      swiftSettings: [standsInForSwiftUI]
    ),
    // A library, as the other app.
    .target(
      name: "MeetingsApp",
      dependencies: ["MeetingsCore", "MeetingsSwiftUI", "SwiftUIStandIn"],
      path: "MeetingsApp",
      swiftSettings: [standsInForSwiftUI]
    ),

    .testTarget(
      name: "VerificationTests",
      dependencies: [
        "LexiconCore", "LexiconDatabase", "LexiconSwiftUI", "MeetingsCore", "MeetingsSwiftUI",
        "ScreenStateKit", "StateFields", "StateHistory", "StateOutbox", "StatePersistence",
        "StateQueries", "SwiftUIStandIn",
        "UserReadme", "ViewFeature", grdb, issueReportingTestSupport,
      ],
      path: "Tests",
      swiftSettings: [standsInForSwiftUI]
    ),
  ],
  swiftLanguageModes: [.v6]
)

// `scripts/check-origins` sets this while the files of these targets exist.
if Context.environment["STATE_ORIGINS"] != nil {
  package.targets += [
    .target(
      name: "UserViews",
      dependencies: ["ScreenStateKit", "ViewFeature", "SwiftUIStandIn"],
      path: "UserViews",
      swiftSettings: [standsInForSwiftUI]
    ),
    // The same files, through a symbolic link.
    .target(
      name: "UserViewsMainActor",
      dependencies: ["ScreenStateKit", "ViewFeature", "SwiftUIStandIn"],
      path: "UserViewsMainActor",
      swiftSettings: [standsInForSwiftUI, .defaultIsolation(MainActor.self)]
    ),
  ]
  for target in package.targets where target.isTest { target.dependencies.append("UserViews") }
}

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
]

for target in package.targets {
  // The documents' views stand for user code, which need not be written for upcoming features; the
  // stand-in's declarations mean what Apple's mean, without any.
  let hasFeatures = target.name != "SwiftUIStandIn" && !target.name.hasPrefix("User")
  target.swiftSettings =
    (target.swiftSettings ?? []) + (hasFeatures ? strict : []) + [.treatAllWarnings(as: .error)]
}
