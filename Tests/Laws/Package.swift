// swift-tools-version: 6.2
import PackageDescription

// The laws of merging and their modules, by links and without dependencies: what is optimized builds in minutes.

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
]

let package = Package(
  name: "laws",
  targets: [
    .target(name: "Forked", swiftSettings: settings),
    .target(name: "ForkedMerge", dependencies: ["Forked"], swiftSettings: settings),
    .target(name: "CJSONBlocks", publicHeadersPath: "."),
    .target(name: "ForkedJSON", dependencies: ["CJSONBlocks"], swiftSettings: settings),
    .target(
      name: "ForkedSchema", dependencies: ["Forked", "ForkedJSON", "ForkedMerge"],
      resources: [.embedInCode("BuiltIn/Schemas")],
      swiftSettings: settings),
    .target(
      name: "ForkedDocument",
      dependencies: ["Forked", "ForkedJSON", "ForkedSchema", "ForkedMerge"],
      swiftSettings: settings),
    .target(name: "ForkedTestSupport", swiftSettings: settings),
    .testTarget(
      name: "ForkedJSONTests", dependencies: ["ForkedJSON", "CJSONBlocks", "ForkedTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "ForkedMergeTests", dependencies: ["ForkedMerge", "ForkedTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "ForkedDocumentTests", dependencies: ["ForkedDocument", "ForkedTestSupport"],
      swiftSettings: settings),
  ]
)
