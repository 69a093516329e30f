// CONTRACT (stub): schema files in, merge plans out.
public import ForkedJSON
public import ForkedMerge

/// Where a strategy comes from.
public enum StrategyOrigin: Sendable, Hashable {
  /// `x-merge` in a schema file.
  case declared(file: String, pointer: JSONPointer)
  /// A standard keyword (`uniqueItems`, `properties`, ...).
  case keyword(String, file: String, pointer: JSONPointer)
  /// Nothing declared: the defaults decide from the values.
  case inferred
}

/// How one value merges, and a way down to its parts. A cheap value; recursive schemas unfold lazily.
public struct FieldPlan: Sendable {
  /// nil: nothing is said about this value.
  public var strategy: MergeStrategy? { nil }
  public var origin: StrategyOrigin { .inferred }
  /// Pointers to the parts of an element's id, relative to the element; empty: the usual ids are looked for.
  public var identity: [JSONPointer] { [] }
  /// The position field of an ordered list.
  public var position: JSONString? { nil }
  /// What decides a true conflict that no strategy decides (`x-default-merge`): `.mostRecent` or `.manual`;
  /// nil where no schema governs the document.
  public var defaultMerge: MergeStrategy? { nil }
  /// The plan of a member's value.
  public func property(_ key: JSONString) -> FieldPlan { self }
  /// The plan of an array's element.
  public func element(at index: Int) -> FieldPlan { self }
  /// Nothing declared, anywhere.
  public static let none = FieldPlan()
  public init() {}
}

/// The schemas that govern a repository's documents.
public struct SchemaSet: Sendable {
  /// - Parameters: root: `.fork/schema.json`'s bytes; load: another file under `.fork/` by its path relative to
  ///   the repository root, nil where there is none.
  public init(root: [UInt8], load: (String) throws -> [UInt8]?) throws { fatalError("stub") }
  /// No schema file: the built-in schemas by file name, else `FieldPlan.none`.
  public init() { fatalError("stub") }
  /// The plan of the document at the path; a path that no glob names gets one with only the default merge.
  public func plan(forDocument path: String) -> FieldPlan { fatalError("stub") }
  /// Whether the path counts as a JSON document.
  public func isDocument(_ path: String) -> Bool { fatalError("stub") }
}
