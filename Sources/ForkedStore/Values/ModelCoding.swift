import ForkedGit
import FoundationEssentials

/// The form of a model as a document: JSON with sorted keys, two spaces for each level, and a newline at the end.
struct ModelCoding<Model: Codable> {
  let path: DocumentPath

  func encode(_ model: Model) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return tightened(try encoder.encode(model)) + [UInt8(ascii: "\n")]
  }

  /// Decodes a model.
  ///
  /// - Throws: ``GitError`` of kind `invalid` if the document is no such model.
  func decode(_ bytes: [UInt8]) throws -> Model {
    do {
      return try JSONDecoder().decode(Model.self, from: Data(bytes))
    } catch {
      throw GitError(
        .invalid, "the document is not a valid \(Model.self): \(error)", context: path.string)
    }
  }

  /// Removes the space before colons and the lines inside empty values, as most programs write JSON.
  private func tightened(_ text: Data) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var (isInString, isEscaped) = (false, false)
    for byte in text {
      if isInString {
        isInString = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
      } else {
        isInString = byte == UInt8(ascii: "\"")
        removeSpace(before: byte, from: &result)
      }
      result.append(byte)
    }
    return result
  }

  private func removeSpace(before byte: UInt8, from text: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: ":"):
      while text.last == UInt8(ascii: " ") { text.removeLast() }
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      let end = text.lastIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\n") }
      guard let end, text[end] == UInt8(ascii: "[") || text[end] == UInt8(ascii: "{") else {
        return
      }
      text.removeSubrange((end + 1)...)
    default: return
    }
  }
}
