// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Campaigns",
  dependencies: [.package(path: "Faults")],
  targets: [
    .executableTarget(
      name: "campaigns",
      dependencies: [.product(name: "Faults", package: "Faults")],
      swiftSettings: [
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("ExistentialAny"),
        .treatAllWarnings(as: .error),
      ])
  ])
