// swift-tools-version: 6.2
import PackageDescription

// A package of its own: only a product of another package is built as a library that can be preloaded.
let package = Package(
  name: "Faults",
  products: [.library(name: "Faults", type: .dynamic, targets: ["Faults"])],
  targets: [.target(name: "Faults", cSettings: [.define("_GNU_SOURCE")])])
