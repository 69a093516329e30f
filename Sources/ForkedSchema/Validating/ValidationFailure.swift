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
