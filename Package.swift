// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "fork",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [
    .executable(name: "fork", targets: ["fork"]),
    .library(name: "Forked", targets: ["Forked"]),
    .library(name: "ForkedJSON", targets: ["ForkedJSON"]),
    .library(name: "ForkedMerge", targets: ["ForkedMerge"]),
    .library(name: "ForkedModel", targets: ["ForkedModel"]),
    .library(name: "ForkedGit", targets: ["ForkedGit"]),
    .library(name: "ForkedConsistency", targets: ["ForkedConsistency"]),
    .library(name: "ForkedStore", targets: ["ForkedStore"]),
  ],
  traits: [
    .trait(
      name: "Model",
      description: "Accepted for programs that ask for it. ForkedModel is a product either way.")
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.7.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
  ],
  targets: [
    .target(
      name: "CLibgit2", publicHeadersPath: ".", linkerSettings: [.linkedLibrary("dl")]),

    .target(name: "Forked", swiftSettings: settings),
    .target(name: "ForkedMerge", dependencies: ["Forked"], swiftSettings: settings),
    // No test depends on it: whatever a test of it depends on would be built a second time, for the host.
    .macro(
      name: "ForkedModelMacros",
      dependencies: [
        .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
        .product(name: "SwiftDiagnostics", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
      ],
      swiftSettings: settings),
    .target(
      name: "ForkedModel", dependencies: ["Forked", "ForkedMerge", "ForkedModelMacros"],
      swiftSettings: settings),
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
    .target(
      name: "ForkedGit",
      dependencies: [
        "CLibgit2", "Forked", .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings),
    .target(name: "ForkedConsistency", swiftSettings: settings),
    .target(
      name: "ForkedStore",
      dependencies: [
        "ForkedGit", "ForkedDocument", "ForkedSchema", "ForkedJSON", "Forked", "ForkedMerge",
      ],
      swiftSettings: settings),
    .target(
      name: "ForkCLI",
      dependencies: [
        "Forked", "ForkedStore", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      resources: [
        .embedInCode("Frame/habits.txt"), .embedInCode("Manual/examples.txt"),
        .embedInCode("Manual/program.mdoc"), .embedInCode("Page/page.css"),
        .embedInCode("Page/page.js"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "fork", dependencies: ["ForkCLI"], swiftSettings: settings),

    .target(name: "ForkedTestSupport", path: "Tests/Support", swiftSettings: settings),
    .target(
      name: "ForkedGitTestSupport", dependencies: ["ForkedGit", "ForkedTestSupport"],
      path: "Tests/GitSupport", swiftSettings: settings),
    .testTarget(name: "ForkedTests", dependencies: ["Forked"], swiftSettings: settings),
    .testTarget(
      name: "ForkedMergeTests", dependencies: ["ForkedMerge", "ForkedTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "ForkedModelTests",
      dependencies: [
        "ForkedModel", "ForkedDocument", "ForkedMerge", "Forked", "ForkedTestSupport",
      ],
      swiftSettings: settings + [.treatWarning("DeprecatedDeclaration", as: .warning)]),
    .testTarget(
      name: "ForkedJSONTests",
      dependencies: ["ForkedJSON", "CJSONBlocks", "ForkedTestSupport"], swiftSettings: settings),
    .testTarget(
      name: "ForkedSchemaTests", dependencies: ["ForkedSchema", "ForkedTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "ForkedDocumentTests", dependencies: ["ForkedDocument", "ForkedTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "ForkedGitTests",
      dependencies: ["Forked", "ForkedGit", "ForkedGitTestSupport", "ForkedTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "ForkedConsistencyTests", dependencies: ["ForkedConsistency", "ForkedTestSupport"],
      // Without ExistentialAny: the description that it rebuilds leaves out `any`.
      swiftSettings: [.treatAllWarnings(as: .error)]),
    .testTarget(
      name: "ForkedStoreTests",
      dependencies: [
        "ForkedStore", "Forked", "ForkedGit", "ForkedGitTestSupport", "ForkedTestSupport",
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "shared-note", dependencies: ["Forked", "ForkedModel", "ForkedStore"],
      path: "Tests/Samples/shared-note", swiftSettings: settings),
    .executableTarget(
      name: "sample-programs",
      dependencies: ["Forked", "ForkedModel", "ForkedConsistency", "ForkedStore"],
      path: "Tests/Samples/sample-programs",
      // Without ExistentialAny: the documents of the original leave out `any`.
      swiftSettings: [.treatAllWarnings(as: .error)]),
    .testTarget(
      name: "ForkCLITests",
      dependencies: [
        "fork", "sample-programs", "shared-note", "ForkCLI", "ForkedStore", "ForkedTestSupport",
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings),
  ]
)
