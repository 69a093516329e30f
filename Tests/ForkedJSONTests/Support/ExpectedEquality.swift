import ForkedJSON
import Testing

/// Expects two values to be equal, and to hash and to be written as equal ones.
func expectEqual(
  _ a: JSONNode, _ b: JSONNode, sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(a == b, sourceLocation: sourceLocation)
  #expect(b == a, sourceLocation: sourceLocation)
  #expect(a.hashValue == b.hashValue, sourceLocation: sourceLocation)
  #expect(a.canonicalBytes == b.canonicalBytes, sourceLocation: sourceLocation)
}

/// Expects two values to differ, and to be written as different ones.
func expectDifferent(
  _ a: JSONNode, _ b: JSONNode, sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(a != b, sourceLocation: sourceLocation)
  #expect(b != a, sourceLocation: sourceLocation)
  #expect(a.canonicalBytes != b.canonicalBytes, sourceLocation: sourceLocation)
}
