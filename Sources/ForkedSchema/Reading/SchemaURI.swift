import ForkedJSON

/// The components of a URI reference (RFC 3986, 3), by bytes: only dot segments are normalized, and nothing is decoded.
///
/// A schema file's path in the repository is such a reference too: a relative path without a scheme.
struct SchemaURI: Sendable {
  private(set) var scheme: Substring?
  private(set) var authority: Substring?
  private(set) var path: Substring
  private(set) var query: Substring?
  private(set) var fragment: Substring?

  /// Splits a text into its components. Every text is valid: all that is no other component is the path.
  init(_ text: String) {
    var rest = text[...]
    if let hash = rest.utf8.firstIndex(of: UInt8(ascii: "#")) {
      fragment = rest[rest.utf8.index(after: hash)...]
      rest = rest[..<hash]
    }
    if let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?")) {
      query = rest[rest.utf8.index(after: mark)...]
      rest = rest[..<mark]
    }
    if let colon = Self.endOfScheme(rest) {
      scheme = rest[..<colon]
      rest = rest[rest.utf8.index(after: colon)...]
    }
    if rest.utf8.starts(with: "//".utf8) {
      let start = rest.utf8.index(rest.startIndex, offsetBy: 2)
      let end = rest.utf8[start...].firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      authority = rest[start..<end]
      rest = rest[end...]
    }
    path = rest
  }

  /// Creates a reference from a file's path with any characters.
  init(path: String) {
    let uri = SchemaURI(path)
    if uri.isAbsolute { self = uri } else { self.path = path[...] }
  }

  /// Returns the end of the scheme: a letter, then letters, digits, `+`, `-`, `.`, before a colon (RFC 3986, 3.1).
  private static func endOfScheme(_ text: Substring) -> Substring.Index? {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), let first = text.utf8.first
    else { return nil }
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    let others = Array("0123456789+-.".utf8)
    let isScheme =
      letters.contains(first | 0x20)
      && text.utf8[..<colon].allSatisfy { letters.contains($0 | 0x20) || others.contains($0) }
    return isScheme ? colon : nil
  }

  /// True if the reference has a scheme, and so doesn't depend on a base.
  var isAbsolute: Bool { scheme != nil }

  /// True if the reference is only a fragment.
  var isFragment: Bool { scheme == nil && authority == nil && path.isEmpty && query == nil }

  /// The URI without its fragment, by which a schema resource is named.
  var resource: JSONString {
    var text = scheme.map { $0 + ":" } ?? ""
    if let authority { text += "//" + authority }
    text += path
    if let query { text += "?" + query }
    return JSONString(String(text))
  }

  /// Returns the reference resolved against a base (RFC 3986, 5.2.2).
  func resolved(from base: SchemaURI) -> SchemaURI {
    guard scheme == nil else { return self }
    var target = self
    target.scheme = base.scheme
    guard authority == nil else { return target }
    target.authority = base.authority
    if path.isEmpty {
      target.path = base.path
      target.query = query ?? base.query
    } else if path.utf8.first == UInt8(ascii: "/") {
      target.path = Self.withoutDots(path)
    } else {
      target.path = Self.withoutDots(Self.folder(of: base) + path)
    }
    return target
  }

  private static func folder(of base: SchemaURI) -> Substring {
    if base.authority != nil, base.path.isEmpty { return "/" }
    guard let slash = base.path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return base.path[...slash]
  }

  /// Removes dot segments (RFC 3986, 5.2.4). A path that leads above its root stays at the root.
  private static func withoutDots(_ path: some StringProtocol) -> Substring {
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    var kept: [String] = []
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      switch segment {
      case ".": if isLast { kept.append("") }
      case "..":
        if kept.count > 1 || kept.first.map({ !$0.isEmpty }) == true { kept.removeLast() }
        if isLast { kept.append("") }
      default: kept.append(String(segment))
      }
    }
    return kept.joined(separator: "/")[...]
  }
}

/// The target of a `$ref`: a file and a place in it.
enum SchemaReference {
  enum Place: Equatable {
    case pointer(JSONPointer)
    case anchor(JSONString)
  }

  /// Returns the file of a reference by paths alone: a path relative to the repository's root, or a built-in schema's
  /// name.
  static func file(_ text: String, from file: String) throws(Refusal) -> String {
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    return try path(unescaped(parts[0]), from: file)
  }

  /// Returns the place in a file that a reference's fragment names.
  static func place(_ fragment: Substring) throws(Refusal) -> Place {
    let text = try unescaped(fragment)
    guard !text.isEmpty, !text.utf8.starts(with: "/".utf8) else {
      do { return .pointer(try JSONPointer(parsing: JSONString(text))) } catch {
        throw Refusal(message: "#\(text) is not a JSON Pointer: \(error.message)")
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
      throw Refusal(message: "a built-in schema refers to no file")
    }
    return try inside(target, from: file)
  }

  /// Resolves a path, and refuses one outside of `.fork/`.
  private static func inside(_ target: String, from file: String) throws(Refusal) -> String {
    let refusal = Refusal(
      message: "\(target) lies outside .fork/",
      hint: "schema files refer to files under .fork/ only")
    guard !target.utf8.contains(UInt8(ascii: "\\")), !target.utf8.contains(0),
      target.utf8.first != UInt8(ascii: "/")
    else { throw refusal }
    let path = SchemaURI(path: target).resolved(from: SchemaURI(path: file)).path
    let segments = path.split(separator: "/")
    guard segments.count > 1, segments[0] == ".fork" else { throw refusal }
    return segments.joined(separator: "/")
  }

  /// Decodes percent escapes (RFC 3986, 2.1).
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
        throw Refusal(message: "\(text) has a % without two hexadecimal digits")
      }
      bytes.append(high << 4 | low)
    }
    guard let decoded = String(validating: bytes, as: UTF8.self) else {
      throw Refusal(message: "\(text) does not decode to UTF-8")
    }
    return decoded
  }

  private static func hexadecimal(_ digit: UInt8) -> UInt8? {
    Character(Unicode.Scalar(digit)).hexDigitValue.flatMap { UInt8(exactly: $0) }
  }
}
