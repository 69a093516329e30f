public import Forked
public import ForkedJSON
public import ForkedSchema

/// A property or file that both sides changed, and that only the user can decide.
public struct MergeConflict: Sendable {
  /// The reason that the conflict is left to the user.
  public enum Reason: String, Sendable {
    /// The schema declares the strategy `manual`.
    case manual
    /// Both sides changed one value, and no schema declares a strategy.
    case bothChanged
    /// One side deleted what the other changed, and no schema declares a strategy.
    case deletedAndChanged
    /// Both sides replaced the same elements of an array.
    case bothReplaced
    /// Both sides changed an element whose id may name two different elements.
    case identityUncertain
    /// Both sides moved it, to different places.
    case movedByBoth
    /// One side moved it to where the other deleted or changed what is there.
    case moveBlocked
    /// One side moved or renamed what it may be, or what it may belong to.
    case placeUncertain
    /// Both changed a version of software, or a number, and which is the greater one can't be told.
    case versionsNotComparable
    /// Both changed a version of software, and one of them lowered it.
    case versionLowered
    /// The merge base is another document than one of the sides: only git took it for a former version.
    case otherDocument
    /// The history does not tell which change is later.
    case recencyUnknown
    /// The merged document would not be valid under its schema.
    case invalid
  }

  /// The document or file; empty if the merge was given no name.
  public var document: String
  /// The pointer to the property in the merged document; the root for a whole file.
  public var pointer: JSONPointer
  /// The path of the property, which stays the same when elements are moved.
  public var path: PropertyPath
  /// The path by which the history has both sides' changes: it leads to all places of what was moved.
  public var history: PropertyPath
  /// The reason that the conflict is left to the user.
  public var reason: Reason
  /// The value in the merge base; nil if it has none, or if the file is no document.
  public var base: JSONNode?
  /// Our value; nil if we have none.
  public var ours: JSONNode?
  /// Their value; nil if they have none.
  public var theirs: JSONNode?
  /// The failures under the schema of both sides' changes together.
  public var failures: [ValidationFailure] = []
  /// Further explanation of a conflict about a whole file, or about something that both sides moved.
  public var detail: MergeNote?
  /// Our last change of the property; nil if it is not known.
  public var ourChange: SideChange?
  /// Their last change of the property; nil if it is not known.
  public var theirChange: SideChange?
  /// The side with the later change; nil if it is not known.
  public var later: MergeSide?

  /// Creates a conflict about a property; without a pointer, about a whole file.
  public init(
    document: String = "", pointer: JSONPointer = JSONPointer(),
    path: PropertyPath = PropertyPath(), reason: Reason, base: JSONNode? = nil,
    ours: JSONNode? = nil, theirs: JSONNode? = nil, failures: [ValidationFailure] = [],
    detail: MergeNote? = nil
  ) {
    self.document = document
    self.pointer = pointer
    self.path = path
    history = path
    self.reason = reason
    self.base = base
    self.ours = ours
    self.theirs = theirs
    self.failures = failures
    self.detail = detail
  }

  /// The explanation beside reason and values; nil if there is none.
  public var note: String? { detail?.description ?? failures.first?.description }

  /// The same conflict with ours and theirs exchanged.
  public var swapped: MergeConflict {
    var result = self
    result.ours = theirs
    result.theirs = ours
    result.detail = detail?.swapped
    result.ourChange = theirChange
    result.theirChange = ourChange
    result.later = later?.other
    return result
  }
}

/// The last change of one side to a property in conflict.
public struct SideChange: Sendable, Hashable {
  /// The side's fork, or its revision as the user named it; nil if there is no name.
  public var fork: String?
  /// The id of the commit; nil if it is not known.
  public var commit: String?
  /// The author's name; nil if the commit is not known.
  public var author: String?
  /// The time in its author's time zone; nil if the commit is not known.
  public var time: String?
  /// The time in seconds since 1970; nil if it is not known.
  public var seconds: Int64?

  /// Creates a change.
  public init(
    fork: String?, commit: String? = nil, author: String? = nil, time: String? = nil,
    seconds: Int64? = nil
  ) {
    self.fork = fork
    self.commit = commit
    self.author = author
    self.time = time
    self.seconds = seconds
  }
}

extension MergeConflict.Reason {
  /// True if the conflict is about where a value stands.
  var isAboutPlaces: Bool { [.movedByBoth, .moveBlocked, .placeUncertain].contains(self) }
}

extension MergeConflict.Reason: CustomStringConvertible {
  /// The reason in words.
  public var description: String {
    switch self {
    case .manual: "the schema leaves it to the user"
    case .bothChanged: "both sides changed it"
    case .deletedAndChanged: "one side deleted what the other changed"
    case .bothReplaced: "both sides replaced the same elements"
    case .identityUncertain: "its versions may be two different elements"
    case .movedByBoth: "both sides moved it, to different places"
    case .moveBlocked: "one side moved it to where the other deleted or changed what is there"
    case .placeUncertain: "one side moved or renamed what it may be or belong to"
    case .versionLowered: "both sides changed it, and one lowered the version"
    case .versionsNotComparable: "the greater of the two can't be told"
    case .otherDocument: "git merges two documents as one that was renamed"
    case .recencyUnknown: "both sides changed it, and which change is later is not known"
    case .invalid: "the result would not be valid"
    }
  }
}

/// A property that both sides changed to different values, with the strategy that applied to it.
public struct PropertyChangedByBoth: Sendable {
  /// The document; empty if the merge was given no name.
  public var document = ""
  /// The pointer to the property in the merged document.
  public var pointer: JSONPointer
  /// The path of the property, which stays the same when elements are moved.
  public var path: PropertyPath
  /// The path by which the history has both sides' changes: it leads to all places of what was moved.
  public var history: PropertyPath
  /// The strategy that applied.
  public var strategy: MergeStrategy
  /// The origin of the strategy.
  public var origin: StrategyOrigin
  /// The value in the merge base; nil if it has none.
  public var base: JSONNode?
  /// Our value; nil if we have none.
  public var ours: JSONNode?
  /// Their value; nil if they have none.
  public var theirs: JSONNode?
}
