/// Who did something, and when, as a commit records it.
public struct Signature: Hashable, Sendable {
  /// The name, without `<`, `>` and line ends.
  public var name: String
  /// The address, without `<`, `>` and line ends.
  public var email: String
  /// Whole seconds since 1970; ``noDate`` where the commit holds no date that can be read.
  public var seconds: Int64
  /// Minutes east of Greenwich.
  public var offsetMinutes: Int

  /// Earlier than any date that can be written.
  public static let noDate = Int64.min / 2

  /// A signature of these parts.
  public init(name: String, email: String, seconds: Int64, offsetMinutes: Int = 0) {
    self.name = name
    self.email = email
    self.seconds = seconds
    self.offsetMinutes = offsetMinutes
  }
}
