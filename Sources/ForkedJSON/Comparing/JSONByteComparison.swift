/// Compares the bytes of values, and remembers the last difference between each two documents.
///
/// So a walk down two documents, with a comparison at each level, does not compare again the bytes before a difference
/// further down.
public final class JSONByteComparison {
  private struct Documents: Hashable {
    let one: ObjectIdentifier
    let other: ObjectIdentifier
  }

  /// The length below which values are compared at once.
  private static let leastBytes = 512
  /// The offset in the first document of the last difference.
  private var differences: [Documents: Int] = [:]

  /// Creates a comparison that remembers nothing yet.
  public init() {}

  /// Returns true if both exist with the same bytes, or both are absent. The documents must outlive this object.
  public func haveSameBytes(_ one: JSONNode?, _ other: JSONNode?) -> Bool {
    guard let one, let other else { return (one == nil) == (other == nil) }
    let range = one.range
    if range.count < Self.leastBytes { return one.hasSameBytes(as: other) }
    return one.isIdentical(to: other)
      || haveSameBytes(one.document, range, other.document, other.range)
  }

  func haveSameBytes(
    _ one: JSONDocument, _ range: Range<Int>, _ other: JSONDocument, _ otherRange: Range<Int>
  ) -> Bool {
    guard range.count == otherRange.count else { return false }
    guard range.count >= Self.leastBytes else {
      return one.bytes.hasSameBytes(at: range, as: other.bytes, at: otherRange)
    }
    let documents = Documents(one: ObjectIdentifier(one), other: ObjectIdentifier(other))
    let shift = otherRange.lowerBound - range.lowerBound
    if let place = differences[documents], range.contains(place),
      one.bytes[place] != other.bytes[place + shift]
    {
      return false
    }
    guard let place = Self.firstDifference(one.bytes, range, other.bytes, shift) else {
      return true
    }
    differences[documents] = place
    return false
  }

  private static func firstDifference(
    _ bytes: [UInt8], _ range: Range<Int>, _ others: [UInt8], _ shift: Int
  ) -> Int? {
    for start in stride(from: range.lowerBound, to: range.upperBound, by: leastBytes) {
      let part = start..<min(start + leastBytes, range.upperBound)
      let otherPart = part.lowerBound + shift..<part.upperBound + shift
      if !bytes.hasSameBytes(at: part, as: others, at: otherPart) {
        return part.first { bytes[$0] != others[$0 + shift] }
      }
    }
    return nil
  }
}
