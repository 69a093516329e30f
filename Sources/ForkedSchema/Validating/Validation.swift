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

  /// Returns true if a value fits a schema.
  /// - Parameters:
  ///   - scope: the dynamic scope; by default that at the start of an evaluation.
  ///   - evaluated: gets the parts that the schema evaluated, if it fits; nil if they are not needed.
  mutating func accepts(
    _ value: JSONNode, _ schema: Int, _ scope: Int = DynamicScopes.outermost,
    _ evaluated: EvaluatedParts? = nil
  ) -> Bool {
    let rule = program.rules[schema]
    let scope =
      program.hasDynamicReferences ? scopes.entering(rule.keywords.resource, from: scope) : scope
    let one = Evaluation(value: value, rule: rule, scope: scope, evaluated: evaluated)
    if let verdict = rule.verdict { return verdict || forbid(one) }
    guard choices > 0, report == nil, evaluated == nil, value.kind.isContainer else {
      return evaluate(one)
    }
    let question = Question(schema: schema, scope: scope, offset: value.range.lowerBound)
    if let known = verdicts[question] { return known }
    let verdict = evaluate(one)
    verdicts[question] = verdict
    return verdict
  }

  /// Returns true if the value fits another schema, too.
  mutating func accepts(_ one: Evaluation, also schema: Int) -> Bool {
    accepts(one.value, schema, one.scope, one.evaluated)
  }

  private mutating func evaluate(_ one: Evaluation) -> Bool {
    if report?.isFull == true { return false }
    guard depth < Self.deepest, spend(1) else { return giveUp() }
    depth += 1
    defer { depth -= 1 }
    guard let unevaluated = one.rule.unevaluated(of: one.value.kind) else { return check(one) }
    guard spend(one.value.count) else { return giveUp() }
    let own = EvaluatedParts(count: one.value.count)
    var isValid = check(
      Evaluation(value: one.value, rule: one.rule, scope: one.scope, evaluated: own))
    guard isValid || report != nil else { return false }
    isValid = acceptsRest(of: one, unevaluated, own) && isValid
    one.evaluated?.markAll()
    return isValid
  }

  /// Checks all keywords except those for unevaluated parts.
  private mutating func check(_ one: Evaluation) -> Bool {
    var isValid = acceptsItself(one)
    guard isValid || report != nil else { return false }
    switch one.value.kind {
    case .object: isValid = acceptsObject(one) && isValid
    case .array where one.rule.checksArrays: isValid = acceptsArray(one) && isValid
    default: break
    }
    guard isValid || report != nil, one.rule.checksInPlace else { return isValid }
    return acceptsInPlace(one) && isValid
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

  /// Evaluates without reporting, for a schema that need not fit. If it fits, the parts that it evaluated count.
  mutating func mayAccept(_ one: Evaluation, _ schema: Int) -> Bool {
    let before = one.evaluated?.checkpoint
    let fits = mayAccept(one.value, schema, one.scope, one.evaluated)
    if !fits, let before { one.evaluated?.restore(before) }
    return fits
  }

  mutating func mayAccept(
    _ value: JSONNode, _ schema: Int, _ scope: Int, _ evaluated: EvaluatedParts? = nil
  ) -> Bool {
    let collected = report
    report = nil
    choices += 1
    defer {
      choices -= 1
      report = collected
    }
    return accepts(value, schema, scope, evaluated)
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
  /// - Parameters:
  ///   - keyword: the keyword that the value violates.
  ///   - part: the part of the value that is wrong; nil for the whole value.
  ///   - isWhole: true if the value violates the schema as a whole, and the keyword is the one that holds the schema.
  mutating func refuse(
    _ one: Evaluation, _ keyword: String, at part: JSONNode? = nil, isWhole: Bool = false,
    _ message: @autoclosure () -> String, expected: @autoclosure () -> String
  ) {
    guard let report, !report.isFull, !isExhausted else { return }
    let (value, schema) = (part ?? one.value, one.rule.keywords)
    self.report?.failures.append(
      ValidationFailure(
        pointer: JSONPointer(report.path), position: value.document.position(of: value),
        keyword: keyword, file: schema.file.name,
        keywordPointer: isWhole ? schema.pointer : schema.pointer.appending(JSONString(keyword)),
        message: message(), expected: expected()))
  }

  private mutating func forbid(_ one: Evaluation) -> Bool {
    refuse(
      one, one.rule.keywords.keyword?.rawValue ?? "false", isWhole: true, "nothing is allowed here",
      expected: "no value")
    return false
  }
}

/// One value with a schema that applies to it.
struct Evaluation {
  let value: JSONNode
  let rule: SchemaRule
  /// The number of the dynamic scope.
  let scope: Int
  /// The parts of the value that were evaluated; nil if they are not needed.
  let evaluated: EvaluatedParts?
}
