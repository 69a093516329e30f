import FoundationEssentials

/// The name of a commit's file, which says all but the resource: the version's count, the bits of
/// its timestamp, and whether there is a resource.
struct CommitFile {
  var version: Version
  var holdsResource: Bool

  init(version: Version, holdsResource: Bool) {
    self.version = version
    self.holdsResource = holdsResource
  }

  /// nil where no commit has a file of that name.
  init?(name: String) {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let count = UInt64(parts[0]), let bits = UInt64(parts[1], radix: 16)
    else { return nil }
    let timestamp = Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits))
    version = Version(count: count, timestamp: timestamp)
    holdsResource = parts[2] == Self.resource
    guard holdsResource || parts[2] == Self.none, self.name == name else { return nil }
  }

  var name: String {
    let bits = version.timestamp.timeIntervalSinceReferenceDate.bitPattern
    let kind = holdsResource ? Self.resource : Self.none
    return "\(version.count).\(String(bits, radix: 16)).\(kind)"
  }

  private static let resource = "resource"
  private static let none = "none"
}
