/// A model whose values say which version of the program's model they are of. `@ForkedModel(version:)` writes the
/// conformance.
public protocol VersionedModel {
  /// The version that this program knows.
  static var currentModelVersion: Int { get }

  /// The version of the program that made the value; nil where it was made before versions were counted.
  var modelVersion: Int? { get set }
}

extension VersionedModel {
  /// Whether this program knows the version that the value is of. A newer value is never merged into an older one.
  public var canLoadModelVersion: Bool {
    modelVersion.map { $0 <= Self.currentModelVersion } ?? true
  }
}

/// A value is of a newer version of the model than the program knows, so merging it could lose what is new in it.
public struct NewerModelVersion: Error, Hashable, Sendable, CustomStringConvertible {
  /// The model's name.
  public let model: String
  /// The version of the value.
  public let version: Int
  /// The version that the program knows.
  public let current: Int

  /// In words.
  public var description: String {
    "\(model) is of version \(version), and this program knows version \(current): update the program"
  }
}
