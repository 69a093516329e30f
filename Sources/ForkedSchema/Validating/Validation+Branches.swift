import ForkedJSON

/// Keywords whose subschemas look at the same value (JSON Schema Core, 8.2.3 and 10.2).
extension Validation {
  mutating func acceptsInPlace(
    _ value: JSONNode, _ schema: Int, _ rule: InPlaceRule, _ scope: Int,
    _ evaluated: inout Evaluated
  ) -> Bool {
    var isValid = acceptsAll(value, rule, scope, &evaluated)
    guard isValid || report != nil, !isExhausted else { return false }
    if !rule.anyOf.isEmpty {
      isValid = acceptsAny(value, schema, rule.anyOf, scope, &evaluated) && isValid
    }
    if !rule.oneOf.isEmpty, isValid || report != nil {
      isValid = acceptsOne(value, schema, rule.oneOf, scope, &evaluated) && isValid
    }
    if let not = rule.not, isValid || report != nil {
      var unwanted = Evaluated.unwanted
      if mayAccept(value, not, scope, &unwanted) {
        isValid = false
        refuse(value, schema, "not", "this is \(value.excerpt)", expected: "anything else")
      }
    }
    guard let condition = rule.condition, isValid || report != nil else { return isValid }
    return acceptsCondition(value, condition, rule, scope, &evaluated) && isValid
  }

  /// What has to fit in any case.
  private mutating func acceptsAll(
    _ value: JSONNode, _ rule: InPlaceRule, _ scope: Int, _ evaluated: inout Evaluated
  ) -> Bool {
    var isValid = true
    if let reference = rule.reference {
      isValid = accepts(value, reference, scope, &evaluated)
    }
    if let reference = rule.dynamicReference, isValid || report != nil {
      isValid = accepts(value, target(of: reference, scope), scope, &evaluated) && isValid
    }
    for schema in rule.allOf {
      guard isValid || report != nil, !isExhausted else { return false }
      isValid = accepts(value, schema, scope, &evaluated) && isValid
    }
    return isValid
  }

  private mutating func acceptsCondition(
    _ value: JSONNode, _ condition: Int, _ rule: InPlaceRule, _ scope: Int,
    _ evaluated: inout Evaluated
  ) -> Bool {
    let holds = mayAccept(value, condition, scope, &evaluated)
    guard let branch = holds ? rule.then : rule.otherwise, !isExhausted else {
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

  /// Says why no branch fits: by the failures of the branch that was meant, where that can be told, else of the
  /// value as a whole.
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

  /// The failures of the only branch that the value fits but for some of its parts.
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
  /// True if it is about a part of the value at that depth, and about no part that tells one branch from another.
  fileprivate func isInside(_ depth: Int) -> Bool {
    if pointer.tokens.count <= depth { return false }
    let tells = pointer.tokens.count == depth + 1 && (keyword == "const" || keyword == "enum")
    return !tells
  }
}

/// The resources that an evaluation has gone through, outermost first; each such list has a number.
///
/// A resource that is in the list already changes nothing, as the outermost decides; so there are few lists.
struct DynamicScopes {
  static let outermost = 0

  private var lists: [[Int]] = [[]]
  private var longer: [Step: Int] = [:]

  private struct Step: Hashable {
    let scope: Int
    let resource: Int
  }

  subscript(scope: Int) -> [Int] { lists[scope] }

  /// The scope inside a resource that is entered from another scope.
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

/// The members or elements of one value that some subschema has looked at, by position.
struct Evaluated {
  /// True if anybody asks.
  let isWanted: Bool
  private var marks: [Bool]
  /// The positions that are marked, in the order in which they were.
  private var marked: [Int] = []
  private var areAll = false

  /// For values of whose parts nobody asks.
  static let unwanted = Evaluated(isWanted: false, count: 0)

  /// None yet, of so many.
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

  /// The marks there are at one moment.
  struct Checkpoint {
    fileprivate let count: Int
    fileprivate let areAll: Bool
  }

  var checkpoint: Checkpoint { Checkpoint(count: marked.count, areAll: areAll) }

  /// Takes back the marks made since, as the subschema that made them turned out not to describe the value. O(those marks).
  mutating func restore(_ checkpoint: Checkpoint) {
    for position in marked[checkpoint.count...] { marks[position] = false }
    marked.removeSubrange(checkpoint.count...)
    areAll = checkpoint.areAll
  }
}
