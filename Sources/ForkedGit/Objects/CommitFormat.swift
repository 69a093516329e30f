/// The text of a commit object, read and written.
///
/// Source: gitformat-signature(5) and git's `commit.c`.
enum CommitFormat {
  static func bytes(of draft: CommitDraft, signature: String? = nil) -> [UInt8] {
    var author = draft.author
    if let time = draft.hybridTime { author.seconds = time.seconds }
    var text = "tree \(draft.tree.hex)\n"
    for parent in draft.parents { text += "parent \(parent.hex)\n" }
    text += "author \(line(of: author))\ncommitter \(line(of: draft.committer))\n"
    if let signature { text += header(ofSignature: signature) }
    text += "\n"
    text += VersionTrailer.appended(draft.hybridTime, to: draft.message)
    // git refuses commits that hold NUL.
    return text.utf8.filter { $0 != 0 }
  }

  /// The header of a signature, whose lines after the first begin with a space.
  private static func header(ofSignature signature: String) -> String {
    let lines = signature.unicodeScalars.filter { $0 != "\r" }.split(separator: "\n")
    return "gpgsig " + lines.map { String($0) }.joined(separator: "\n ") + "\n"
  }

  static func line(of signature: Signature) -> String {
    let offset = signature.offsetMinutes.magnitude
    let (hours, minutes) = (min(offset / 60, 99), offset % 60)
    let zone = "\(signature.offsetMinutes < 0 ? "-" : "+")\(hours / 10)\(hours % 10)"
    let seconds = max(0, signature.seconds)
    let name = cleaned(signature.name)
    return "\(name)\(name.isEmpty ? "" : " ")<\(cleaned(signature.email))> "
      + "\(seconds) \(zone)\(minutes / 10)\(minutes % 10)"
  }

  /// Drops the characters that would break the line, and those around a name that git drops too.
  private static func cleaned(_ text: String) -> String {
    let kept = text.unicodeScalars.filter { $0.value >= 0x20 && $0 != "<" && $0 != ">" }
    func isCrud(_ scalar: Unicode.Scalar) -> Bool { ".,:;\"\\' ".unicodeScalars.contains(scalar) }
    let trimmed = kept.drop(while: isCrud).reversed().drop(while: isCrud).reversed()
    return String(String.UnicodeScalarView(trimmed))
  }

  /// The lines before the message.
  private struct Header {
    var tree: ObjectID?
    var parents: [ObjectID] = []
    var author: Bytes?
    var committer: Bytes?

    /// Reads them, and leaves the rest; nil if a parent is not an id.
    init?(_ rest: inout Bytes) {
      while let line = nextLine(of: &rest), !line.isEmpty {
        if let value = value(of: line, key: "tree ") {
          tree = tree ?? ObjectID(hexDigits: value)
        } else if let value = value(of: line, key: "parent ") {
          guard let parent = ObjectID(hexDigits: value) else { return nil }
          parents.append(parent)
        } else if let value = value(of: line, key: "author ") {
          author = author ?? value
        } else if let value = value(of: line, key: "committer ") {
          committer = committer ?? value
        }
      }
    }
  }

  static func parse(_ bytes: UnsafeBufferPointer<UInt8>, id: ObjectID) -> CommitObject? {
    var rest = bytes[...]
    guard let header = Header(&rest), let tree = header.tree,
      let author = header.author.flatMap(signature),
      let committer = header.committer.flatMap(signature)
    else { return nil }
    return CommitObject(
      id: id, tree: tree, parents: header.parents, author: author, committer: committer,
      message: String(decoding: rest, as: UTF8.self))
  }

  /// The tree, the parents and the date of a commit. They are read as by ``parse(_:id:)``, but the rest is not decoded.
  static func links(_ bytes: UnsafeBufferPointer<UInt8>) -> CommitLinks? {
    var rest = bytes[...]
    guard let header = Header(&rest), let tree = header.tree,
      let committed = header.committer.flatMap(seconds)
    else { return nil }
    return CommitLinks(tree: tree, parents: header.parents, committed: committed)
  }

  private static func seconds(of signature: Bytes) -> Int64? {
    guard let close = signature.lastIndex(of: UInt8(ascii: ">")) else { return nil }
    var rest = signature[(close + 1)...]
    return nextNumber(of: &rest) ?? 0
  }

  private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

  private static func nextLine(of rest: inout Bytes) -> Bytes? {
    guard !rest.isEmpty, let start = UnsafeBufferPointer(rebasing: rest).baseAddress else {
      return nil
    }
    let length = start.distance(to: UInt8(ascii: "\n"), within: rest.count) ?? rest.count
    let line = rest.prefix(length)
    rest = rest.dropFirst(length + 1)
    return line
  }

  private static func value(of line: Bytes, key: StaticString) -> Bytes? {
    key.withUTF8Buffer { line.starts(with: $0) } ? line.dropFirst(key.utf8CodeUnitCount) : nil
  }

  /// Reads a signature as leniently as git: a damaged date counts as no date, a damaged time zone as UTC.
  private static func signature(of line: Bytes) -> Signature? {
    guard let open = line.firstIndex(of: UInt8(ascii: "<")),
      let close = line.lastIndex(of: UInt8(ascii: ">")), open < close
    else { return nil }
    var nameEnd = open
    while nameEnd > line.startIndex, line[nameEnd - 1] == UInt8(ascii: " ") { nameEnd -= 1 }
    var rest = line[(close + 1)...]
    return Signature(
      name: String(decoding: line[line.startIndex..<nameEnd], as: UTF8.self),
      email: String(decoding: line[(open + 1)..<close], as: UTF8.self),
      seconds: nextNumber(of: &rest) ?? Signature.noDate,
      offsetMinutes: offset(nextNumber(of: &rest)) ?? 0)
  }

  /// The number after some spaces, with or without a sign; nil if something else is there.
  private static func nextNumber(of rest: inout Bytes) -> Int64? {
    rest = rest.drop { $0 == UInt8(ascii: " ") }
    let word = rest.prefix { $0 != UInt8(ascii: " ") }
    rest = rest[word.endIndex...]
    let isNegative = word.first == UInt8(ascii: "-")
    let digits = isNegative || word.first == UInt8(ascii: "+") ? word.dropFirst() : word
    guard (1...18).contains(digits.count) else { return nil }
    var number: Int64 = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      number = number * 10 + Int64(digit - UInt8(ascii: "0"))
    }
    return isNegative ? -number : number
  }

  private static func offset(_ zone: Int64?) -> Int? {
    guard let zone, abs(zone) <= 9999 else { return nil }
    return Int(zone / 100 * 60 + zone % 100)
  }
}
