#!/usr/bin/env bash
# A package that was written for Forked, built on this checkout: its manifest names the original's address, which a mirror
# replaces by a clone with a version. It asks for the trait `Model`. Takes some minutes: swift-syntax is built.
set -euo pipefail
checkout=$(cd "$(dirname "$0")/../.." && pwd)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
git clone --quiet --bare "$checkout" "$place/Forked.git"
git -C "$place/Forked.git" tag --force 0.1.0 > /dev/null
mkdir -p "$place/editor/Sources/editor"
cd "$place/editor"

cat > Package.swift <<'SWIFT'
// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "editor",
  dependencies: [
    .package(url: "https://github.com/drewmccormack/Forked.git", from: "0.1.0", traits: ["Model"])
  ],
  targets: [
    .executableTarget(
      name: "editor",
      dependencies: [
        .product(name: "Forked", package: "Forked"),
        .product(name: "ForkedMerge", package: "Forked"),
        .product(name: "ForkedModel", package: "Forked"),
      ])
  ])
SWIFT

cat > Sources/editor/main.swift <<'SWIFT'
import Forked
import ForkedModel

@ForkedModel
struct TextDocument {
  @Merged var text: String = ""
}

let uiFork = Fork(name: "ui")
let document = QuickFork<TextDocument>(
  initialValue: TextDocument(text: "Fork Yeah"), forks: [uiFork])
try document.update(uiFork, with: TextDocument(text: "Fork yeah"))
try document.update(.main, with: TextDocument(text: "Fork Yeah!!!"))
try document.mergeIntoMain(from: uiFork)
print(try document.value(in: .main)!.text)
SWIFT

swift package config set-mirror --original https://github.com/drewmccormack/Forked.git \
  --mirror "file://$place/Forked.git"
swift build
result=$(.build/debug/editor)
echo "$result"
[ "$result" = 'Fork yeah!!!' ] || { echo 'the merge is not the one that the original promises' >&2; exit 1; }
