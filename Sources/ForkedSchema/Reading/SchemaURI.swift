import ForkedJSON

/// A URI reference taken apart (RFC 3986, 3), by bytes: nothing in it is decoded or normalized but dot segments.
///
/// A schema file's path in the repository is one too: a relative path without a scheme.
struct SchemaURI: Sendable {
  private(set) var scheme: Substring?
  private(set) var authority: Substring?
  private(set) var path: Substring
  private(set) var query: Substring?
  private(set) var fragment: Substring?

  /// Every text is one: what has no other place is path.
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

  /// A file's path, whatever characters are in it.
  init(path: String) {
    let uri = SchemaURI(path)
    if uri.isAbsolute { self = uri } else { self.path = path[...] }
  }

  /// A letter, then letters, digits, `+`, `-`, `.`, before a colon (RFC 3986, 3.1).
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

  /// Whether it stands on its own, whatever it is referred to from.
  var isAbsolute: Bool { scheme != nil }

  /// Whether nothing but a fragment is there.
  var isFragment: Bool { scheme == nil && authority == nil && path.isEmpty && query == nil }

  /// Without its fragment: what names a schema resource.
  var resource: JSONString {
    var text = scheme.map { $0 + ":" } ?? ""
    if let authority { text += "//" + authority }
    text += path
    if let query { text += "?" + query }
    return JSONString(String(text))
  }

  /// What this reference means where that is the base (RFC 3986, 5.2.2).
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

  /// RFC 3986, 5.2.4. A path that leads above its root stays there.
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
