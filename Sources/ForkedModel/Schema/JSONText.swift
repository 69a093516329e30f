/// JSON as text, as far as schemas need it.
enum JSONText {
  static func string(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": literal += "\\\""
      case "\\": literal += "\\\\"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        literal += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }

  static func reference(_ name: String) -> String {
    "{ \"$ref\": \(string("#/$defs/\(name)")) }"
  }

  /// A JSON Pointer to nested members (RFC 6901).
  static func pointer(_ steps: [String]) -> String {
    steps.map { step in
      "/" + step.flatMap { $0 == "~" ? "~0" : $0 == "/" ? "~1" : String($0) }
    }.joined()
  }
}
