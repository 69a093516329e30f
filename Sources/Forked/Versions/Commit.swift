/// The content of a fork at one version.
public struct Commit<Resource> {
  /// The value, or the absence of one.
  public var content: CommitContent<Resource>
  /// The version.
  public var version: Version

  /// Creates a commit.
  public init(content: CommitContent<Resource>, version: Version) {
    self.content = content
    self.version = version
  }
}

extension Commit: Hashable {
  /// True if the versions are equal, and the contents too if they can be compared.
  public static func == (left: Self, right: Self) -> Bool {
    left.version == right.version && left.content.isEqualIfComparable(to: right.content)
  }

  /// Hashes the version.
  public func hash(into hasher: inout Hasher) { hasher.combine(version) }
}

extension Commit: Sendable where Resource: Sendable {}
extension Commit: Encodable where Resource: Encodable {}
extension Commit: Decodable where Resource: Decodable {}

/// The value of a fork, or the absence of one: nothing was stored yet, or the value was removed.
public enum CommitContent<Resource> {
  /// There is no value.
  case none
  /// There is this value.
  case resource(Resource)

  /// The value; nil if there is none.
  public var resource: Resource? {
    switch self {
    case .none: nil
    case .resource(let resource): resource
    }
  }

  package init(_ resource: Resource?) {
    self = resource.map(CommitContent.resource) ?? .none
  }
}

extension CommitContent {
  /// True if the contents are equal, or of a type that cannot be compared.
  fileprivate func isEqualIfComparable(to other: Self) -> Bool {
    func isEqual<Content: Equatable>(_ content: Content) -> Bool { content == other as? Content }
    return (self as? any Equatable).map { isEqual($0) } ?? true
  }
}

extension CommitContent: Equatable where Resource: Equatable {}
extension CommitContent: Hashable where Resource: Hashable {}
extension CommitContent: Sendable where Resource: Sendable {}

private enum CodingKeys: String, CodingKey {
  case resource
}

extension CommitContent: Encodable where Resource: Encodable {
  /// Writes `{"resource": ...}`, or `{}` if there is no value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    guard case .resource(let resource) = self else { return }
    try container.encode(resource, forKey: .resource)
  }
}

extension CommitContent: Decodable where Resource: Decodable {
  /// Reads the output of ``encode(to:)``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard container.contains(.resource) else {
      self = .none
      return
    }
    self = .resource(try container.decode(Resource.self, forKey: .resource))
  }
}

extension CommitContent where Resource: Equatable {
  /// Returns this content merged with another one. This content is the later one.
  ///
  /// A `Mergeable` resource is merged by its own rule, even if the type is known only at run time.
  /// For any other resource, the side that changed is taken, and if both changed, the later one. Of
  /// a change and a removal, the later one is taken, too. Two values without a value in the ancestor
  /// are salvaged.
  ///
  /// - Throws: Errors of the resource's own rule.
  package func merged(
    withSubordinate other: CommitContent, commonAncestor: CommitContent
  ) throws -> CommitContent {
    switch (self, other, commonAncestor) {
    case (.resource(let mine), .resource(let theirs), .resource(let ancestor)):
      return .resource(try Self.merge(mine, theirs, ancestor))
    case (.resource(let mine), .resource(let theirs), .none):
      return .resource(try Self.salvage(mine, theirs))
    default: return self == commonAncestor ? other : self
    }
  }

  private static func merge(
    _ dominant: Resource, _ subordinate: Resource, _ ancestor: Resource
  ) throws -> Resource {
    if let type = Resource.self as? any Mergeable.Type,
      let merged = try merge(as: type, dominant, subordinate, ancestor)
    {
      return merged
    }
    return dominant == ancestor ? subordinate : dominant
  }

  private static func merge<Value: Mergeable>(
    as type: Value.Type, _ dominant: Resource, _ subordinate: Resource, _ ancestor: Resource
  ) throws -> Resource? {
    guard let mine = dominant as? Value, let theirs = subordinate as? Value,
      let common = ancestor as? Value
    else { return nil }
    return try mine.merged(withSubordinate: theirs, commonAncestor: common) as? Resource
  }

  private static func salvage(_ dominant: Resource, _ subordinate: Resource) throws -> Resource {
    guard let type = Resource.self as? any Mergeable.Type,
      let salvaged = try salvage(as: type, dominant, subordinate)
    else { return dominant }
    return salvaged
  }

  private static func salvage<Value: Mergeable>(
    as type: Value.Type, _ dominant: Resource, _ subordinate: Resource
  ) throws -> Resource? {
    guard let mine = dominant as? Value, let theirs = subordinate as? Value else { return nil }
    return try mine.salvaging(from: theirs) as? Resource
  }
}
