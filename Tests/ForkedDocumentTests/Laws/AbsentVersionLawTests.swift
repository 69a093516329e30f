import ForkedDocument
import ForkedJSON
import ForkedSchema
import ForkedTestSupport
import Testing

/// A version of software decides against another version only: all triples of an absent package, branches, revisions and
/// versions, in each format that the program knows.
///
/// The law is a table, not a sample: what is right follows from the three states alone. Its short form has every tenth
/// triple.
@Suite struct AbsentVersionLawTests {
  @Test(arguments: PinFormat.allCases, [ConflictPolicy.manual, .versions])
  fileprivate func versionsDecideBetweenVersions(
    _ format: PinFormat, policy: ConflictPolicy
  ) throws {
    let plan = SchemaSet().plan(forDocument: format.name)
    var failures: [String] = []
    for number in stride(from: 0, to: 512, by: LawSeeds.isLong ? 1 : 10) {
      let triple = PinTriple(
        base: Pin.all[number / 64], ours: Pin.all[number / 8 % 8], theirs: Pin.all[number % 8])
      let merge = try format.merge(triple, policy, plan)
      if let failure = try failure(of: triple, format, policy, merge) {
        failures.append("\(triple): \(failure)")
      }
    }
    #expect(failures.isEmpty, "\(failures.count) triples: \(failures.prefix(5))")
  }

  /// The first thing that is wrong about the merge of a triple.
  private func failure(
    of triple: PinTriple, _ format: PinFormat, _ policy: ConflictPolicy, _ merge: DocumentMerge
  ) throws -> String? {
    let result = try merge.run()
    guard result.defects.isEmpty else { return "\(result.defects)" }
    guard let expected = triple.expected(policy) else {
      if result.conflicts.isEmpty { return "clean" }
      let isWhole = result.conflicts.count == 1
      if format.isUnitWhole, !triple.areVersions, !isWhole {
        return "\(result.conflicts.map { "\($0.pointer)" })"
      }
      return try failure(choosing: result.conflicts.map(\.pointer), merge, triple, format)
    }
    guard result.conflicts.isEmpty else { return "a conflict at \(result.conflicts[0].pointer)" }
    return try difference(result.bytes, expected, format)
  }

  /// Each side, chosen for each conflict, gives that side's state.
  private func failure(
    choosing pointers: [JSONPointer], _ merge: DocumentMerge, _ triple: PinTriple,
    _ format: PinFormat
  ) throws -> String? {
    for (choice, pin) in [(ConflictChoice.ours, triple.ours), (.theirs, triple.theirs)] {
      var merge = merge
      for pointer in pointers { merge.choices[pointer] = choice }
      let result = try merge.run()
      guard result.isClean else { return "chosen, and not clean: \(result.defects)" }
      if let failure = try difference(result.bytes, pin, format) { return "chosen, \(failure)" }
    }
    return nil
  }

  private func difference(
    _ bytes: [UInt8], _ pin: Pin, _ format: PinFormat
  ) throws -> String? {
    let expected = try JSONDocument(parsing: Array(format.text(pin).utf8))
    let merged = try JSONDocument(parsing: bytes)
    return merged.root == expected.root ? nil : String(decoding: bytes, as: UTF8.self)
  }
}

/// What a manifest or a lock file says of one package.
private enum Pin: Equatable {
  case absent
  case branch(String, String)
  case revision(String)
  case version(Int, String)

  static let all: [Pin] = [
    .absent, .branch("a", "r1"), .branch("a", "r2"), .branch("b", "r3"), .revision("r4"),
    .version(10, "r5"), .version(12, "r6"), .version(20, "r7"),
  ]

  var number: Int? { if case .version(let number, _) = self { number } else { nil } }
}

private struct PinTriple: CustomStringConvertible {
  var base: Pin
  var ours: Pin
  var theirs: Pin

  var description: String { "base \(base), ours \(ours), theirs \(theirs)" }

  var areVersions: Bool { ours.number != nil && theirs.number != nil }

  /// The merged state; nil for a conflict.
  func expected(_ policy: ConflictPolicy) -> Pin? {
    if ours == theirs || theirs == base { return ours }
    if ours == base { return theirs }
    guard let one = ours.number, let other = theirs.number else { return nil }
    let isLowered = min(one, other) < base.number ?? 0
    if isLowered, policy != .versions { return nil }
    return one < other ? theirs : ours
  }
}

private enum PinFormat: String, CaseIterable {
  case manifest, composerManifest, npm1, npm3, composer, swift1, swift2, swift3

  var name: String {
    switch self {
    case .manifest: "package.json"
    case .composerManifest: "composer.json"
    case .npm1: "npm-shrinkwrap.json"
    case .npm3: "package-lock.json"
    case .composer: "composer.lock"
    case .swift1, .swift2, .swift3: "Package.resolved"
    }
  }

  /// True if a conflict between a version and none is one, about all of the unit.
  var isUnitWhole: Bool { self != .npm1 && self != .npm3 && self != .composer }

  func merge(
    _ triple: PinTriple, _ policy: ConflictPolicy, _ plan: FieldPlan
  ) throws -> DocumentMerge {
    let documents = try [triple.base, triple.ours, triple.theirs].map {
      try JSONDocument(parsing: Array(text($0).utf8))
    }
    return DocumentMerge(
      base: documents[0], ours: documents[1], theirs: documents[2],
      plan: plan, policy: policy)
  }

  /// A document with the package between two others.
  func text(_ pin: Pin) -> String {
    let entries = [entry("a", .version(10, "ra")), entry("m", pin), entry("z", .branch("z", "rz"))]
      .compactMap { $0 }.joined(separator: ",\n    ")
    return switch self {
    case .manifest: "{\n  \"dependencies\": {\n    \(entries)\n  }\n}\n"
    case .composerManifest: "{\n  \"require\": {\n    \(entries)\n  }\n}\n"
    case .npm1: "{\n  \"lockfileVersion\": 1,\n  \"dependencies\": {\n    \(entries)\n  }\n}\n"
    case .npm3: "{\n  \"lockfileVersion\": 3,\n  \"packages\": {\n    \(entries)\n  }\n}\n"
    case .composer: "{\n  \"packages\": [\n    \(entries)\n  ]\n}\n"
    case .swift1: "{\n  \"object\": {\"pins\": [\n    \(entries)\n  ]},\n  \"version\": 1\n}\n"
    case .swift2: "{\n  \"pins\": [\n    \(entries)\n  ],\n  \"version\": 2\n}\n"
    case .swift3:
      "{\n  \"originHash\": \"o\",\n  \"pins\": [\n    \(entries)\n  ],\n  \"version\": 3\n}\n"
    }
  }

  private func entry(_ name: String, _ pin: Pin) -> String? {
    guard pin != .absent else { return nil }
    switch self {
    case .manifest, .composerManifest: return "\"\(name)\": \"\(range(pin, name))\""
    case .npm1:
      let source =
        pin.number == nil
        ? "\"from\": \"\(range(pin, name))\"" : "\"integrity\": \"sha-\(revision(pin))\""
      return "\"\(name)\": {\"version\": \"\(range(pin, name))\", \(source)}"
    case .npm3: return "\"node_modules/\(name)\": {\(npmMembers(pin, name))}"
    case .composer:
      let source = "\"source\": {\"type\": \"git\", \"reference\": \"\(revision(pin))\"}"
      return "{\"name\": \"\(name)\", \"version\": \"\(composerVersion(pin))\", \(source)}"
    case .swift1: return "{\"package\": \"\(name)\", \"state\": {\(oldState(pin))}}"
    case .swift2, .swift3: return "{\"identity\": \"\(name)\", \"state\": {\(state(pin))}}"
    }
  }

  private func revision(_ pin: Pin) -> String {
    switch pin {
    case .absent: ""
    case .branch(_, let revision), .revision(let revision), .version(_, let revision): revision
    }
  }

  private func range(_ pin: Pin, _ name: String) -> String {
    switch pin {
    case .absent: ""
    case .branch(let branch, let revision): "git+https://e.org/\(name)#\(branch)-\(revision)"
    case .revision(let revision): "git+https://e.org/\(name)#\(revision)"
    case .version(let number, _): "\(number / 10).\(number % 10).0"
    }
  }

  private func composerVersion(_ pin: Pin) -> String {
    switch pin {
    case .absent: ""
    case .branch(let branch, _): "dev-\(branch)"
    case .revision(let revision): "dev-\(revision)"
    case .version: range(pin, "")
    }
  }

  /// A link has no version, and nor has what is fetched from a repository without one.
  private func npmMembers(_ pin: Pin, _ name: String) -> String {
    switch pin {
    case .absent: ""
    case .branch(let branch, let revision):
      "\"resolved\": \"\(branch)/\(revision)\", \"link\": true"
    case .revision: "\"resolved\": \"\(range(pin, name))\""
    case .version(_, let revision):
      "\"version\": \"\(range(pin, name))\", \"integrity\": \"sha-\(revision)\""
    }
  }

  private func oldState(_ pin: Pin) -> String {
    var (branch, version) = ("null", "null")
    if case .branch(let name, _) = pin { branch = "\"\(name)\"" }
    if case .version = pin { version = "\"\(range(pin, ""))\"" }
    return "\"branch\": \(branch), \"revision\": \"\(revision(pin))\", \"version\": \(version)"
  }

  private func state(_ pin: Pin) -> String {
    let revision = "\"revision\": \"\(revision(pin))\""
    return switch pin {
    case .absent, .revision: revision
    case .branch(let name, _): "\"branch\": \"\(name)\", \(revision)"
    case .version: "\(revision), \"version\": \"\(range(pin, ""))\""
    }
  }
}
