import ForkedJSON

/// The keywords whose subschemas apply to the same value (JSON Schema Core, 8.2.3 and 10.2).
extension Validation {
  mutating func acceptsInPlace(_ one: Evaluation) -> Bool {
    let keywords = one.rule.keywords
    var isValid = acceptsAll(one)
    guard isValid || report != nil, !isExhausted else { return false }
    if !keywords.anyOf.isEmpty { isValid = acceptsAny(one, keywords.anyOf) && isValid }
    if !keywords.oneOf.isEmpty, isValid || report != nil {
      isValid = acceptsOne(one, keywords.oneOf) && isValid
    }
    if let not = keywords.not, isValid || report != nil, mayAccept(one.value, not, one.scope) {
      isValid = false
      refuse(one, "not", "this is \(one.value.excerpt)", expected: "anything else")
    }
    guard let condition = keywords.condition, isValid || report != nil else { return isValid }
    let holds = mayAccept(one, condition)
    guard let branch = holds ? keywords.then : keywords.otherwise, !isExhausted else {
      return isValid && !isExhausted
    }
    return accepts(one, also: branch) && isValid
  }

  /// Returns true if the value fits all references and `allOf`.
  private mutating func acceptsAll(_ one: Evaluation) -> Bool {
    var isValid = true
    if let reference = one.rule.keywords.staticReference {
      isValid = accepts(one, also: reference)
    }
    if let reference = one.rule.keywords.dynamicReference, isValid || report != nil {
      isValid = accepts(one, also: target(of: reference, one.scope)) && isValid
    }
    for schema in one.rule.keywords.allOf {
      guard isValid || report != nil, !isExhausted else { return false }
      isValid = accepts(one, also: schema) && isValid
    }
    return isValid
  }

  // MARK: Choices

  private mutating func acceptsAny(_ one: Evaluation, _ branches: [Int]) -> Bool {
    var isValid = false
    for branch in branches {
      guard spend(1) else { return giveUp() }
      guard mayAccept(one, branch) else { continue }
      isValid = true
      guard one.evaluated != nil else { return true }
    }
    if !isValid { explain(one, "anyOf", branches) }
    return isValid
  }

  private mutating func acceptsOne(_ one: Evaluation, _ branches: [Int]) -> Bool {
    var fitting: [Int] = []
    for (number, branch) in branches.enumerated() {
      guard spend(1) else { return giveUp() }
      guard mayAccept(one, branch) else { continue }
      fitting.append(number)
      if fitting.count == 2 { break }
    }
    if fitting.isEmpty { explain(one, "oneOf", branches) }
    if fitting.count == 2 {
      refuse(
        one, "oneOf", "it fits the schemas \(fitting[0]) and \(fitting[1]) of the list",
        expected: "exactly one that fits")
    }
    return fitting.count == 1
  }

  /// Reports that no branch fits: by the failures of the branch that was probably meant, else by one for the whole
  /// value.
  private mutating func explain(_ one: Evaluation, _ keyword: String, _ branches: [Int]) {
    guard let report, !report.isFull, !isExhausted else { return }
    if let meant = meantBranch(one, branches) {
      self.report?.failures += meant
    } else {
      refuse(
        one, keyword, "none of the \(branches.count) schemas in the list fits",
        expected: keyword == "oneOf" ? "exactly one that fits" : "at least one that fits")
    }
  }

  private static let mostBranches = 20
  private static let deepestBranch = 3

  /// Returns the failures of the only branch that the value fits except for some of its parts.
  private mutating func meantBranch(
    _ one: Evaluation, _ branches: [Int]
  ) -> [ValidationFailure]? {
    guard let outer = report, branches.count <= Self.mostBranches,
      outer.branchDepth < Self.deepestBranch
    else { return nil }
    defer { report = outer }
    var meant: [ValidationFailure]?
    for branch in branches {
      report = FailureReport(path: outer.path, branchDepth: outer.branchDepth + 1)
      _ = accepts(one.value, branch, one.scope)
      guard let failures = report?.failures, !isExhausted, !failures.isEmpty else { return nil }
      guard failures.allSatisfy({ $0.isInside(outer.path.count) }) else { continue }
      guard meant == nil else { return nil }
      meant = failures
    }
    return meant
  }
}

extension ValidationFailure {
  /// Returns true if the failure is about a part of the value at that depth, but not about one that distinguishes
  /// branches.
  fileprivate func isInside(_ depth: Int) -> Bool {
    if pointer.tokens.count <= depth { return false }
    let isDiscriminating =
      pointer.tokens.count == depth + 1 && (keyword == "const" || keyword == "enum")
    return !isDiscriminating
  }
}

/// The resources that an evaluation has entered, outermost first, with a number for each such list.
///
/// A resource that is in the list already is not added again, since the outermost one decides. So there are few lists.
struct DynamicScopes {
  static let outermost = 0

  private var lists: [[Int]] = [[]]
  private var longer: [Step: Int] = [:]

  private struct Step: Hashable {
    let scope: Int
    let resource: Int
  }

  subscript(scope: Int) -> [Int] { lists[scope] }

  /// Returns the scope inside a resource that is entered from another scope.
  mutating func entering(_ resource: Int, from scope: Int) -> Int {
    if lists[scope].last == resource { return scope }
    let step = Step(scope: scope, resource: resource)
    if let known = longer[step] { return known }
    if lists[scope].contains(resource) {
      longer[step] = scope
      return scope
    }
    lists.append(lists[scope] + [resource])
    longer[step] = lists.count - 1
    return lists.count - 1
  }
}

/// The members or elements of one value that its schemas have evaluated, by position.
final class EvaluatedParts {
  private var marks: [Bool]
  /// The marked positions, in the order in which they were marked.
  private var marked: [Int] = []
  private var areAll = false

  /// Creates marks for so many parts, none of them set.
  init(count: Int) { marks = Array(repeating: false, count: count) }

  subscript(position: Int) -> Bool { areAll || marks[position] }

  func mark(_ position: Int) {
    guard !marks[position] else { return }
    marks[position] = true
    marked.append(position)
  }

  func markAll() { areAll = true }

  /// The number of marks at one time, and true if all parts were marked.
  var checkpoint: (count: Int, areAll: Bool) { (marked.count, areAll) }

  /// Removes the marks made since a checkpoint, because the subschema that made them does not describe the value.
  /// - Complexity: O(those marks).
  func restore(_ checkpoint: (count: Int, areAll: Bool)) {
    for position in marked[checkpoint.count...] { marks[position] = false }
    marked.removeSubrange(checkpoint.count...)
    areAll = checkpoint.areAll
  }
}
