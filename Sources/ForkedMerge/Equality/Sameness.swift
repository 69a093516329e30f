/// Whether two values are the same: by `==`, but texts by their bytes.
///
/// Swift finds composed and decomposed spellings of a text equal; to whoever changed one into the other they are
/// not, and in JSON they are two values.
func areSame<Value: Equatable>(_ one: Value, _ other: Value) -> Bool {
  guard one == other else { return false }
  guard Value.self == String.self || Value.self == String?.self,
    let one = one as? String, let other = other as? String
  else { return true }
  return one.utf8.elementsEqual(other.utf8)
}

/// A text that equals another exactly where the bytes of both do.
struct ExactText: Hashable {
  let text: String

  static func == (one: ExactText, other: ExactText) -> Bool {
    guard one.text.utf8.count == other.text.utf8.count else { return false }
    var (one, other) = (one.text, other.text)
    return one.withUTF8 { bytes in other.withUTF8 { bytes.elementsEqual($0) } }
  }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
