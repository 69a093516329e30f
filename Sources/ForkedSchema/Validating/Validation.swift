import ForkedJSON

/// One evaluation of values of one document by the schemas of a program (JSON Schema Core, 7 to 11).
///
/// Without a report it stops at the first failure; with one it collects them. It gives up after a number of steps that
/// no real schema needs for documents of this size.
struct Validation {
  let program: SchemaProgram
  /// True if the evaluation gave up; then its verdict is not valid.
  private(set) var isExhausted = false
  /// The report; nil if only a verdict is needed.
  var report: FailureReport?

  /// The number of steps so far; eight steps of a pattern count as one.
  private(set) var work = 0
  /// The number of steps after which it gives up.
  private let limit: Int
  private var depth = 0
  private static let deepest = 1500
  private var scopes = DynamicScopes()
  /// The number of open choices of branches: with any, values may be evaluated again for another branch.
  private var choices = 0
  private var verdicts: [Question: Bool] = [:]
  /// The members of large objects of which few are needed, by offset; nil for objects passed over once.
  private var tables: [Int: JSONMemberTable?] = [:]

  /// A key of the verdicts: a value and a schema in a dynamic scope.
  private struct Question: Hashable {
    let schema: Int
    let scope: Int
    let offset: Int
  }

  /// - Parameter limit: the number of steps after which it gives up; nil: a number that suits the value.
  init(
    _ program: SchemaProgram, for value: JSONNode, isReporting: Bool = false, limit: Int? = nil
  ) {
    self.program = program
    self.limit = limit ?? 4_000_000 + 4 * value.range.count
    report = isReporting ? FailureReport() : nil
  }

  /// Returns true if a value fits a schema, at the start of an evaluation.
  mutating func accepts(_ value: JSONNode, _ schema: Int) -> Bool {
    accepts(value, schema, DynamicScopes.outermost)
  }

  mutating func accepts(_ value: JSONNode, _ schema: Int, _ scope: Int) -> Bool {
    var unwanted = Evaluated.unwanted
    return accepts(value, schema, scope, &unwanted)
  }

  /// - Parameter evaluated: gets the parts that the schema evaluated, if it fits and marks are needed.
  mutating func accepts(
    _ value: JSONNode, _ schema: Int, _ scope: Int, _ evaluated: inout Evaluated
  ) -> Bool {
    let rule = program.rules[schema]
    if let verdict = rule.verdict { return verdict || forbid(value, schema) }
    let remembers =
      choices > 0 && report == nil && !evaluated.isWanted && value.kind.isContainer
    let scope =
      program.hasDynamicReferences ? scopes.entering(rule.keywords.resource, from: scope) : scope
    guard remembers else { return evaluate(value, schema, rule, scope, &evaluated) }
    let question = Question(schema: schema, scope: scope, offset: value.range.lowerBound)
    if let known = verdicts[question] { return known }
    let verdict = evaluate(value, schema, rule, scope, &evaluated)
    verdicts[question] = verdict
    return verdict
  }

  private mutating func evaluate(
    _ value: JSONNode, _ schema: Int, _ rule: SchemaRule, _ scope: Int,
    _ evaluated: inout Evaluated
  ) -> Bool {
    if report?.isFull == true { return false }
    guard depth < Self.deepest, spend(1) else { return giveUp() }
    depth += 1
    defer { depth -= 1 }
    guard let unevaluated = rule.unevaluated(of: value.kind) else {
      return check(value, schema, rule, scope, &evaluated)
    }
    guard spend(value.count) else { return giveUp() }
    var own = Evaluated(count: value.count)
    var isValid = check(value, schema, rule, scope, &own)
    guard isValid || report != nil else { return false }
    isValid = acceptsRest(of: value, unevaluated, scope, own) && isValid
    evaluated.markAll()
    return isValid
  }

  /// Checks all keywords except those for unevaluated parts.
  private mutating func check(
    _ value: JSONNode, _ schema: Int, _ rule: SchemaRule, _ scope: Int,
    _ evaluated: inout Evaluated
  ) -> Bool {
    var isValid = acceptsItself(value, schema, rule)
    guard isValid || report != nil else { return false }
    switch value.kind {
    case .object:
      isValid = acceptsObject(value, schema, rule, scope, &evaluated) && isValid
    case .array where rule.checksArrays:
      isValid = acceptsArray(value, schema, rule, scope, &evaluated) && isValid
    default: break
    }
    guard isValid || report != nil, rule.checksInPlace else { return isValid }
    return acceptsInPlace(value, schema, rule, scope, &evaluated) && isValid
  }

  // MARK: Limits

  /// Spends some steps; returns false if none are left.
  mutating func spend(_ count: Int) -> Bool {
    work += min(count, stepsLeft + 1)
    return work <= limit && !isExhausted
  }

  mutating func giveUp() -> Bool {
    isExhausted = true
    return false
  }

  /// The number of steps that are left.
  var stepsLeft: Int { isExhausted ? 0 : max(limit - work, 0) }

  // MARK: Parts and choices

  /// Evaluates a part of a value.
  mutating func acceptsPart(
    _ part: JSONNode, _ schema: Int, _ scope: Int, at step: @autoclosure () -> JSONString
  ) -> Bool {
    guard report != nil else { return accepts(part, schema, scope) }
    report?.path.append(step())
    defer { report?.path.removeLast() }
    return accepts(part, schema, scope)
  }

  /// Evaluates without reporting, for schemas that need not fit. If they fit, the parts that they evaluated count.
  mutating func mayAccept(
    _ value: JSONNode, _ schema: Int, _ scope: Int, _ evaluated: inout Evaluated
  ) -> Bool {
    let collected = report
    report = nil
    choices += 1
    defer {
      choices -= 1
      report = collected
    }
    let before = evaluated.checkpoint
    let fits = accepts(value, schema, scope, &evaluated)
    if !fits { evaluated.restore(before) }
    return fits
  }

  /// Returns the members of an object by key, if that costs less than another pass over them.
  mutating func table(of object: JSONNode, forKeys count: Int) -> JSONMemberTable? {
    guard object.count >= 64, count <= object.count / 8 else { return nil }
    let offset = object.range.lowerBound
    guard let known = tables[offset] else {
      tables[offset] = .some(nil)
      return nil
    }
    if let known { return known }
    guard spend(object.count) else { return nil }
    let table = JSONMemberTable(object)
    tables[offset] = table
    return table
  }

  /// Returns the target of a dynamic reference: the outermost anchor of that name, else its static target.
  func target(of reference: DynamicReference, _ scope: Int) -> Int {
    guard let name = reference.name else { return reference.target }
    for resource in scopes[scope] {
      if let outermost = program.dynamicAnchors[resource][name] { return outermost }
    }
    return reference.target
  }

  // MARK: Reporting

  /// Records a failure if there is a report.
  ///
  /// - Parameter steps: the steps from the schema to what the value violates; nil for the keyword.
  mutating func refuse(
    _ value: JSONNode, _ schema: Int, _ keyword: String, at steps: [JSONString]? = nil,
    _ message: @autoclosure () -> String, expected: @autoclosure () -> String
  ) {
    guard let report, !report.isFull, !isExhausted else { return }
    self.report?.failures.append(
      ValidationFailure(
        pointer: JSONPointer(report.path), position: value.document.position(of: value),
        keyword: keyword, file: program.places[schema].file,
        keywordPointer: program.pointer(to: schema, steps ?? [JSONString(keyword)]),
        message: message(), expected: expected()))
  }

  private mutating func forbid(_ value: JSONNode, _ schema: Int) -> Bool {
    guard report != nil else { return false }
    let keyword = program.places[schema].steps.first { Keyword($0) != nil }
    refuse(
      value, schema, keyword?.description ?? "false", at: [], "nothing is allowed here",
      expected: "no value")
    return false
  }
}
