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
  @Test(arguments: try LockFormat.all(with: "version"), [ConflictPolicy.manual, .versions])
  func versionsDecideBetweenVersions(_ format: LockFormat, policy: ConflictPolicy) throws {
    let plan = try format.plan
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
    of triple: PinTriple, _ format: LockFormat, _ policy: ConflictPolicy, _ merge: DocumentMerge
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
    _ format: LockFormat
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
    _ bytes: [UInt8], _ pin: Pin, _ format: LockFormat
  ) throws -> String? {
    let merged = try JSONDocument(parsing: bytes).root
    return try merged == json(format.text(pin)) ? nil : "\(merged)"
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

extension LockFormat {
  fileprivate func merge(
    _ triple: PinTriple, _ policy: ConflictPolicy, _ plan: FieldPlan
  ) throws -> DocumentMerge {
    try DocumentMerge(
      [triple.base, triple.ours, triple.theirs].map(text), plan: plan, policy: policy)
  }

  /// A document with the package between two others.
  fileprivate func text(_ pin: Pin) -> String {
    document(
      [("a", .version(10, "ra")), ("m", pin), ("z", .branch("z", "rz"))].compactMap(entry))
  }

  private func entry(_ name: String, _ pin: Pin) -> String? {
    switch pin {
    case .absent: nil
    case .branch(let branch, let revision):
      entry("branch", ["NAME": name, "BRANCH": branch, "REVISION": revision])
    case .revision(let revision): entry("revision", ["NAME": name, "REVISION": revision])
    case .version(let number, let revision):
      entry(
        "version",
        ["NAME": name, "VERSION": "\(number / 10).\(number % 10).0", "REVISION": revision])
    }
  }
}
