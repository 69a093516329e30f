import ForkedJSON

/// The keywords whose subschemas apply to the same value (JSON Schema Core, 8.2.3 and 10.2).
extension Validation {
  mutating func acceptsInPlace(
    _ value: JSONNode, _ schema: Int, _ rule: SchemaRule, _ scope: Int,
    _ evaluated: inout Evaluated
  ) -> Bool {
    var isValid = acceptsAll(value, rule, scope, &evaluated)
    guard isValid || report != nil, !isExhausted else { return false }
    if !rule.keywords.anyOf.isEmpty {
      isValid = acceptsAny(value, schema, rule.keywords.anyOf, scope, &evaluated) && isValid
    }
    if !rule.keywords.oneOf.isEmpty, isValid || report != nil {
      isValid = acceptsOne(value, schema, rule.keywords.oneOf, scope, &evaluated) && isValid
    }
    if let not = rule.keywords.not, isValid || report != nil {
      var unwanted = Evaluated.unwanted
      if mayAccept(value, not, scope, &unwanted) {
        isValid = false
        refuse(value, schema, "not", "this is \(value.excerpt)", expected: "anything else")
      }
    }
    guard let condition = rule.keywords.condition, isValid || report != nil else { return isValid }
    return acceptsCondition(value, condition, rule, scope, &evaluated) && isValid
  }

  /// Returns true if the value fits all references and `allOf`.
  private mutating func acceptsAll(
    _ value: JSONNode, _ rule: SchemaRule, _ scope: Int, _ evaluated: inout Evaluated
  ) -> Bool {
    var isValid = true
    if let reference = rule.keywords.staticReference {
      isValid = accepts(value, reference, scope, &evaluated)
    }
    if let reference = rule.keywords.dynamicReference, isValid || report != nil {
      isValid = accepts(value, target(of: reference, scope), scope, &evaluated) && isValid
    }
    for schema in rule.keywords.allOf {
      guard isValid || report != nil, !isExhausted else { return false }
      isValid = accepts(value, schema, scope, &evaluated) && isValid
    }
    return isValid
  }

  private mutating func acceptsCondition(
    _ value: JSONNode, _ condition: Int, _ rule: SchemaRule, _ scope: Int,
    _ evaluated: inout Evaluated
  ) -> Bool {
    let holds = mayAccept(value, condition, scope, &evaluated)
    guard let branch = holds ? rule.keywords.then : rule.keywords.otherwise, !isExhausted else {
      return !isExhausted
    }
    return accepts(value, branch, scope, &evaluated)
  }

  // MARK: Choices

  private mutating func acceptsAny(
    _ value: JSONNode, _ schema: Int, _ branches: [Int], _ scope: Int,
    _ evaluated: inout Evaluated
  ) -> Bool {
    var isValid = false
    for branch in branches {
      guard spend(1) else { return giveUp() }
      guard mayAccept(value, branch, scope, &evaluated) else { continue }
      isValid = true
      guard evaluated.isWanted else { return true }
    }
    if !isValid { explain(value, schema, "anyOf", branches, scope) }
    return isValid
  }

  private mutating func acceptsOne(
    _ value: JSONNode, _ schema: Int, _ branches: [Int], _ scope: Int,
    _ evaluated: inout Evaluated
  ) -> Bool {
    var fitting: [Int] = []
    for (number, branch) in branches.enumerated() {
      guard spend(1) else { return giveUp() }
      guard mayAccept(value, branch, scope, &evaluated) else { continue }
      fitting.append(number)
      if fitting.count == 2 { break }
    }
    if fitting.isEmpty { explain(value, schema, "oneOf", branches, scope) }
    if fitting.count == 2 {
      refuse(
        value, schema, "oneOf", "it fits the schemas \(fitting[0]) and \(fitting[1]) of the list",
        expected: "exactly one that fits")
    }
    return fitting.count == 1
  }

  /// Reports that no branch fits: by the failures of the branch that was probably meant, else by one for the whole
  /// value.
  private mutating func explain(
    _ value: JSONNode, _ schema: Int, _ keyword: String, _ branches: [Int], _ scope: Int
  ) {
    guard let report, !report.isFull, !isExhausted else { return }
    if let meant = meantBranch(value, branches, scope) {
      self.report?.failures += meant
    } else {
      refuse(
        value, schema, keyword, "none of the \(branches.count) schemas in the list fits",
        expected: keyword == "oneOf" ? "exactly one that fits" : "at least one that fits")
    }
  }

  private static let mostBranches = 20
  private static let deepestBranch = 3

  /// Returns the failures of the only branch that the value fits except for some of its parts.
  private mutating func meantBranch(
    _ value: JSONNode, _ branches: [Int], _ scope: Int
  ) -> [ValidationFailure]? {
    guard let outer = report, branches.count <= Self.mostBranches,
      outer.branchDepth < Self.deepestBranch
    else { return nil }
    defer { report = outer }
    var meant: [ValidationFailure]?
    for branch in branches {
      report = FailureReport(path: outer.path, branchDepth: outer.branchDepth + 1)
      _ = accepts(value, branch, scope)
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

/// The members or elements of one value that a subschema has evaluated, by position.
struct Evaluated {
  /// True if the marks are needed.
  let isWanted: Bool
  private var marks: [Bool]
  /// The marked positions, in the order in which they were marked.
  private var marked: [Int] = []
  private var areAll = false

  /// The marks of a value for whose parts none are needed.
  static let unwanted = Evaluated(isWanted: false, count: 0)

  /// Creates marks for so many parts, none of them set.
  init(count: Int) { self.init(isWanted: true, count: count) }

  private init(isWanted: Bool, count: Int) {
    self.isWanted = isWanted
    marks = Array(repeating: false, count: count)
  }

  subscript(position: Int) -> Bool { areAll || marks[position] }

  mutating func mark(_ position: Int) {
    guard isWanted, !marks[position] else { return }
    marks[position] = true
    marked.append(position)
  }

  mutating func markAll() { areAll = true }

  /// The marks at one time.
  struct Checkpoint {
    fileprivate let count: Int
    fileprivate let areAll: Bool
  }

  var checkpoint: Checkpoint { Checkpoint(count: marked.count, areAll: areAll) }

  /// Removes the marks made since a checkpoint, because the subschema that made them does not describe the value.
  /// - Complexity: O(those marks).
  mutating func restore(_ checkpoint: Checkpoint) {
    for position in marked[checkpoint.count...] { marks[position] = false }
    marked.removeSubrange(checkpoint.count...)
    areAll = checkpoint.areAll
  }
}
