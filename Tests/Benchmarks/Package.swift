// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "fork", path: "../..")],
  targets: [
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        .product(name: "Forked", package: "fork"),
        .product(name: "ForkedJSON", package: "fork"),
        .product(name: "ForkedMerge", package: "fork"),
      ])
  ])
