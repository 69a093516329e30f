import ForkedGit
import ForkedJSON

extension DocumentStore {
  /// True if a file that does not parse is no document although its name is one's, so that it is no problem.
  ///
  /// That is a file with the attribute `-fork`, a pointer of git-lfs, and JSON with comments or trailing commas, which
  /// other programs read.
  func isNoDocument(_ bytes: [UInt8], at path: TreePath) -> Bool {
    if bytes.starts(with: "version https://git-lfs.github.com/spec/".utf8) { return true }
    do {
      if try repository.isAttributeUnset("fork", of: path) { return true }
    } catch {
      // Attributes that cannot be read exclude nothing.
    }
    return JSONDocument(ifParsing: CommentedJSON.withoutComments(bytes)) != nil
  }
}

/// JSON with comments and trailing commas.
private enum CommentedJSON {
  /// Returns the text with each comment and trailing comma replaced by spaces.
  static func withoutComments(_ text: [UInt8]) -> [UInt8] {
    var result = text
    var index = 0
    var comma: Int?
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "\""):
        index = endOfString(in: text, at: index)
        comma = nil
        continue
      case UInt8(ascii: "/"):
        let end = endOfComment(in: text, at: index)
        for place in index..<end where text[place] != 0x0A { result[place] = 0x20 }
        index = max(end, index + 1)
        continue
      case UInt8(ascii: ","): comma = index
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if let trailing = comma { result[trailing] = 0x20 }
        comma = nil
      case 0x20, 0x09, 0x0A, 0x0D: break
      default: comma = nil
      }
      index += 1
    }
    return result
  }

  private static func endOfString(in text: [UInt8], at start: Int) -> Int {
    var index = start + 1
    while index < text.count, text[index] != UInt8(ascii: "\"") {
      index += text[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index + 1, text.count)
  }

  /// The end of the comment that begins at a slash; the slash itself if none does.
  private static func endOfComment(in text: [UInt8], at start: Int) -> Int {
    guard start + 1 < text.count else { return start }
    switch text[start + 1] {
    case UInt8(ascii: "/"): return text[start...].firstIndex(of: 0x0A) ?? text.count
    case UInt8(ascii: "*"):
      var index = start + 2
      while index + 1 < text.count {
        if text[index] == UInt8(ascii: "*"), text[index + 1] == UInt8(ascii: "/") {
          return index + 2
        }
        index += 1
      }
      return start
    default: return start
    }
  }
}
