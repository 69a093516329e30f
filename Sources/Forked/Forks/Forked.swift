/// The names of the module with the module's name in front, such as `Forked.Version`, and `Forked.Error`.
///
/// A type that the module itself called `Error` would take the place of Swift's own in every file that imports the
/// module. So it is a member of this type, and since the type hides the module's name, the other names are members too.
public enum Forked {
  /// An error of forks and their repositories.
  public typealias Error = ForkedError
}

/// The version of the package, by the rules of Semantic Versioning.
public let forkedVersion = "0.1.0"

/// The version of the API. It grows when programs must follow a change.
public let forkedAPIVersion = 1

extension Forked {
  /// The type of that name.
  public typealias Fork = _Fork
  /// The type of that name.
  public typealias InvalidForkName = _InvalidForkName
  /// The type of that name.
  public typealias Version = _Version
  /// The type of that name.
  public typealias HybridTime = _HybridTime
  /// The type of that name.
  public typealias Commit = _Commit
  /// The type of that name.
  public typealias CommitContent = _CommitContent
  /// The type of that name.
  public typealias VersionHistory = _VersionHistory
  /// The type of that name.
  public typealias Divergence = _Divergence
  /// The type of that name.
  public typealias VersionedModel = _VersionedModel
  /// The type of that name.
  public typealias Mergeable = _Mergeable
  /// The type of that name.
  public typealias MergeAction = _MergeAction
  /// The type of that name.
  public typealias MergeSide = _MergeSide
  /// The type of that name.
  public typealias SchemaDescribed = _SchemaDescribed
  /// The type of that name.
  public typealias Repository = _Repository
  /// The type of that name.
  public typealias SharedRepository = _SharedRepository
  /// The type of that name.
  public typealias Persistent = _Persistent
  /// The type of that name.
  public typealias AtomicRepository = _AtomicRepository
  /// The type of that name.
  public typealias FileRepository = _FileRepository
  /// The type of that name.
  public typealias ForkedError = _ForkedError
  /// The type of that name.
  public typealias ForkedResource = _ForkedResource
  /// The type of that name.
  public typealias QuickFork<Value: Equatable> = _QuickFork<Value>
  /// The type of that name.
  public typealias ForkChange = _ForkChange
  /// The type of that name.
  public typealias ChangeStream = _ChangeStream
}

// A member may not have the name of the type for which it stands, so each type has a second name. Swift 6.3 could write
// `Forked::Fork` instead, but this package also builds with Swift 6.2.

/// ``Fork``.
public typealias _Fork = Fork
/// ``InvalidForkName``.
public typealias _InvalidForkName = InvalidForkName
/// ``Version``.
public typealias _Version = Version
/// ``HybridTime``.
public typealias _HybridTime = HybridTime
/// ``Commit``.
public typealias _Commit = Commit
/// ``CommitContent``.
public typealias _CommitContent = CommitContent
/// ``VersionHistory``.
public typealias _VersionHistory = VersionHistory
/// ``Divergence``.
public typealias _Divergence = Divergence
/// ``VersionedModel``.
public typealias _VersionedModel = VersionedModel
/// ``Mergeable``.
public typealias _Mergeable = Mergeable
/// ``MergeAction``.
public typealias _MergeAction = MergeAction
/// ``MergeSide``.
public typealias _MergeSide = MergeSide
/// ``SchemaDescribed``.
public typealias _SchemaDescribed = SchemaDescribed
/// ``Repository``.
public typealias _Repository = Repository
/// ``SharedRepository``.
public typealias _SharedRepository = SharedRepository
/// ``Persistent``.
public typealias _Persistent = Persistent
/// ``AtomicRepository``.
public typealias _AtomicRepository = AtomicRepository
/// ``FileRepository``.
public typealias _FileRepository = FileRepository
/// ``ForkedError``.
public typealias _ForkedError = ForkedError
/// ``ForkedResource``.
public typealias _ForkedResource = ForkedResource
/// ``QuickFork``.
public typealias _QuickFork<Value: Equatable> = QuickFork<Value>
/// ``ForkChange``.
public typealias _ForkChange = ForkChange
/// ``ChangeStream``.
public typealias _ChangeStream = ChangeStream
