// swift-tools-version: 6.2
import PackageDescription

let flyingFox = Target.Dependency.product(name: "FlyingFox", package: "FlyingFox")
let flyingSocks = Target.Dependency.product(name: "FlyingSocks", package: "FlyingFox")
let argumentParser = Target.Dependency.product(
  name: "ArgumentParser",
  package: "swift-argument-parser"
)
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let log = Target.Dependency.product(name: "Logging", package: "swift-log")
let screenStateKit = Target.Dependency.product(name: "ScreenStateKit", package: "ScreenStateKit")
let viewFeature = Target.Dependency.product(name: "ViewFeature", package: "ScreenStateKit")
let stateHistory = Target.Dependency.product(name: "StateHistory", package: "ScreenStateKit")
let stateHistoryPersistence = Target.Dependency.product(
  name: "StateHistoryPersistence",
  package: "ScreenStateKit"
)
let stateInspector = Target.Dependency.product(name: "StateInspector", package: "ScreenStateKit")
let stateJournal = Target.Dependency.product(name: "StateJournal", package: "ScreenStateKit")
let statePersistence = Target.Dependency.product(
  name: "StatePersistence",
  package: "ScreenStateKit"
)
let stateQueries = Target.Dependency.product(name: "StateQueries", package: "ScreenStateKit")
let stateTelemetry = Target.Dependency.product(name: "StateTelemetry", package: "ScreenStateKit")
let tracing = Target.Dependency.product(name: "Tracing", package: "swift-distributed-tracing")
let inMemoryTracing = Target.Dependency.product(
  name: "InMemoryTracing",
  package: "swift-distributed-tracing"
)
let stateTesting = Target.Dependency.product(name: "StateTesting", package: "ScreenStateKit")

let package = Package(
  name: "Lexicon",
  platforms: [.macOS(.v14)],
  products: [.executable(name: "lexicon", targets: ["lexicon"])],
  dependencies: [
    // Named, because SwiftPM identifies a package by the last component of its path, and a clone may have any name.
    .package(name: "ScreenStateKit", path: "../..", traits: ["Inspector", "Telemetry"]),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.3.0"),
  ],
  targets: [
    .target(
      name: "WordService",
      dependencies: [flyingFox, flyingSocks, tracing],
      resources: [.copy("Resources/words.json"), .copy("Resources/WORDNET-LICENSE")]
    ),
    .target(
      name: "LexiconCore",
      dependencies: [
        screenStateKit, stateHistory, stateHistoryPersistence, statePersistence, stateQueries,
        tracing, viewFeature,
      ]
    ),
    .target(name: "LexiconDatabase", dependencies: ["LexiconCore", grdb, tracing]),
    .target(name: "LexiconTrace", dependencies: [inMemoryTracing, tracing]),
    .target(name: "LexiconReplay", dependencies: ["LexiconCore", stateJournal, viewFeature]),
    .target(name: "CTerminal"),
    .target(
      name: "LexiconTerminal",
      dependencies: [
        "CTerminal", "LexiconCore", "LexiconReplay", screenStateKit, stateHistory, viewFeature,
      ]
    ),
    // Empty on platforms without SwiftUI.
    .target(name: "LexiconSwiftUI", dependencies: ["LexiconCore", screenStateKit, viewFeature]),
    .target(
      name: "LexiconOptions",
      dependencies: [
        "LexiconCore", "LexiconDatabase", "LexiconTrace", "WordService", argumentParser,
        stateInspector, stateJournal, stateTelemetry, tracing,
      ]
    ),
    .executableTarget(
      name: "LexiconApp",
      dependencies: ["LexiconCore", "LexiconDatabase", "LexiconSwiftUI", "WordService"]
    ),
    .executableTarget(
      name: "lexicon",
      dependencies: [
        "LexiconCore", "LexiconOptions", "LexiconReplay", "LexiconTerminal", "WordService",
        argumentParser, log, stateJournal,
      ]
    ),
    .testTarget(name: "WordServiceTests", dependencies: ["WordService", flyingFox]),
    .testTarget(
      name: "LexiconCoreTests",
      dependencies: [
        "LexiconCore", "LexiconDatabase", "WordService", grdb, screenStateKit, stateHistory,
        stateJournal, statePersistence, stateQueries, stateTesting, viewFeature,
      ],
      exclude: ["Sessions"]
    ),
    .testTarget(
      name: "LexiconDatabaseTests",
      dependencies: ["LexiconCore", "LexiconDatabase", grdb]
    ),
    .testTarget(
      name: "LexiconTraceTests",
      dependencies: [
        "LexiconCore", "LexiconTrace", "WordService", inMemoryTracing, tracing,
      ]
    ),
    .testTarget(
      name: "LexiconReplayTests",
      dependencies: [
        "LexiconCore", "LexiconReplay", screenStateKit, stateJournal, stateTesting, viewFeature,
      ]
    ),
    .testTarget(
      name: "LexiconTerminalTests",
      dependencies: [
        "LexiconCore", "LexiconReplay", "LexiconTerminal", screenStateKit, stateJournal,
        stateTesting, viewFeature,
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)

// The windowed app, which needs GTK: `scripts/lexicon-gtk` sets this variable. Its sources are in
// `Examples/LexiconGTK`. It is a target of this package because the targets above have package access, and so that they
// are built only once.
if Context.environment["LEXICON_GTK"] != nil {
  package.products.append(.executable(name: "lexicon-gtk", targets: ["lexicon-gtk"]))
  package.targets.removeAll { $0.isTest }
  package.targets += [
    .systemLibrary(name: "CGTK4", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
    .target(name: "GTKKit", dependencies: ["CGTK4", viewFeature]),
    .target(
      name: "LexiconGTK",
      dependencies: ["GTKKit", "LexiconCore", "LexiconReplay", screenStateKit, viewFeature]
    ),
    .executableTarget(
      name: "lexicon-gtk",
      dependencies: [
        "GTKKit", "LexiconCore", "LexiconGTK", "LexiconOptions", "LexiconReplay", argumentParser,
        stateJournal,
      ]
    ),
    .testTarget(name: "GTKKitTests", dependencies: ["CGTK4", "GTKKit", viewFeature]),
  ]
}

for target in package.targets where target.type != .system {
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
