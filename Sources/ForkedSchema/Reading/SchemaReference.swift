import ForkedJSON

/// Where a `$ref` leads: a file and a place in it.
struct SchemaReference: Equatable {
  enum Place: Equatable {
    case pointer(JSONPointer)
    case anchor(JSONString)
  }

  /// Relative to the repository's root, or a built-in schema's name.
  var file: String
  var place: Place

  /// Why a text is no reference that can be followed.
  struct Refusal: Error {
    var message: String
    var hint: String?
  }

  /// Resolves a reference that stands in a file, by the file's path alone.
  init(_ text: String, in file: String) throws(Refusal) {
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let target = try Self.unescaped(parts[0])
    self.file = target.isEmpty ? file : try Self.path(target, from: file)
    place = parts.count < 2 ? .pointer(JSONPointer()) : try Self.place(parts[1])
  }

  private static func place(_ fragment: Substring) throws(Refusal) -> Place {
    let text = try unescaped(fragment)
    guard !text.isEmpty, !text.utf8.starts(with: "/".utf8) else {
      do { return .pointer(try JSONPointer(parsing: text)) } catch {
        throw Refusal(message: "#\(text) is no JSON Pointer: \(error.message)", hint: nil)
      }
    }
    return .anchor(JSONString(text))
  }

  private static func path(_ target: String, from file: String) throws(Refusal) -> String {
    if target.utf8.starts(with: BuiltInSchema.scheme.utf8) { return target }
    if hasScheme(target) || target.utf8.starts(with: "//".utf8) {
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

  /// RFC 3986, 3.1: a letter, then letters, digits, `+`, `-`, `.`, before a colon.
  private static func hasScheme(_ target: String) -> Bool {
    guard let colon = target.utf8.firstIndex(of: UInt8(ascii: ":")), let first = target.utf8.first
    else { return false }
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let others = Array("+-.".utf8)
    return letters.contains(first | 0x20)
      && target.utf8[..<colon].allSatisfy {
        letters.contains($0 | 0x20) || digits.contains($0) || others.contains($0)
      }
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
