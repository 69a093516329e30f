public import ForkedJSON

/// One thing that is wrong in a schema file, said so that it can be put right.
public struct SchemaMistake: Sendable, Hashable {
  /// The file, relative to the repository's root (`.fork/schema.json`), or a built-in schema's name.
  public var file: String
  /// The value in the file that is wrong.
  public var pointer: JSONPointer
  /// Where that value starts in the file.
  public var position: TextPosition
  /// What is wrong, without a full stop.
  public var message: String
  /// What would be right, where that can be said.
  public var hint: String?

  /// A mistake at a place of a file.
  public init(
    file: String, pointer: JSONPointer, position: TextPosition, message: String, hint: String? = nil
  ) {
    self.file = file
    self.pointer = pointer
    self.position = position
    self.message = message
    self.hint = hint
  }
}

extension SchemaMistake: CustomStringConvertible {
  /// `file:line:column: pointer: message (hint)` on one line.
  public var description: String {
    let place = pointer.tokens.isEmpty ? "" : "\(pointer): "
    let remedy = hint.map { " (\($0))" } ?? ""
    return "\(file):\(position.line):\(position.column): \(place)\(message)\(remedy)"
  }
}

/// Schema files that are refused, with every mistake found in them.
public struct SchemaError: Error, Sendable, Hashable, CustomStringConvertible {
  /// At least one, in the order of the files as they were read and of the places in each.
  public var mistakes: [SchemaMistake]

  /// An error that reports these mistakes.
  public init(_ mistakes: [SchemaMistake]) { self.mistakes = mistakes }

  /// The mistakes, one a line.
  public var description: String { mistakes.map(\.description).joined(separator: "\n") }
}
