/// What a fork holds at one version.
public struct Commit<Resource> {
  /// The value, or that there is none.
  public var content: CommitContent<Resource>
  /// The version.
  public var version: Version

  /// That content at that version.
  public init(content: CommitContent<Resource>, version: Version) {
    self.content = content
    self.version = version
  }
}

extension Commit: Equatable where Resource: Equatable {}
extension Commit: Hashable where Resource: Hashable {}
extension Commit: Sendable where Resource: Sendable {}
extension Commit: Encodable where Resource: Encodable {}
extension Commit: Decodable where Resource: Decodable {}
