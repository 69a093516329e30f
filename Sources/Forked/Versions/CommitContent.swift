/// A value, or that there is none: nothing was stored yet, or it was removed.
public enum CommitContent<Resource> {
  /// There is no value.
  case none
  /// There is this one.
  case resource(Resource)

  /// The value; nil where there is none.
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

extension CommitContent: Equatable where Resource: Equatable {}
extension CommitContent: Hashable where Resource: Hashable {}
extension CommitContent: Sendable where Resource: Sendable {}

private enum CodingKeys: String, CodingKey {
  case resource
}

extension CommitContent: Encodable where Resource: Encodable {
  /// Writes `{"resource": ...}`, or `{}` where there is no value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    guard case .resource(let resource) = self else { return }
    try container.encode(resource, forKey: .resource)
  }
}

extension CommitContent: Decodable where Resource: Decodable {
  /// Reads what ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard container.contains(.resource) else {
      self = .none
      return
    }
    self = .resource(try container.decode(Resource.self, forKey: .resource))
  }
}
