import ForkedJSON

/// Where a `$ref` leads: a file and a place in it.
enum SchemaReference {
  enum Place: Equatable {
    case pointer(JSONPointer)
    case anchor(JSONString)
  }

  /// Why a text is no reference that can be followed.
  struct Refusal: Error {
    var message: String
    var hint: String?
  }

  /// The file that a reference in a file leads to, by paths alone: relative to the repository's root, or a
  /// built-in schema's name.
  static func file(_ text: String, from file: String) throws(Refusal) -> String {
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    return try path(unescaped(parts[0]), from: file)
  }

  /// The place in a file that a reference's fragment names.
  static func place(_ fragment: Substring) throws(Refusal) -> Place {
    let text = try unescaped(fragment)
    guard !text.isEmpty, !text.utf8.starts(with: "/".utf8) else {
      do { return .pointer(try JSONPointer(parsing: JSONString(text))) } catch {
        throw Refusal(message: "#\(text) is no JSON Pointer: \(error.message)", hint: nil)
      }
    }
    return .anchor(JSONString(text))
  }

  private static func path(_ target: String, from file: String) throws(Refusal) -> String {
    if target.utf8.starts(with: BuiltInSchema.scheme.utf8) { return target }
    if SchemaURI(target).isAbsolute || target.utf8.starts(with: "//".utf8) {
      throw Refusal(
        message: "\(target) would have to be fetched, and schemas are never fetched over a network",
        hint: "keep a copy under .fork/ and refer to it by its path")
    }
    guard !file.utf8.starts(with: BuiltInSchema.scheme.utf8) else {
      throw Refusal(message: "a built-in schema refers to no file", hint: nil)
    }
    return try inside(target, from: file)
  }

  /// RFC 3986, 5.2.4 (dot segments), kept below `.fork/`.
  private static func inside(_ target: String, from file: String) throws(Refusal) -> String {
    let refusal = Refusal(
      message: "\(target) lies outside .fork/",
      hint: "schema files refer to files under .fork/ only")
    guard !target.utf8.contains(UInt8(ascii: "\\")), !target.utf8.contains(0),
      target.utf8.first != UInt8(ascii: "/")
    else { throw refusal }
    var segments = file.split(separator: "/").dropLast().map(String.init)
    for segment in target.split(separator: "/", omittingEmptySubsequences: false) {
      switch segment {
      case ".", "": continue
      case "..":
        guard segments.count > 1 else { throw refusal }
        segments.removeLast()
      default: segments.append(String(segment))
      }
    }
    guard segments.count > 1, segments[0] == ".fork" else { throw refusal }
    return segments.joined(separator: "/")
  }

  /// Percent escapes (RFC 3986, 2.1) decoded.
  private static func unescaped(_ text: Substring) throws(Refusal) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    var bytes: [UInt8] = []
    var rest = text.utf8
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(hexadecimal),
        let low = rest.popFirst().flatMap(hexadecimal)
      else {
        throw Refusal(message: "\(text) has a % that no two hexadecimal digits follow", hint: nil)
      }
      bytes.append(high << 4 | low)
    }
    guard let decoded = String(validating: bytes, as: UTF8.self) else {
      throw Refusal(message: "\(text) does not decode to UTF-8", hint: nil)
    }
    return decoded
  }

  private static func hexadecimal(_ digit: UInt8) -> UInt8? {
    Character(Unicode.Scalar(digit)).hexDigitValue.flatMap { UInt8(exactly: $0) }
  }
}
