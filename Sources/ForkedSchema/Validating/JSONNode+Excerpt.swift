import ForkedJSON

extension JSONNode {
  /// The type's name with its article.
  var typeText: String {
    switch kind {
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .number: "the number \(excerpt)"
    case .true, .false: "a boolean"
    case .null: "null"
    }
  }

  /// The value as text, shortened to what a message can hold.
  var excerpt: String {
    let most = 60
    guard range.count > most else { return description }
    switch kind {
    case .object: return "an object"
    case .array: return "an array"
    default:
      return String(String.UnicodeScalarView(description.unicodeScalars.prefix(most))) + "..."
    }
  }
}

extension Enumeration {
  /// What would be right: the value that was probably meant, or some of all.
  func text(near value: JSONNode) -> String {
    guard !values.isEmpty else { return "nothing: the list is empty" }
    let names = values.prefix(1000).compactMap { $0.string?.exactString }
    if let text = value.string?.exactString, let meant = Nearest.name(to: text, among: names) {
      return "\"\(meant)\" or another of the list"
    }
    let shown = values.prefix(10).map(\.excerpt).joined(separator: ", ")
    return "one of \(shown)\(values.count > 10 ? ", ..." : "")"
  }
}
