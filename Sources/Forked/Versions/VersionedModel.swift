/// A value that records the model version of the program that made it. `@ForkedModel(version:)` makes the conformance.
public protocol VersionedModel {
  /// The version that this program knows.
  static var currentModelVersion: Int { get }

  /// The model version of the program that made the value; nil if it was made before versions were counted.
  var modelVersion: Int? { get }
}

extension VersionedModel {
  /// True if this program knows the version of the value. A newer value is never merged into an older one.
  public var canLoadModelVersion: Bool {
    modelVersion.map { $0 <= Self.currentModelVersion } ?? true
  }
}
