// swift-tools-version: 6.2
import PackageDescription

let screenStateKit = Target.Dependency.product(name: "ScreenStateKit", package: "ScreenStateKit")
let stateHistory = Target.Dependency.product(name: "StateHistory", package: "ScreenStateKit")
let stateOutbox = Target.Dependency.product(name: "StateOutbox", package: "ScreenStateKit")
let stateQueriesPersistence = Target.Dependency.product(
  name: "StateQueriesPersistence",
  package: "ScreenStateKit"
)
let statePersistence = Target.Dependency.product(
  name: "StatePersistence",
  package: "ScreenStateKit"
)
let stateQueries = Target.Dependency.product(name: "StateQueries", package: "ScreenStateKit")
let viewFeature = Target.Dependency.product(name: "ViewFeature", package: "ScreenStateKit")
let stateTesting = Target.Dependency.product(name: "StateTesting", package: "ScreenStateKit")

/// A product of the package that the trait `Server` fetches.
func server(_ product: String) -> Target.Dependency {
  .product(name: product, package: "FlyingFox", condition: .when(traits: ["Server"]))
}

let package = Package(
  name: "Meetings",
  platforms: [.macOS(.v14)],
  products: [
    .executable(name: "meetings", targets: ["meetings"]),
    .executable(name: "meetings-server", targets: ["meetings-server"]),
  ],
  traits: [
    .trait(name: "Server", description: "Fetches FlyingFox for the server of a team's meetings.")
  ],
  dependencies: [
    // Named, because SwiftPM identifies a package by the last component of its path, and a clone may have any name.
    .package(name: "ScreenStateKit", path: "../.."),
    .package(url: "https://github.com/swhitty/FlyingFox", .upToNextMinor(from: "0.27.1")),
  ],
  targets: [
    .target(
      name: "MeetingsCore",
      dependencies: [
        screenStateKit, stateHistory, stateOutbox, statePersistence, stateQueries,
        stateQueriesPersistence, viewFeature,
      ]
    ),
    // Without the trait, it contains only the values of the server.
    .target(
      name: "MeetingsServer",
      dependencies: ["MeetingsCore", server("FlyingFox"), server("FlyingSocks")]
    ),
    .target(
      name: "MeetingsTerminal",
      dependencies: ["MeetingsCore", screenStateKit, stateHistory, viewFeature]
    ),
    // Empty on platforms without SwiftUI.
    .target(
      name: "MeetingsSwiftUI",
      dependencies: ["MeetingsCore", screenStateKit, stateHistory, viewFeature]
    ),
    .executableTarget(name: "MeetingsApp", dependencies: ["MeetingsCore", "MeetingsSwiftUI"]),
    .executableTarget(
      name: "meetings",
      dependencies: ["MeetingsCore", "MeetingsTerminal", viewFeature]
    ),
    .executableTarget(name: "meetings-server", dependencies: ["MeetingsServer"]),
    .testTarget(
      name: "MeetingsTests",
      dependencies: [
        "MeetingsCore", "MeetingsServer", "MeetingsTerminal", screenStateKit, stateHistory,
        stateOutbox, statePersistence, stateQueries, stateTesting, viewFeature,
      ]
    ),
    // With the trait, these tests start a server on the loopback interface.
    .testTarget(
      name: "MeetingsServerTests",
      dependencies: [
        "MeetingsCore", "MeetingsServer", screenStateKit, stateOutbox, statePersistence,
        stateQueries, stateTesting, viewFeature,
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
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
