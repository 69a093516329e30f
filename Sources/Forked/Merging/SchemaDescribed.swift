/// A type whose merge is also described by a schema file, so that a program that sees only its JSON merges two versions
/// of it alike.
///
/// `@ForkedModel` makes the conformance.
public protocol SchemaDescribed: SendableMetatype {
  /// A name for the type in a schema's `$defs`, unique in the program.
  static var forkedSchemaName: String { get }

  /// The type as a JSON Schema document with `x-merge` keywords: the contents of a schema file.
  static var forkedSchema: String { get }
}
