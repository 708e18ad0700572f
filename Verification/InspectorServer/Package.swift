// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "InspectorServer",
  platforms: [.iOS(.v17), .macOS(.v14)],
  dependencies: [.package(name: "ScreenStateKit", path: "../..", traits: ["Inspector"])],
  targets: [
    .executableTarget(
      name: "InspectorServer",
      dependencies: [
        .product(name: "ScreenStateKit", package: "ScreenStateKit"),
        .product(name: "StateInspector", package: "ScreenStateKit"),
        .product(name: "ViewFeature", package: "ScreenStateKit"),
      ],
      swiftSettings: [.treatAllWarnings(as: .error)]
    )
  ],
  swiftLanguageModes: [.v6]
)
