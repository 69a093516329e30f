// swift-tools-version: 6.2
import PackageDescription

// The laws of merging and the rooms they hold, by links and without dependencies: what is optimized builds in minutes.

let house: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
]

let package = Package(
  name: "laws",
  targets: [
    .target(name: "Forked", swiftSettings: house),
    .target(name: "ForkedMerge", dependencies: ["Forked"], swiftSettings: house),
    .target(name: "ForkedJSON", swiftSettings: house),
    .target(
      name: "ForkedSchema", dependencies: ["ForkedJSON", "ForkedMerge"], swiftSettings: house),
    .target(
      name: "ForkedDocument",
      dependencies: ["Forked", "ForkedJSON", "ForkedSchema", "ForkedMerge"],
      swiftSettings: house),
    .target(name: "ForkedTestSupport", swiftSettings: house),
    .testTarget(
      name: "ForkedMergeTests", dependencies: ["ForkedMerge", "ForkedTestSupport"],
      swiftSettings: house),
    .testTarget(
      name: "ForkedDocumentTests", dependencies: ["ForkedDocument", "ForkedTestSupport"],
      swiftSettings: house),
  ]
)
