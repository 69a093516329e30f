/// Compares the bytes of values, and remembers the last difference between each two of a few documents.
///
/// So a walk down two documents, with a comparison at each level, does not compare again the bytes before a difference
/// further down.
public final class JSONByteComparison {
  private struct Difference {
    let documents: (ObjectIdentifier, ObjectIdentifier)
    /// The offset in the first document.
    var place: Int
  }

  /// The length below which values are compared at once.
  private static let leastBytes = 512
  /// The number of pairs of documents whose differences are remembered.
  private static let mostPairs = 16
  private var differences: [Difference] = []

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
    let documents = (ObjectIdentifier(one), ObjectIdentifier(other))
    let shift = otherRange.lowerBound - range.lowerBound
    let known = differences.firstIndex { $0.documents == documents }
    if let place = known.map({ differences[$0].place }), range.contains(place),
      one.bytes[place] != other.bytes[place + shift]
    {
      return false
    }
    guard let place = Self.firstDifference(one.bytes, range, other.bytes, shift) else {
      return true
    }
    remember(Difference(documents: documents, place: place), insteadOf: known)
    return false
  }

  private func remember(_ difference: Difference, insteadOf known: Int?) {
    if let known {
      differences[known] = difference
    } else {
      if differences.count == Self.mostPairs { differences.removeFirst() }
      differences.append(difference)
    }
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
