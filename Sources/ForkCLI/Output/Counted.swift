/// A number of things: `1 document`, `3 documents`.
///
/// - Parameter noun: one of them, in a word that takes an s where they are several.
func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
