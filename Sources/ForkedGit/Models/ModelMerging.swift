/// How documents become one, as a ``GitRepository`` asks for it.
///
/// ``byValue`` merges values in Swift and knows nothing of other documents. `ForkedStore` has
/// `documents`, which merges as the `fork` command does.
public struct ModelMerging<Model: Codable & Equatable & SendableMetatype>: Sendable {
  /// Makes the tree of two versions.
  public typealias Merge = @Sendable (CommitPair) throws -> ObjectID
  /// Makes the text of a document that shall say something else.
  public typealias Rewrite = @Sendable (DocumentChange) throws -> [UInt8]

  package let merge: Merge
  let rewrite: Rewrite
  package let rules: MergeRules

  /// - Parameters:
  ///   - merge: Makes the tree of two versions; throws where they can't become one.
  ///   - rewrite: Makes the text of a document that shall say something else.
  public init(merge: @escaping Merge, rewrite: @escaping Rewrite) {
    self.init(rules: .own, merge: merge, rewrite: rewrite)
  }

  package init(rules: MergeRules, merge: @escaping Merge, rewrite: @escaping Rewrite) {
    self.rules = rules
    self.merge = merge
    self.rewrite = rewrite
  }

  /// Merges values: by their own rule where they are `Mergeable`, else the later change wins.
  ///
  /// The document is written anew with each change. Other documents that both sides changed go
  /// through git's line merge.
  public static var byValue: ModelMerging {
    ModelMerging(
      merge: { try ValueMerge<Model>($0).tree() }, rewrite: { $0.encodedAfter })
  }
}

/// Whose rules a ``ModelMerging`` follows.
package enum MergeRules: Sendable {
  /// Its own.
  case own
  /// Those of the `fork` command, and the model's schema where the repository's names no such document.
  case documents(modelSchema: String?)
}

/// Two versions of a repository that shall become one.
public struct CommitPair {
  /// Where they are.
  public let repository: LocalRepository
  /// The version that is merged into.
  public let ours: ObjectID
  /// The version that is merged.
  public let theirs: ObjectID
  /// The document that the program's models are.
  public let path: DocumentPath
  /// The world around the process.
  public let surroundings: GitSurroundings

  package init(
    repository: LocalRepository, ours: ObjectID, theirs: ObjectID, path: DocumentPath,
    surroundings: GitSurroundings
  ) {
    self.repository = repository
    self.ours = ours
    self.theirs = theirs
    self.path = path
    self.surroundings = surroundings
  }
}

/// A document that shall say something else.
public struct DocumentChange: Sendable {
  /// The document.
  public let path: DocumentPath
  /// Its text now; nil where it is new.
  public let text: [UInt8]?
  /// What the model's own encoding of that text is.
  public let encodedBefore: [UInt8]?
  /// What the new model's encoding is.
  public let encodedAfter: [UInt8]
}

/// That versions can't become one by themselves. Nothing changed.
public struct MergeRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// The documents that both sides changed.
  public let paths: [TreePath]

  /// What happened, in one line.
  public var description: String {
    "both sides changed \(paths.map(\.description).joined(separator: ", "));"
      + " merge them by property with ForkedStore's `merging: .documents`, or with 'fork merge'"
  }
}
