import Forked
import ForkedJSON
import ForkedMerge
import ForkedSchema
import ForkedTestSupport
import Testing

@testable import ForkedDocument

/// In a merged lock file, what belongs to a package's version is that of the side whose version stands, whichever
/// packages both sides updated, added, removed or touched otherwise; no result mixes two versions.
///
/// `FORK_LAW_CASES` and `FORK_LAW_SEED` as for ``DocumentLawTests``.
@Suite struct TogetherLawTests {
  @Test(arguments: try LockFormat.all(with: "package"))
  func neverMixes(_ format: LockFormat) throws {
    let plan = try format.plan
    for seed in DocumentLawTests.seeds {
      var random = SeededGenerator(drawnFrom: seed)
      let base = LockFile(&random)
      let (ours, theirs) = (base.edited(&random, "o"), base.edited(&random, "t"))
      let merge = try DocumentMerge(
        [base, ours, theirs].map { $0.text(format) }, plan: plan, policy: .manual)
      let merged = try merge.merged()
      let result = try merge.run()
      #expect(result.defects.isEmpty, "seed \(seed): \(result.defects)")
      guard result.isClean else {
        for conflict in result.conflicts {
          #expect(!conflict.ours.isSame(as: conflict.theirs), "seed \(seed): \(conflict.pointer)")
        }
        continue
      }
      let text = try JSONDocument(parsing: result.bytes)
      for (name, package) in format.packages(of: text.root) {
        try expectWhole(name, package, format, base, ours, theirs, "seed \(seed)")
      }
      try expectMixesAreSeen(text, merge, merged, format, ours, theirs, "seed \(seed)")
    }
  }

  /// Of two versions that of the only change stands, or the greater one, with all that belongs to it; each property of a
  /// package that has one version on both sides is that of a side.
  private func expectWhole(
    _ name: String, _ package: LockFile.Package, _ format: LockFormat, _ base: LockFile,
    _ ours: LockFile, _ theirs: LockFile, _ seed: String
  ) throws {
    let sides = [ours.packages[name], theirs.packages[name]].compactMap { $0 }
    let parts = sides.map { $0.unit(format) }
    for (index, part) in package.unit(format).enumerated() {
      #expect(parts.contains { $0[index] == part }, "\(seed) \(name): \(part)")
    }
    guard sides.count == 2, sides[0].version != sides[1].version else { return }
    let expected: LockFile.Package
    switch base.packages[name]?.version {
    case sides[0].version: expected = sides[1]
    case sides[1].version: expected = sides[0]
    default:
      let (one, other) = try (
        #require(VersionNumber(sides[0].version)), #require(VersionNumber(sides[1].version))
      )
      expected = one.precedes(other) == true ? sides[1] : sides[0]
    }
    #expect(package.unit(format) == expected.unit(format), "\(seed) \(name)")
  }

  /// The audit sees each result in which one member of a package is exchanged for the other side's.
  private func expectMixesAreSeen(
    _ text: JSONDocument, _ merge: DocumentMerge, _ merged: MergeResult<MergedValue>,
    _ format: LockFormat, _ ours: LockFile, _ theirs: LockFile, _ seed: String
  ) throws {
    for (name, package) in format.packages(of: text.root) {
      guard let mine = ours.packages[name], let its = theirs.packages[name],
        mine.version != its.version, mine.hash != its.hash
      else { continue }
      let other = package.hash == mine.hash ? its.hash : mine.hash
      let mixed = String(decoding: text.bytes, as: UTF8.self)
        .replacing("\"\(package.hash)\"", with: "\"\(other)\"")
      let defects = merge.audit(try parse(mixed), decisions: merged.decisions, conflicts: [])
      #expect(!defects.isEmpty, "\(seed): a mixed \(name) passed the audit")
      return
    }
  }
}

extension LockFormat {
  /// The packages in a document of the format, by name.
  fileprivate func packages(of root: JSONNode) -> [(String, LockFile.Package)] {
    guard let list = root["dependencies"] ?? root["packages"] ?? root["pins"] else { return [] }
    let entries: [(JSONNode?, JSONNode)] =
      list.members.map { ($0.key, $0.value) }
      + list.elements.map { ($0["name"] ?? $0["identity"], $0) }
    func text(_ node: JSONNode?) -> String { node?.string?.exactString ?? "" }
    return entries.map { name, entry in
      (
        text(name).split(separator: "/").last.map(String.init) ?? "",
        LockFile.Package(
          version: text(entry["version"] ?? entry["state"]?["version"]),
          url: text(entry["resolved"] ?? entry["dist"]?["url"]),
          hash: text(entry["integrity"] ?? entry["dist"]?["shasum"] ?? entry["state"]?["revision"]),
          isDevelopment: entry["dev"] != nil)
      )
    }
  }
}

/// Packages and what a lock file holds of them.
private struct LockFile {
  struct Package: Equatable {
    var version: String
    var url: String
    var hash: String
    var isDevelopment: Bool

    /// The properties that belong to the version.
    func unit(_ format: LockFormat) -> [String] {
      [version, hash] + (format.writes("URL", in: "package") ? [url] : [])
    }
  }

  var packages: [String: Package] = [:]

  init(_ random: inout SeededGenerator) {
    for index in 0..<(1 + random.below(8)) {
      packages["p\(index)"] = Self.package(index, "1.\(random.below(3)).0", "")
    }
  }

  private static func package(_ index: Int, _ version: String, _ mark: String) -> Package {
    Package(
      version: version, url: "https://registry.example/p\(index)-\(version)\(mark).tgz",
      hash: "sha512-\(index)-\(version)\(mark)", isDevelopment: index % 3 == 0)
  }

  /// With some packages updated, downgraded, added, removed, hashed or fetched otherwise.
  func edited(_ random: inout SeededGenerator, _ mark: String) -> LockFile {
    var result = self
    for _ in 0..<(1 + random.below(4)) {
      let index = random.below(10)
      let name = "p\(index)"
      switch (random.below(8), result.packages[name]) {
      case (0, .some) where random.below(2) == 0: result.packages[name] = nil
      case (1, .some): result.packages[name]?.url += "?\(mark)"
      case (2, .some): result.packages[name]?.hash += mark
      case (3, .some): result.packages[name]?.isDevelopment.toggle()
      case (_, let known):
        let version = ["1.\(random.below(12)).\(random.below(3))", "2.0.0-rc.\(random.below(3))"]
        let fresh = Self.package(index, version[random.below(4) / 3], "")
        result.packages[name] = fresh
        if known?.isDevelopment == true { result.packages[name]?.isDevelopment = true }
      }
    }
    return result
  }

  func text(_ format: LockFormat) -> String {
    format.document(
      packages.sorted { $0.key < $1.key }.map { name, package in
        format.entry(
          package.isDevelopment ? "development" : "package", or: "package",
          [
            "NAME": name, "VERSION": package.version, "URL": package.url, "HASH": package.hash,
          ])
      })
  }
}
