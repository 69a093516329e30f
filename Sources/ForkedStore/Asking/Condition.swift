import ForkedJSON

/// A condition on one document, as in `/enabled=true`, `/views>=10`, `/owner` or `!/panels/*/type="graph"`.
///
/// It holds if one of the values that its pointer names compares so with the value behind the sign; without a sign, if
/// there is a value; with `!` before it, if this is not the case. Values are compared as JSON: numbers exactly, strings
/// by scalars.
public struct Condition: Sendable {
  enum Sign: String, CaseIterable, Sendable {
    // The longer of two that begin alike comes first.
    case unequal = "!="
    case atMost = "<="
    case atLeast = ">="
    case equal = "="
    case less = "<"
    case greater = ">"

    fileprivate var isOrder: Bool { self != .equal && self != .unequal }
  }

  /// The condition, as the user wrote it.
  public let text: String
  let pattern: PointerPattern
  let isNegated: Bool
  private let comparison: (sign: Sign, value: JSONDocument)?

  /// Reads a condition. It is split at the first sign that is followed by JSON, since pointers may contain signs.
  ///
  /// - Throws: ``JSONPointerError``; kind `invalidData` if no sign is followed by JSON, or the value has no order.
  public init(parsing text: String) throws {
    self.text = text
    isNegated = text.hasPrefix("!") && !text.hasPrefix("!=")
    let rest = isNegated ? text.dropFirst() : text[...]
    guard !rest.isEmpty else {
      throw StoreError(.usage, "the condition is empty", hint: Self.example)
    }
    var failure: (pointer: Substring, sign: Sign, value: Substring, error: JSONSyntaxError)?
    for index in rest.indices {
      guard let sign = Sign.allCases.first(where: { rest[index...].hasPrefix($0.rawValue) }) else {
        continue
      }
      let value = rest[index...].dropFirst(sign.rawValue.count)
      if sign == .equal, value.hasPrefix("=") {
        throw StoreError(
          .usage, "'\(text)' has two signs", hint: "one '=' compares: \(Self.example)")
      }
      do {
        let document = try JSONDocument(parsing: Array(value.utf8))
        if sign.isOrder, document.root.kind != .number, document.root.kind != .string {
          throw StoreError(
            .invalidData, "only numbers and strings have an order, not \(document.root.shortened)",
            hint: "use = or !=")
        }
        pattern = PointerPattern(try JSONPointer(parsing: String(rest[..<index])))
        comparison = (sign, document)
        return
      } catch let error as JSONSyntaxError {
        failure = failure ?? (rest[..<index], sign, value, error)
      }
    }
    guard let failure else {
      pattern = PointerPattern(try JSONPointer(parsing: String(rest)))
      comparison = nil
      return
    }
    let string = ReportValue.string(String(failure.value)).text
    let whole = "\(isNegated ? "!" : "")\(failure.pointer)\(failure.sign.rawValue)\(string)"
    throw StoreError(
      .invalidData, "the value in '\(text)' is not JSON: \(failure.error.reason)",
      hint: failure.value.isEmpty || failure.value.hasPrefix("\"")
        ? Self.example : "write --where \(whole.quotedForShell)")
  }

  private static let example = "a condition looks like --where '/owner=\"ada\"' or --where '!/done'"

  /// Returns true if it holds for a document.
  ///
  /// - Parameter noting: called once with whether the document has a value at the pointer.
  /// - Throws: ``Incomparable``.
  func holds(for root: JSONNode, noting found: (Bool) -> Void) throws(Incomparable) -> Bool {
    var isThere = false
    defer { found(isThere) }
    var failure: Incomparable?
    let holds = pattern.contains(in: root) { node, pointer in
      isThere = true
      guard let comparison else { return true }
      do throws(Incomparable) {
        return try compare(node, at: pointer, comparison.sign, comparison.value.root)
      } catch {
        failure = failure ?? error
        return false
      }
    }
    if !holds, let failure { throw failure }
    return holds != isNegated
  }

  private func compare(
    _ node: JSONNode, at pointer: JSONPointer, _ sign: Sign, _ value: JSONNode
  ) throws(Incomparable) -> Bool {
    switch sign {
    case .equal: return node == value
    case .unequal: return node != value
    case .less, .greater, .atMost, .atLeast: break
    }
    // Nothing is before or behind null, as nothing is where there is no value.
    if node.kind == .null { return false }
    let isLess: Bool, isGreater: Bool
    if let one = node.number, let other = value.number {
      isLess = one < other
      isGreater = other < one
    } else if let one = node.string, let other = value.string {
      isLess = one < other
      isGreater = other < one
    } else {
      throw Incomparable(pointer: pointer, found: node, value: value)
    }
    switch sign {
    case .less: return isLess
    case .greater: return isGreater
    case .atMost: return !isGreater
    default: return !isLess
    }
  }
}

/// The error for two values that have no order: they are of different types.
struct Incomparable: Error {
  var pointer: JSONPointer
  var found: JSONNode
  var value: JSONNode

  func error(in document: String) -> StoreError {
    StoreError(
      .invalidData, "\(found.shortened) cannot be compared with \(value.shortened)",
      at: .init(document: document, pointer: pointer),
      hint: "a condition before this one can leave the document out, "
        + "like --where '\(pointer)!=\(found.shortened)'")
  }
}
