// swift-tools-version: 6.2
import PackageDescription

let viewFeature = Target.Dependency.product(name: "ViewFeature", package: "ScreenStateKit")
let stateTesting = Target.Dependency.product(name: "StateTesting", package: "ScreenStateKit")

let package = Package(
  name: "Meetings",
  platforms: [.macOS(.v14)],
  products: [.executable(name: "meetings", targets: ["meetings"])],
  dependencies: [
    // Named, because SwiftPM identifies a package by the last component of its path, and a clone may have any name.
    .package(name: "ScreenStateKit", path: "../..")
  ],
  targets: [
    .target(name: "MeetingsCore", dependencies: [viewFeature]),
    .target(name: "MeetingsTerminal", dependencies: ["MeetingsCore", viewFeature]),
    // Empty on platforms without SwiftUI.
    .target(name: "MeetingsSwiftUI", dependencies: ["MeetingsCore", viewFeature]),
    .executableTarget(name: "MeetingsApp", dependencies: ["MeetingsCore", "MeetingsSwiftUI"]),
    .executableTarget(
      name: "meetings",
      dependencies: ["MeetingsCore", "MeetingsTerminal", viewFeature]
    ),
    .testTarget(
      name: "MeetingsTests",
      dependencies: ["MeetingsCore", "MeetingsTerminal", stateTesting, viewFeature]
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
