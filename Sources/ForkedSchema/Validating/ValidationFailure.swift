public import ForkedJSON

/// One thing in a document that its schema forbids, said so that it can be put right.
public struct ValidationFailure: Sendable, Hashable {
  /// The value that is wrong, in the document.
  public var pointer: JSONPointer
  /// Where that value begins.
  public var position: TextPosition
  /// The keyword that forbids it.
  public var keyword: String
  /// The schema file that the keyword stands in, relative to the repository's root, or a built-in schema's name.
  public var file: String
  /// The keyword, in that file.
  public var keywordPointer: JSONPointer
  /// What is there, without a full stop.
  public var message: String
  /// What would be right.
  public var expected: String
}

extension ValidationFailure: CustomStringConvertible {
  /// `/views: type: "many" is a string, expected an integer (.fork/schema.json#/...)`
  public var description: String {
    let place = pointer.tokens.isEmpty ? "" : "\(pointer): "
    return "\(place)\(explanation)"
  }

  /// What is wrong without the place: keyword, what is there, what would be right, where that is said.
  public var explanation: String {
    "\(keyword): \(message), expected \(expected) (\(file)#\(keywordPointer))"
  }
}

/// A schema asks for more work than anybody's document is worth, so it gives no answer.
public struct ValidationExcess: Error, Sendable, CustomStringConvertible {
  /// What happened, without a full stop.
  public var description: String {
    "validating takes too many steps: the schema combines its parts in too many ways, nests too deep, or has a "
      + "pattern that is too much work for this document"
  }
}

/// The failures of one validation while they are found.
struct FailureReport {
  /// The rest would help nobody.
  static let most = 100

  var path: [JSONString] = []
  var failures: [ValidationFailure] = []
  /// How many choices of a branch this stands in.
  var branchDepth = 0

  var isFull: Bool { failures.count >= Self.most }
}

extension JSONNode {
  /// The type's name with its article.
  var typeText: String {
    switch kind {
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .number: "the number \(excerpt)"
    case .true, .false: "a boolean"
    case .null: "null"
    }
  }

  /// The value as text, shortened to what a message can hold.
  var excerpt: String {
    let most = 60
    guard range.count > most else { return description }
    switch kind {
    case .object: return "an object"
    case .array: return "an array"
    default:
      return String(String.UnicodeScalarView(description.unicodeScalars.prefix(most))) + "..."
    }
  }
}

extension Enumeration {
  /// What would be right: the value that was probably meant, or some of all.
  func text(near value: JSONNode) -> String {
    guard !values.isEmpty else { return "nothing: the list is empty" }
    let names = values.prefix(1000).compactMap { $0.string?.exactString }
    if let text = value.string?.exactString, let meant = Nearest.name(to: text, among: names) {
      return "\"\(meant)\" or another of the list"
    }
    let shown = values.prefix(10).map(\.excerpt).joined(separator: ", ")
    return "one of \(shown)\(values.count > 10 ? ", ..." : "")"
  }
}

extension FieldPlan {
  /// True if the repository's own schema says what the value may be. A built-in schema that applies by a
  /// document's name alone only says how to merge.
  public var isBinding: Bool { graph.map { !$0.isImplied } ?? false }

  /// A Boolean value that indicates whether a built-in schema that applies by a document's name alone says how the value
  /// merges: nobody declared it.
  public var isBuiltIn: Bool { graph?.isImplied ?? false }

  /// True if the value is what the schema demands; true where it demands nothing.
  ///
  /// Throws where the schema asks for more work than any document is worth. O(value) for schemas that people write,
  /// and never more than a fixed number of steps and a few for each byte.
  public func accepts(_ value: JSONNode) throws(ValidationExcess) -> Bool {
    guard isBinding, let graph else { return true }
    var validation = Validation(graph.program, for: value)
    for schema in graph[rule].seeds {
      let isAccepted = validation.accepts(value, schema)
      guard !validation.isExhausted else { throw ValidationExcess() }
      if !isAccepted { return false }
    }
    return true
  }

  /// What is wrong with the value, in the order in which it is found; the first hundred failures. None where it is
  /// what the schema demands.
  ///
  /// Throws as ``accepts(_:)`` does, and costs at most twice as much; a valid value costs the same.
  public func failures(of value: JSONNode) throws(ValidationExcess) -> [ValidationFailure] {
    guard try !accepts(value), let graph else { return [] }
    var validation = Validation(graph.program, for: value, isReporting: true)
    for schema in graph[rule].seeds { _ = validation.accepts(value, schema) }
    let failures = validation.report?.failures ?? []
    guard !failures.isEmpty else { throw ValidationExcess() }
    return failures
  }
}
